// The site's HTTP server: plain node:http with time limits. request-route.ts handles requests, request-record.ts
// records them, and upgrades.ts opens sockets.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { Limits } from "../limits.ts";
import { refuseUpgrade } from "../protocol/refuse-upgrade.ts";
import type { RateLimiters } from "../rate-limits/rate-limiters.ts";
import { type BudgetLimits, type Budgets, createBudgets } from "./budgets.ts";
import type { Pages } from "./pages.ts";
import { Refusal, type RefusalForm, refusalBody, refusalForm } from "./refusal.ts";
import { createRecordedResponse, type RecordOptions } from "./request-record.ts";
import { type AnswerMcp, RequestRoute, type RouteOptions } from "./request-route.ts";
import { createUpgradeListener, type UpgradeOptions } from "./upgrades.ts";

type ServerLimits = Pick<
  Limits,
  | "requestHeaderBytes"
  | "headersTimeoutMs"
  | "requestTimeoutMs"
  | "keepAliveMs"
  | "silentConnectionMs"
  | "connections"
  | "drainMs"
>;
export type SiteServerOptions = RouteOptions &
  RecordOptions &
  UpgradeOptions & {
    live: (RouteOptions["live"] & UpgradeOptions["live"]) | null;
    limits: ServerLimits & BudgetLimits;
    rates: Pick<RateLimiters, "rate">;
  };

export type SiteServer = ReturnType<typeof createSiteServer>;

/** The request line is searched in this number of bytes at the start of a packet. */
const REQUEST_LINE_BYTES = 400;
const CHECK_CONNECTIONS_EVERY_MS = 2_000;
/** Responses to errors of Node's HTTP parser, by error code. */
const CLIENT_FAULTS: Record<string, [status: number, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [431, "The request's headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive."],
};

export function createSiteServer(options: SiteServerOptions) {
  const budgets = createBudgets({
    limits: options.limits,
    rates: options.rates,
    countsConnections: options.trustedProxyHops === 0,
  });
  const route = new RequestRoute(options, budgets);
  const answer = createRecordedResponse(options, (about) => route.answer(about));
  /** Monotonic ms at which draining began; null before. */
  let drainingSince: number | null = null;
  const server = openServer(options.limits, budgets, (request, response) => {
    closeWithConnection(request, response);
    if (drainingSince !== null) response.setHeader("Connection", "close");
    answer(request, response).catch((fault: unknown) => {
      options.onFault(fault, "answer");
      response.destroy();
    });
  });
  /** Upgraded sockets, which the methods of Node's HTTP server do not close. */
  const upgraded = new Set<Duplex>();
  const openSocket = createUpgradeListener(options, budgets);
  server.on("upgrade", (request, socket: Duplex, head) => {
    if (request.headers.upgrade?.toLowerCase() !== "websocket")
      return ignoreUpgrade(server, request, socket, head);
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    openSocket(request, socket, head);
  });
  return {
    server,
    /** Returns the bound port, which differs from `port` only if that is 0. Rejects if the port is not available. */
    listen: (port: number, host: string): Promise<number> =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
      }),
    /** Attaches the pages. They are created later, because Vite's development socket needs the server. */
    attachPages(made: Pages) {
      route.pages = made;
    },
    attachMcp(made: AnswerMcp) {
      route.mcp = made;
    },
    /** Sets the function that returns the degraded services for /readyz. */
    attachStatus(degradedServices: RequestRoute["degradedServices"]) {
      route.degradedServices = degradedServices;
    },
    setReady(isReady: boolean) {
      if (route.isReady && !isReady) drainingSince ??= performance.now();
      route.isReady = isReady;
    },
    /**
     * Drains first if requested. Then accepts no new connections, ends open sockets, completes running requests, and
     * closes the remaining connections. All of this ends within `withinMs`.
     */
    async stop(withinMs: number, { drains }: { drains: boolean }) {
      route.isReady = false;
      drainingSince ??= performance.now();
      const mustEndAt = performance.now() + withinMs;
      const drainsUntil = Math.min(drainingSince + options.limits.drainMs, mustEndAt);
      if (drains) await wait(Math.max(0, drainsUntil - performance.now()));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      for (const socket of upgraded) socket.end();
      const cut = setTimeout(() => {
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }, mustEndAt - performance.now());
      await closed;
      clearTimeout(cut);
      budgets.stop();
      await route.pages?.close();
    },
  };
}

function openServer(limits: ServerLimits, budgets: Budgets, listener: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.requestHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
      requireHostHeader: false,
    },
    listener,
  );
  server.timeout = limits.silentConnectionMs;
  server.maxConnections = limits.connections;
  const counted = new WeakSet<Socket>();
  server.on("connection", (socket) => {
    // `ignoreUpgrade` passes the connection of each upgrade request to the server again, as an ordinary connection.
    if (counted.has(socket)) return;
    counted.add(socket);
    // Each open response has a listener, and a client may send many requests before it reads the first response.
    socket.setMaxListeners(0);
    if (!budgets.connect(socket)) socket.destroy();
  });
  // Requests that Node cannot parse get a response with the usual headers.
  server.on("clientError", (fault: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    if (!socket.writable || fault.code === "ECONNRESET") return void socket.destroy();
    const [status, sentence] = CLIENT_FAULTS[fault.code ?? ""] ?? [400, "The request is malformed."];
    refuseUpgrade(
      socket,
      status,
      sentence,
      {},
      refusalBody(new Refusal(status, sentence), selectRefusalForm(fault.rawPacket)),
    );
  });
  return server;
}

/**
 * Closes a response when its connection closes. Node does so only for the response that is being sent, not for those of
 * pipelined requests behind it, whose places in the limits would stay occupied.
 */
function closeWithConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  const close = () => {
    if (response.socket !== null) return;
    response.destroy();
    response.emit("close");
  };
  socket.once("close", close);
  response.once("close", () => socket.off("close", close));
}

/**
 * Handles a request to upgrade to another protocol as an ordinary request (RFC 9110, section 7.8). Java's client, for
 * example, requests HTTP/2 this way. Node cannot ignore an upgrade, so the request is parsed again without it.
 */
function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (!/^(?:connection|upgrade|http2-settings)$/i.test(rawHeaders[index] ?? ""))
      lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  socket.unshift(Buffer.concat([Buffer.from([...lines, "", ""].join("\r\n"), "latin1"), head]));
  server.emit("connection", socket);
}

/** Returns the response format for a request that cannot be parsed, from the request line in its packet. */
function selectRefusalForm(packet: Buffer | undefined): RefusalForm {
  const start = packet?.subarray(0, REQUEST_LINE_BYTES).toString("latin1") ?? "";
  return refusalForm(/^[A-Z]+ (\S+)/.exec(start)?.[1] ?? "");
}
