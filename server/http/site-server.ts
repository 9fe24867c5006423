// The order of things for one request: guard, health, files, pages. Plain node:http with every wait bounded; the only
// place where an unexpected fault becomes a 500.
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { LIVE_PATH } from "../../app/wire/live.ts";
import { ORDERS_PATH } from "../../app/wire/order-updates.ts";
import { refuseUpgrade } from "../net/refuse-upgrade.ts";
import type { ApiDoor } from "./api-door.ts";
import type { Assets } from "./assets.ts";
import { checkMethod, clientAddress, type GuardOptions, isSameOrigin, readAddress } from "./guard.ts";
import type { Pages } from "./pages.ts";
import { Refusal, sendRefusal } from "./refusal.ts";
import type { SandboxDoor } from "./sandbox-door.ts";
import { type Hsts, securityHeaders } from "./security-headers.ts";

export type SiteServerOptions = {
  guard: GuardOptions;
  hsts: Hsts;
  limits: {
    requestHeaderBytes: number;
    headersWithinMs: number;
    requestWithinMs: number;
    keepAliveMs: number;
    connections: number;
    requestsInFlight: number;
  };
  assets: Assets;
  buildVersion: string;
  isDevelopment: boolean;
  /** The relay's doors; null where there is no price feed. */
  live: LiveDoors | null;
  /** The door for a signed-in client's own orders; null where there are no order updates. */
  orders: { upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, isHttps: boolean): void } | null;
  /** Null with a real provider: none of the sandbox's doors exists then. */
  sandboxDoor: SandboxDoor | null;
  apiDoor: ApiDoor | null;
  trustedProxyHops: number;
  onRequest: (line: RequestLine) => void;
  onFault: (fault: unknown, requestId: string) => void;
};

export type LiveDoors = {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  /** False for a path that is not the relay's. */
  answer(request: IncomingMessage, response: ServerResponse, url: URL, address: string): boolean;
};

export type RequestLine = {
  requestId: string;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  from: string;
};

export type SiteServer = {
  server: Server;
  /** Pages need the server (for the dev socket), so they come after it. */
  attachPages(pages: Pages): void;
  setReady(isReady: boolean): void;
  /** Stops taking connections, lets running requests finish, then cuts what is left. */
  stop(withinMs: number): Promise<void>;
};

const CHECK_CONNECTIONS_EVERY_MS = 2_000;

