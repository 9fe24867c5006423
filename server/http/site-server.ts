// The order of things for one request: health, files, kept pages, then what costs: a place, and the sandbox, the relay or a page. Plain
// node:http with every wait bounded; the only place where an unexpected fault becomes a 500.
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { LIVE_PATH } from "../../app/wire/live.ts";
import { ORDERS_PATH } from "../../app/wire/order-updates.ts";
import { PLAYGROUND_STREAM_PATH } from "../../app/wire/playground-event.ts";
import { refuseUpgrade } from "../net/refuse-upgrade.ts";
import { inRequest, type RequestSpan, readTraceparent, type Tracer } from "../net/trace.ts";
import type { Assets } from "./assets.ts";
import { type BudgetLimits, createBudgets } from "./budgets.ts";
import {
  checkMethod,
  clientAddress,
  type GuardOptions,
  isSameOrigin,
  readAddress,
  readWhole,
} from "./guard.ts";
import type { PageVisit } from "./page-visit.ts";
import type { Pages } from "./pages.ts";
import type { PlaygroundStreamDoor } from "./playground-stream.ts";
import { Refusal, type RefusalForm, sendRefusal } from "./refusal.ts";
import type { SandboxProxy } from "./sandbox-proxy.ts";
import { type Hsts, securityHeaders } from "./security-headers.ts";
import { tellTimes } from "./server-timing.ts";

export type SiteServerOptions = {
  guard: GuardOptions;
  hsts: Hsts;
  limits: {
    requestHeaderBytes: number;
    headersWithinMs: number;
    requestWithinMs: number;
    keepAliveMs: number;
    connections: number;
    apiBodyBytes: number;
  } & BudgetLimits;
  assets: Assets;
  buildVersion: string;
  isDevelopment: boolean;
  /** The relay's doors; null where there is no price feed. */
  live: LiveDoors | null;
  /** The door for a signed-in client's own orders; null where there are no order updates. */
  orders: { upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, isHttps: boolean): void } | null;
  /** Null with a real provider: nothing of a sandbox is there then. */
  sandbox: SandboxProxy | null;
  /** Null where there is no sandbox to hear. */
  playground: PlaygroundStreamDoor | null;
  trustedProxyHops: number;
  /** Null: nothing is traced. */
  tracer: Tracer | null;
  onRequest: (line: RequestLine) => void;
  /** Told of every socket that was refused before it opened. */
  onUpgradeRefused: (refusal: { status: number; path: string; address: string }) => void;
  onFault: (fault: unknown, requestId: string) => void;
};

export type AnswerMcp = (call: {
  method: string;
  headers: Headers;
  body: Buffer;
  url: URL;
  requestId: string;
}) => Promise<Response>;

export type LiveDoors = {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  /** False for a path that is not the relay's. */
  answer(request: IncomingMessage, response: ServerResponse, url: URL, address: string): boolean;
};

export type RequestLine = {
  requestId: string;
  traceId?: string;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  from: string;
  /** As limits count it. */
  address: string;
};

export type SiteServer = {
  server: Server;
  /** Pages need the server (for the dev socket), so they come after it. */
  attachPages(pages: Pages): void;
  /** The endpoint for assistants reads pages; it is there where the sandbox is. */
  attachMcp(answer: AnswerMcp): void;
  setReady(isReady: boolean): void;
  /** Stops taking connections, lets running requests finish, then cuts what is left. */
  stop(withinMs: number): Promise<void>;
};

const MCP_PATH = "/sandbox/mcp";
const TRADING_API_PATH = "/sandbox/v2";
/** Programs read JSON, whatever stands before the API. */
const formFor = (path: string): RefusalForm => (isBelow(TRADING_API_PATH, path) ? "trading-fault" : "text");
const CHECK_CONNECTIONS_EVERY_MS = 2_000;
/** What Node's parser gives up on, by its code. */
const CLIENT_FAULTS: Record<string, [status: number, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [431, "The request's headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive."],
};

