// State of this process and its relay, for operators: a page that reloads itself, and the same data as JSON.
import { escapeHtml } from "./escape-html.ts";
import type { RelayView } from "./metrics.ts";

export type StatusFacts = {
  /** Time of the status, ISO 8601. */
  at: string;
  eventLoopDelayMs: { mean: number; p99: number };
  memoryMiB: number;
  /** Additional lines of the page, by name. */
  more: Record<string, string | number>;
  /** State of the relay; null if there is no price feed. */
  relay: RelayView | null;
};
type StatusRow = [name: string, value: string];
type RelayStatus = ReturnType<RelayView["status"]>;

const REFRESH_S = 5;

export function statusJson({ more, relay, ...facts }: StatusFacts): string {
  const relayStatus = relay === null ? null : { ...relay.status(), counters: relay.counters };
  return `${JSON.stringify({ ...facts, ...more, relay: relayStatus }, null, 2)}\n`;
}

export function statusPage(
  brand: string,
  { at, eventLoopDelayMs, memoryMiB, more, relay }: StatusFacts,
): string {
  const rows: StatusRow[] = [
    ["Time", at],
    ["Event-loop delay", `mean ${eventLoopDelayMs.mean} ms, p99 ${eventLoopDelayMs.p99} ms`],
    ["Memory", `${memoryMiB} MiB`],
    ...Object.entries(more).map(([name, value]): StatusRow => [name, String(value)]),
    ...(relay === null ? [["Relay", "no price feed is configured"] as StatusRow] : relayRows(relay)),
  ];
  const cells = rows
    .map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
    .join("");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${REFRESH_S}"><title>Status of ${escapeHtml(brand)}</title><style>body{font:14px/1.5 system-ui,sans-serif;margin:2rem}th{text-align:start;padding-inline-end:2rem;vertical-align:top}</style><h1>Status</h1><table>${cells}</table></html>\n`;
}

function relayRows(relay: RelayView): StatusRow[] {
  const status = relay.status();
  const { viewers, sets, groups, slow } = status.hub;
  return [
    [
      "Role",
      status.isLeader ? "connects to the provider" : `follows ${status.bus.leader ?? "no replica yet"}`,
    ],
    ...(status.bus.isConfigured
      ? [["Bus", `${status.bus.isConnected ? "connected" : "away"}, fence ${status.bus.fence}`] as StatusRow]
      : []),
    ...feedRows(status.feeds),
    ...Object.entries(status.states).map(
      ([name, [state, since, reason]]): StatusRow => [
        `State of ${name}`,
        `${state} since ${new Date(since).toISOString()}${reason === "" ? "" : `: ${reason}`}`,
      ],
    ),
    ["Viewers", `${viewers}, of them behind ${slow}; ${sets} channel sets in ${groups} groups`],
    ...Object.entries(relay.counters).map(([name, value]): StatusRow => [name, countText(value)]),
  ];
}

function feedRows(feeds: RelayStatus["feeds"]): StatusRow[] {
  return Object.entries(feeds).map(([kind, feed]) => {
    const age = feed.ageMs === null ? "no data yet" : `last packet ${round(feed.ageMs / 1_000)} s ago`;
    const phase = `${feed.phase}${feed.reason === "" ? "" : ` (${feed.reason})`}`;
    return [
      `${kind} feed`,
      `${phase} since ${new Date(feed.since).toISOString()}; ${age}; ${feed.wanted} instruments on ${feed.connections.length} connections; ${feed.refused} refused`,
    ];
  });
}

function countText(value: number | Record<string, number>): string {
  if (typeof value === "number") return String(value);
  const counts = Object.entries(value).map(([kind, count]) => `${kind}: ${count}`);
  return counts.join(", ") || "none";
}

/** Rounds to one decimal place. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