export function createSiteServer(options: SiteServerOptions): SiteServer {
  const common = Object.entries(securityHeaders(options.hsts));
  let pages: Pages | null = null;
  let isReady = false;
  let isStopping = false;
  let inFlight = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const requestId = randomBytes(12).toString("base64url");
    let path = "?";
    let from = "guard";
    inFlight += 1;
    let isCounted = true;
    const leave = () => {
      if (isCounted) inFlight -= 1;
      isCounted = false;
    };
    response.on("close", () => {
      leave();
      options.onRequest({
        requestId,
        method: request.method ?? "?",
        path,
        status: response.statusCode,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        from,
      });
    });
    for (const [name, value] of common) response.setHeader(name, value);
    response.setHeader("X-Request-Id", requestId);
    try {
      const barePath = (request.url ?? "").split("?", 1)[0] ?? "";
      if (barePath === "/healthz" || barePath === "/readyz") {
        path = barePath;
        from = "health";
        sendHealth(request, response, barePath === "/healthz" || (isReady && !isStopping));
        return;
      }
      if (inFlight > options.limits.requestsInFlight)
        throw new Refusal(503, "The site is very busy. Try again in a second.", { "Retry-After": "1" });
      const address = readAddress(request, options.guard);
      path = address.pathname;
      if (options.apiDoor?.owns(address.pathname)) {
        from = "sandbox api";
        await options.apiDoor.answer(
          request,
          response,
          address,
          clientAddress(request, options.trustedProxyHops),
        );
        return;
      }
      checkMethod(request, address);
      const tidy = tidyPath(address);
      if (tidy !== null && request.method !== "POST") {
        response.writeHead(308, { Location: tidy, "Cache-Control": "public, max-age=3600" }).end();
        return;
      }
      if (isBelow(LIVE_PATH, address.pathname)) {
        from = "live";
        // A stream stays for minutes; the relay counts its viewers itself.
        leave();
        // A stream or a poll from another site's page would cost us and tell it nothing.
        if (!isSameOrigin(request, address.origin))
          throw new Refusal(403, "Live prices are for this site's own pages.");
        const client = clientAddress(request, options.trustedProxyHops);
        if (options.live?.answer(request, response, address, client)) return;
      }
      if (await options.sandboxDoor?.answer(request, response, address)) {
        from = "sandbox";
        return;
      }
      if (options.assets.serve(request, response, address.pathname)) {
        from = "files";
        return;
      }
      if (pages === null)
        throw new Refusal(503, "The site is starting. Try again in a second.", { "Retry-After": "1" });
      // A page sets its own policy; a fault on the way to it keeps the closed one.
      response.removeHeader("Content-Security-Policy");
      from = await pages.handle(request, response, {
        address,
        requestId,
        client: clientAddress(request, options.trustedProxyHops),
      });
    } catch (fault) {
      if (!response.headersSent) for (const [name, value] of common) response.setHeader(name, value);
      if (fault instanceof Refusal) return sendRefusal(response, fault);
      if (response.destroyed) return;
      options.onFault(fault, requestId);
      sendRefusal(
        response,
        new Refusal(500, `Something failed here. Quote ${requestId} when you report it.`),
      );
    }
  }

  function sendHealth(request: IncomingMessage, response: ServerResponse, isGood: boolean): void {
    const body = `${JSON.stringify({ status: isGood ? "ok" : "unavailable", version: options.buildVersion })}\n`;
    response.statusCode = isGood ? 200 : 503;
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Content-Length", Buffer.byteLength(body));
    response.end(request.method === "HEAD" ? undefined : body);
  }

  const server = createServer(
    {
      maxHeaderSize: options.limits.requestHeaderBytes,
      headersTimeout: options.limits.headersWithinMs,
      requestTimeout: options.limits.requestWithinMs,
      keepAliveTimeout: options.limits.keepAliveMs,
      connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
      requireHostHeader: false,
    },
    (request, response) => void answer(request, response),
  );
  server.maxConnections = options.limits.connections;
  // The one listener for sockets: by path, and nothing is upgraded before its Origin was looked at.
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // In development Vite takes its own sockets on this port.
    if (options.isDevelopment && request.headers["sec-websocket-protocol"] === "vite-hmr") return;
    socket.on("error", () => socket.destroy());
    try {
      const address = readAddress(request, options.guard);
      // They prove themselves by a token in their first words, not by a cookie: any program may open them.
      if (options.apiDoor?.upgrade(request, socket, head, address)) return;
      const isOrders = options.orders !== null && address.pathname === ORDERS_PATH;
      if (!isOrders && (options.live === null || address.pathname !== LIVE_PATH))
        throw new Refusal(404, "Nothing listens here.");
      // Every browser names its Origin here; who names none is not a browser on our pages.
      if (request.headers.origin !== address.origin)
        throw new Refusal(403, "Sockets are for this site's own pages.");
      if (isOrders) options.orders?.upgrade(request, socket, head, address.protocol === "https:");
      else options.live?.upgrade(request, socket, head, clientAddress(request, options.trustedProxyHops));
    } catch (fault) {
      const { status, message } =
        fault instanceof Refusal ? fault : new Refusal(500, "Something failed here.");
      if (!(fault instanceof Refusal)) options.onFault(fault, "upgrade");
      refuseUpgrade(socket, status, message, fault instanceof Refusal ? fault.headers : {});
    }
  });

  return {
    server,
    attachPages(made) {
      pages = made;
    },
    setReady(ready) {
      isReady = ready;
    },
    async stop(withinMs) {
      isStopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), withinMs);
      await closed;
      clearTimeout(cut);
      await pages?.close();
    },
  };
}

function isBelow(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** One address a page: no slash at the end, but for the documentation's own root. Null when it is tidy already. */
function tidyPath(address: URL): string | null {
  const { pathname, search } = address;
  if (pathname === "/docs/v2") return `/docs/v2/${search}`;
  if (pathname === "/" || pathname === "/docs/v2/" || !pathname.endsWith("/")) return null;
  const trimmed = pathname.replace(/\/+$/, "");
  return `${trimmed === "" ? "/" : trimmed}${search}`;
}
