// The operators' port: metrics for Prometheus, a status page and the operator console. The public port does not serve
// them.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metrics, RelayView } from "./metrics.ts";
import type { OperationsFiles } from "./operations-page.ts";
import { round, type StatusFacts, statusJson, statusPage } from "./status-page.ts";

export type AdminServer = { port: number; stop(): Promise<void> };

const OPERATIONS = "/operations/";
const REQUEST_WITHIN_MS = 5_000;
const POLL_EVERY_MS = 1_000;
const LOOP_CHECK_EVERY_MS = 20;
/** Paths of the console and of the files that its pages load. */
const CONSOLE_PATH = /^\/(?:console|assets|brand)(?:\/|$)/;

type AdminOptions = {
  port: number;
  host: string;
  brand: string;
  metrics: Metrics;
  relay: RelayView | null;
  operations: OperationsFiles;
  /** Handles paths below /console, and the files that its pages load; null if the console is not configured. */
  console?: { answer(request: IncomingMessage, response: ServerResponse): Promise<void> } | null;
  /** Host name of the console. It is accepted in addition to IP addresses and local names. */
  consoleHost?: string | null;
  /** Returns additional lines for the status page; called for each request. */
  facts?: () => Record<string, string | number>;
};

export async function startAdminServer(options: AdminOptions): Promise<AdminServer> {
  const { metrics, relay } = options;
  const loop = monitorEventLoopDelay({ resolution: LOOP_CHECK_EVERY_MS });
  loop.enable();

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === "/metrics") {
      const { type, body } = await metrics.text();
      send(response, 200, type, body);
    } else if (path === "/status.json") {
      send(response, 200, "application/json; charset=utf-8", statusJson(facts()));
    } else if (path === "/" || path === "/status")
      send(response, 200, "text/html; charset=utf-8", statusPage(options.brand, facts()));
    else if (path === "/operations")
      send(response, 200, "text/html; charset=utf-8", options.operations.page());
    else {
      const found = path.startsWith(OPERATIONS)
        ? options.operations.file(path.slice(OPERATIONS.length))
        : null;
      if (found !== null) send(response, 200, found.type, found.text);
      else
        send(
          response,
          404,
          "text/plain; charset=utf-8",
          "This port serves /status, /status.json, /metrics and /operations.\n",
        );
    }
  }

  const facts = (): StatusFacts => ({
    at: new Date().toISOString(),
    eventLoopDelayMs: { mean: delay(loop.mean), p99: delay(loop.percentile(99)) },
    memoryMiB: round(process.memoryUsage().rss / 2 ** 20),
    more: options.facts?.() ?? {},
    relay,
  });

  const server = createServer(
    { requestTimeout: REQUEST_WITHIN_MS, connectionsCheckingInterval: POLL_EVERY_MS },
    (request, response) => receive(request, response, options, answer),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const bound = server.address();
  return {
    port: typeof bound === "object" && bound !== null ? bound.port : options.port,
    stop: () =>
      new Promise((resolve) => {
        loop.disable();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Refuses requests with a foreign host. Passes others to the console or to `answer`. */
function receive(
  request: IncomingMessage,
  response: ServerResponse,
  options: AdminOptions,
  answer: (path: string, response: ServerResponse) => Promise<void>,
): unknown {
  const refuse = (status: number, text: string) => send(response, status, "text/plain; charset=utf-8", text);
  if ((request.headersDistinct.host?.length ?? 0) > 1)
    return refuse(400, "The request has more than one Host header.\n");
  const { host = "" } = request.headers;
  if (host !== options.consoleHost && !isOperatorsHost(host, options.host))
    return refuse(421, "The Host header must be an IP address or a local name.\n");
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  if (options.console && CONSOLE_PATH.test(path)) {
    return options.console.answer(request, response).catch(() => response.destroy());
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("Allow", "GET, HEAD");
    return refuse(405, "The method must be GET.\n");
  }
  return answer(path, response).catch((fault: unknown) => refuse(500, `${String(fault)}\n`));
}

/**
 * True for an IP address, a name without a dot, a Kubernetes service name, or the configured host. Any other name could
 * be an attacker's that resolves to this machine (DNS rebinding).
 */
function isOperatorsHost(header: string, configured: string): boolean {
  const host = header.replace(/:\d{1,5}$/, "").toLowerCase();
  return (
    isIPv4(host) ||
    isIPv6(host.replace(/^\[|\]$/g, "")) ||
    /^[a-z0-9-]+$/.test(host) ||
    /^[a-z0-9.-]+\.(?:svc|svc\.cluster\.local|localhost)$/.test(host) ||
    host === configured.toLowerCase()
  );
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    "Content-Type": type,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(body);
}

/** Converts a delay of the event loop to ms. Subtracts the sampling interval, which the histogram's values include. */
function delay(nanoseconds: number): number {
  return round(Math.max(0, nanoseconds / 1e6 - LOOP_CHECK_EVERY_MS));
}
