// The operators' own port: metrics for Prometheus and one page that says how the relay is. Never on the public port.
import { createServer, type ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metrics, RelayView } from "./metrics.ts";
import type { OperationsFiles } from "./operations-page.ts";

export type AdminServer = { port: number; stop(): Promise<void> };

const OPERATIONS = "/operations/";
const REQUEST_WITHIN_MS = 5_000;
const REFRESH_S = 5;
const LOOP_LOOKS_EVERY_MS = 20;

export async function startAdminServer(options: {
  port: number;
  host: string;
  brand: string;
  metrics: Metrics;
  relay: RelayView | null;
  operations: OperationsFiles;
  /** More lines for the status, asked each time. */
  facts?: () => Record<string, string | number>;
}): Promise<AdminServer> {
  const { metrics, relay } = options;
  const loop = monitorEventLoopDelay({ resolution: LOOP_LOOKS_EVERY_MS });
  loop.enable();

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === "/metrics") {
      const { type, body } = await metrics.text();
      send(response, 200, type, body);
    } else if (path === "/status.json") {
      send(response, 200, "application/json; charset=utf-8", `${JSON.stringify(facts(), null, 2)}\n`);
    } else if (path === "/" || path === "/status") send(response, 200, "text/html; charset=utf-8", page());
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
          "There are /status, /status.json, /metrics and /operations.\n",
        );
    }
  }

  function facts() {
    return {
      at: new Date().toISOString(),
      eventLoopDelayMs: { mean: delay(loop.mean), p99: delay(loop.percentile(99)) },
      memoryMiB: round(process.memoryUsage().rss / 2 ** 20),
      ...options.facts?.(),
      relay: relay === null ? null : { ...relay.status(), counters: relay.counters },
    };
  }

  function page(): string {
    const { eventLoopDelayMs, memoryMiB, at } = facts();
    const status = relay?.status();
    const rows: [string, string][] = [
      ["Time", at],
      ["Event-loop delay", `mean ${eventLoopDelayMs.mean} ms, p99 ${eventLoopDelayMs.p99} ms`],
      ["Memory", `${memoryMiB} MiB`],
      ...Object.entries(options.facts?.() ?? {}).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    ];
    if (status === undefined) rows.push(["Relay", "no price feed is configured"]);
    else {
      rows.push([
        "Role",
        status.isLeader ? "holds the upstream" : `follows ${status.bus.leader ?? "nobody yet"}`,
      ]);
      if (status.bus.isConfigured)
        rows.push(["Bus", `${status.bus.isConnected ? "connected" : "away"}, fence ${status.bus.fence}`]);
      for (const kind of ["market", "depth"] as const) {
        const feed = status[kind];
        const age = feed.ageMs === null ? "no data yet" : `last packet ${round(feed.ageMs / 1_000)} s ago`;
        rows.push([
          `${kind} feed`,
          `${feed.phase}${feed.reason === "" ? "" : ` (${feed.reason})`} since ${new Date(feed.since).toISOString()}; ${age}; ${feed.wanted} instruments on ${feed.connections.length} connections; ${feed.refused} refused`,
        ]);
      }
      for (const [name, [state, since, reason]] of Object.entries(status.states))
        rows.push([
          `State of ${name}`,
          `${state} since ${new Date(since).toISOString()}${reason === "" ? "" : `: ${reason}`}`,
        ]);
      const { viewers, sets, groups, slow } = status.hub;
      rows.push(["Viewers", `${viewers}, of them behind ${slow}; ${sets} channel sets in ${groups} groups`]);
      for (const [name, value] of Object.entries(relay?.counters ?? {}))
        rows.push([
          name,
          typeof value === "number"
            ? String(value)
            : Object.entries(value)
                .map(([kind, count]) => `${kind}: ${count}`)
                .join(", ") || "none",
        ]);
    }
    return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${REFRESH_S}"><title>Status of ${escapeHtml(options.brand)}</title><style>body{font:14px/1.5 system-ui,sans-serif;margin:2rem}th{text-align:start;padding-inline-end:2rem;vertical-align:top}</style><h1>Status</h1><table>${rows
      .map(
        ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
      )
      .join("")}</table></html>\n`;
  }

  const server = createServer({ requestTimeout: REQUEST_WITHIN_MS }, (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD")
      return send(response, 405, "text/plain; charset=utf-8", "GET only.\n");
    answer((request.url ?? "/").split("?", 1)[0] ?? "/", response).catch((fault: unknown) =>
      send(response, 500, "text/plain; charset=utf-8", `${String(fault)}\n`),
    );
  });
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

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    "Content-Type": type,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(body);
}

/** The histogram holds the time between two looks; what is over their spacing is delay. */
function delay(nanoseconds: number): number {
  return round(Math.max(0, nanoseconds / 1e6 - LOOP_LOOKS_EVERY_MS));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