export function createSiteServer(options: SiteServerOptions): SiteServer {
  const common = Object.entries(securityHeaders(options.hsts));
  const budgets = createBudgets({
    limits: options.limits,
    now: () => performance.now(),
    countsConnections: options.trustedProxyHops === 0,
  });
  let pages: Pages | null = null;
  let mcp: AnswerMcp | null = null;
  let isReady = false;
  let isStopping = false;

  const clientOf = (request: IncomingMessage) => clientAddress(request, options.trustedProxyHops);

  /** A trace of the asker's is believed where it comes by the operator's own proxies. */
  function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { traceparent } = request.headers;
    const caller =
      options.trustedProxyHops > 0 && typeof traceparent === "string" ? readTraceparent(traceparent) : null;
    return inRequest(options.tracer, caller, (span) => answerTraced(request, response, span));
  }

  async function answerTraced(
    request: IncomingMessage,
    response: ServerResponse,
    span: RequestSpan,
  ): Promise<void> {
    const startedAt = performance.now();
    const requestId = randomBytes(12).toString("base64url");
    const line = { path: "?", from: "guard" };
    const client = clientOf(request);
    tellTimes(response, startedAt, line);
    response.on("close", () => {
      span.end(
        `${request.method ?? "?"} ${line.from}`,
        {
          "http.request.method": request.method ?? "?",
          "url.path": line.path,
          "http.response.status_code": response.statusCode,
          "request.id": requestId,
        },
        response.statusCode >= 500,
      );
      options.onRequest({
        requestId,
        method: request.method ?? "?",
        status: response.statusCode,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        address: client,
        ...line,
        ...(span.traceId === null ? {} : { traceId: span.traceId }),
      });
    });
    // A reader who leaves is no fault, and nothing here may end the process.
    response.on("error", () => response.destroy());
    for (const [name, value] of common) response.setHeader(name, value);
    response.setHeader("X-Request-Id", requestId);
    try {
      await route(request, response, { requestId, client, line });
    } catch (fault) {
      if (!response.headersSent) for (const [name, value] of common) response.setHeader(name, value);
      if (fault instanceof Refusal) {
        return sendRefusal(response, fault, formFor(line.path));
      }
      if (response.destroyed) return;
      options.onFault(fault, requestId);
      sendRefusal(
        response,
        new Refusal(500, `Something failed here. Quote ${requestId} when you report it.`),
        formFor(line.path),
      );
    }
  }

  /** Notes in `line` what was asked and who answered. Throws Refusal. */
  async function route(
    request: IncomingMessage,
    response: ServerResponse,
    { requestId, client, line }: { requestId: string; client: string; line: { path: string; from: string } },
  ): Promise<void> {
    const barePath = (request.url ?? "").split("?", 1)[0] ?? "";
    if (barePath === "/healthz" || barePath === "/readyz") {
      Object.assign(line, { path: barePath, from: "health" });
      sendHealth(request, response, barePath === "/healthz" || (isReady && !isStopping));
      return;
    }
    const address = readAddress(request, options.guard);
    line.path = address.pathname;
    if (mcp !== null && address.pathname === MCP_PATH) {
      line.from = "mcp";
      const answerCall = mcp;
      budgets.spend("call", client);
      await inPlace(client, () => answerMcp(answerCall, request, response, { address, requestId }));
      return;
    }
    if (options.sandbox?.owns(address.pathname)) {
      line.from = "sandbox";
      const { sandbox } = options;
      budgets.spend("call", client);
      await inPlace(client, () => sandbox.answer(request, response, address, client));
      return;
    }
    checkMethod(request, address);
    const tidy = tidyPath(address);
    if (tidy !== null && request.method !== "POST") {
      response.writeHead(308, { Location: tidy, "Cache-Control": "public, max-age=3600" }).end();
      return;
    }
    if (isBelow(LIVE_PATH, address.pathname)) {
      line.from = "live";
      // A stream or a poll from another site's page would cost us and tell it nothing.
      if (!isSameOrigin(request, address.origin))
        throw new Refusal(403, "Live prices are for this site's own pages.");
      budgets.spend("page", client);
      // A stream stays for minutes; the relay counts its viewers itself.
      if (options.live?.answer(request, response, address, client)) return;
    }
    if (options.playground !== null && address.pathname === PLAYGROUND_STREAM_PATH) {
      line.from = "playground";
      budgets.spend("page", client);
      // A stream stays for a minute; it counts its readers itself.
      if (await options.playground.answer(request, response, address, client)) return;
    }
    if (options.assets.serve(request, response, address.pathname)) {
      line.from = "files";
      return;
    }
    if (pages === null)
      throw new Refusal(503, "The site is starting. Try again in a second.", { "Retry-After": "1" });
    const visit = await pages.visit(request, { address, requestId, client });
    const kept = await pages.answerKept(request, response, visit, budgets.isOverloaded());
    if (kept !== null) {
      line.from = kept;
      return;
    }
    budgets.spend("page", client);
    line.from = await inPlace(client, () => render(request, response, visit));
  }

  /** Programs call it with a token in a header. A page of another site may not, even where its name leads here. Throws Refusal. */
  async function answerMcp(
    answerCall: AnswerMcp,
    request: IncomingMessage,
    response: ServerResponse,
    { address, requestId }: { address: URL; requestId: string },
  ): Promise<void> {
    if (!isSameOrigin(request, address.origin))
      throw new Refusal(403, "This endpoint is for programs, not for pages of other sites.");
    const body = await readWhole(request, options.limits.apiBodyBytes, "body");
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string") headers.set(name, value);
    const answer = await answerCall({ method: request.method ?? "", headers, body, url: address, requestId });
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    response.setHeader("Cache-Control", "no-store");
    const bytes = Buffer.from(await answer.arrayBuffer());
    response.setHeader("Content-Length", bytes.byteLength);
    response.end(bytes);
  }

  async function inPlace<T>(client: string, work: () => Promise<T>): Promise<T> {
    const leave = budgets.enter(client);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  function render(request: IncomingMessage, response: ServerResponse, visit: PageVisit): Promise<string> {
    if (pages === null) throw new Error("pages were there a moment ago");
    return pages.answer(request, response, visit);
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
    (request, response) => {
      answer(request, response).catch((fault: unknown) => {
        options.onFault(fault, "answer");
        response.destroy();
      });
    },
  );
  server.maxConnections = options.limits.connections;
  server.on("connection", (socket) => {
    if (!budgets.connect(socket)) socket.destroy();
  });
  // What is no HTTP gets an answer with our headers like everything else.
  server.on("clientError", (fault: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || fault.code === "ECONNRESET") return void socket.destroy();
    const [status, sentence] = CLIENT_FAULTS[fault.code ?? ""] ?? [
      400,
      "This is not a request that can be read.",
    ];
    refuseUpgrade(socket, status, sentence);
  });

  /** Throws Refusal. Nothing is upgraded before its host and, on the site's own sockets, its Origin were looked at. */
  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, client: string): void {
    budgets.spend("upgrade", client);
    const address = readAddress(request, options.guard);
    // They prove themselves by a token in their first words, not by a cookie: any program may open them.
    if (options.sandbox?.upgrade(request, socket, head, address, client)) return;
    const isOrders = options.orders !== null && address.pathname === ORDERS_PATH;
    if (!isOrders && (options.live === null || address.pathname !== LIVE_PATH))
      throw new Refusal(404, "Nothing listens here.");
    // Every browser names its Origin here; who names none is not a browser on our pages.
    if (request.headers.origin !== address.origin)
      throw new Refusal(403, "Sockets are for this site's own pages.");
    if (isOrders) options.orders?.upgrade(request, socket, head, address.protocol === "https:");
    else options.live?.upgrade(request, socket, head, client);
  }

  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // In development Vite takes its own sockets on this port.
    if (options.isDevelopment && request.headers["sec-websocket-protocol"] === "vite-hmr") return;
    socket.on("error", () => socket.destroy());
    const client = clientOf(request);
    try {
      upgrade(request, socket, head, client);
    } catch (fault) {
      const refusal = fault instanceof Refusal ? fault : new Refusal(500, "Something failed here.");
      if (fault instanceof Refusal)
        options.onUpgradeRefused({
          status: refusal.status,
          path: (request.url ?? "").split("?", 1)[0] ?? "",
          address: client,
        });
      else options.onFault(fault, "upgrade");
      refuseUpgrade(socket, refusal.status, refusal.message, refusal.headers);
    }
  });

  return {
    server,
    attachPages(made) {
      pages = made;
    },
    attachMcp(answer) {
      mcp = answer;
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
      budgets.stop();
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
