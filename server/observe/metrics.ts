// Prometheus metrics. Other modules maintain the counts; this file reads them for each scrape.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type OperatingSources, watchOperating } from "./operating-metrics.ts";
import { SECURITY_EVENTS } from "./security-log.ts";
import { type WatchedMetrics, watchedMetrics } from "./watched-metrics.ts";

type FeedView = {
  phase: string;
  reason: string;
  since: number;
  ageMs: number | null;
  refused: number;
  wanted: number;
  own: number;
  capacity: number;
  connections: { phase: string; instruments: number; ageMs: number | null }[];
};
/** State of the price relay that the metrics export. */
export type RelayView = {
  counters: Record<string, number | Record<string, number>>;
  status(): {
    isLeader: boolean;
    feeds: Record<string, FeedView>;
    bus: { isConfigured: boolean; isConnected: boolean; fence: number; leader: string | null };
    states: Record<string, [state: string, since: number, reason: string]>;
    hub: { viewers: number; sets: number; groups: number; slow: number };
    cells: number;
  };
};

/** State of the order updates, which the metrics export. */
export type OrdersView = { status(): { tabs: number; up: number } };

/** State of the base API, which the metrics export. */
export type ProviderView = {
  isCircuitClosed(): boolean;
  /** Share of recent responses of the base API that matched the contract: all, some or none. */
  readable(): "all" | "some" | "none";
  rejectedByLane(): number;
  answersServed(): number;
  /** True while the base API refuses this site's calls for public data with 401 or 403. */
  isRefusingUs(): boolean;
  /** Numbers of invalid list items that were left out since the process started. */
  omitted(): { operation: string; path: string; count: number }[];
};

export type Metrics = {
  meters: { flush(ms: number): void; ackAge(ms: number): void };
  request(line: { status: number; durationMs: number; from: string }): void;
  watch(relay: RelayView): void;
  watchOrders(orders: OrdersView): void;
  /** Adds a counter. `read` is called for each scrape and returns a value that never decreases. */
  watchCounter(name: string, help: string, read: () => number): void;
  watchGauge(name: string, help: string, read: () => number): void;
  security(event: string): void;
  /** Counts an unexpected error; its stack is in the log. */
  fault(): void;
  /** Counts a failed write of the site's store. */
  storeFault(): void;
  /** Counts a refused message from the bus: not sealed by this site, repeated, or too old. */
  busRefused(): void;
  watchOperating(views: OperatingSources): void;
  watchProvider(provider: ProviderView): void;
  text(): Promise<{ type: string; body: string }>;
};

const SLICE_SECONDS = [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.05, 0.2];
const AGE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15];
const REQUEST_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3];

/** Values of the page cache's label `result`, by the source of the response. */
const CACHE_RESULTS: Record<string, string> = { cache: "fresh", stale: "stale", render: "rendered" };
/** Values of the label for the step of a sign-in, by event of the security log. */
const SIGN_INS: Record<string, string> = {
  sign_in_begun: "begun",
  signed_in: "done",
  sign_in_refused: "refused",
};

export function createMetrics(options: { version: string }): Metrics {
  const registry = openRegistry(options.version);
  const registers = [registry];
  const watched = watchedMetrics(registry);
  const flush = new Histogram({
    name: "relay_flush_slice_seconds",
    help: "Duration of one uninterrupted batch of writes to viewers",
    buckets: SLICE_SECONDS,
    registers,
  });
  const ackAge = new Histogram({
    name: "relay_ack_age_seconds",
    help: "Age of the oldest unacknowledged frame when an acknowledgement was received",
    buckets: AGE_SECONDS,
    registers,
  });
  const requests = new Histogram({
    name: "http_request_seconds",
    help: "Response times, by component and status class",
    labelNames: ["from", "status"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const security = new Counter({
    name: "security_events_total",
    help: "Events of the security log, logged or only counted, by kind",
    labelNames: ["event"],
    registers,
  });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const cache = counter(
    "page_cache_requests_total",
    "Pages served: fresh from the cache, stale from the cache, or rendered",
    ["result"],
  );
  const limited = counter("rate_limited_total", "Requests refused with 429, by component", ["from"]);
  const signIns = counter("sign_ins_total", "Sign-ins started, completed and refused", ["result"]);
  // Alerts compare these counters, and a labelled counter is exported only after its first value.
  for (const event of SECURITY_EVENTS) security.inc({ event }, 0);
  for (const result of Object.values(SIGN_INS)) signIns.inc({ result }, 0);

  return {
    security(event) {
      security.inc({ event });
      const result = SIGN_INS[event];
      if (result !== undefined) signIns.inc({ result });
    },
    ...unlabelledCounters(registers),
    watchOperating: (views) => watchOperating(watched, views),
    watchCounter: watched.counter,
    watchGauge: watched.gauge,
    meters: {
      flush: (ms) => flush.observe(ms / 1_000),
      ackAge: (ms) => ackAge.observe(ms / 1_000),
    },
    request({ status, durationMs, from }) {
      requests.observe({ from, status: `${Math.floor(status / 100)}xx` }, durationMs / 1_000);
      const result = CACHE_RESULTS[from];
      if (result !== undefined) cache.inc({ result });
      if (status === 429) limited.inc({ from });
    },
    watch: (relay) => watchRelay(watched, relay),
    watchOrders: (orders) => watchOrders(watched, orders),
    watchProvider: (provider) => watchProvider(watched, provider),
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  };
}

/** Creates the registry with the metrics of the process and of the build. */
function openRegistry(version: string): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({ name: "site_build_info", help: "Always 1", labelNames: ["version"], registers }).set(
    { version },
    1,
  );
  return registry;
}

function unlabelledCounters(registers: Registry[]): Pick<Metrics, "fault" | "storeFault" | "busRefused"> {
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const faults = counter("unexpected_faults_total", "Unexpected errors; each is logged with its stack");
  const storeFaults = counter(
    "store_faults_total",
    "Writes of the site's own store that failed: a full disk, a read-only folder",
  );
  const busRefused = counter(
    "bus_messages_refused_total",
    "Refused bus messages: not encrypted by this site, replayed or too old",
  );
  return {
    fault: () => faults.inc(),
    storeFault: () => storeFaults.inc(),
    busRefused: () => busRefused.inc(),
  };
}

function watchOrders({ gauge }: WatchedMetrics, orders: OrdersView): void {
  gauge("orders_tabs", "Tabs subscribed to order updates", () => orders.status().tabs);
  gauge(
    "orders_upstream_up",
    "Open connections to the provider's order-update socket",
    () => orders.status().up,
  );
}

function watchProvider({ gauge, counter }: WatchedMetrics, provider: ProviderView): void {
  gauge("provider_answering", "1 while the base API's circuit for public data is closed", () =>
    Number(provider.isCircuitClosed()),
  );
  gauge("provider_unreadable", "Recent base API responses: 0 all valid, 1 some invalid, 2 all invalid", () =>
    ["all", "some", "none"].indexOf(provider.readable()),
  );
  gauge(
    "provider_calls_turned_away",
    "Base API calls refused because their share was full",
    provider.rejectedByLane,
  );
  gauge(
    "catalogue_kept_answers",
    "Cached responses served instead of the provider's",
    provider.answersServed,
  );
  gauge("provider_refusing_us", "1 while the base API refuses this site's own calls with 401 or 403", () =>
    Number(provider.isRefusingUs()),
  );
  counter(
    "provider_items_left_out_total",
    "Invalid items in the base API's lists, by the path of their first error",
    () => provider.omitted().map(({ count: value, ...labels }) => ({ labels, value })),
    ["operation", "path"],
  );
}

function watchRelay({ gauge, counter }: WatchedMetrics, relay: RelayView): void {
  for (const name of Object.keys(relay.counters)) {
    const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    counter(
      `relay_${spaced.replaceAll(" ", "_")}_total`,
      `Relay: ${spaced}, since the process started`,
      () => {
        const value = relay.counters[name] ?? 0;
        if (typeof value === "number") return value;
        return Object.entries(value).map(([kind, count]) => ({ labels: { kind }, value: count }));
      },
      typeof relay.counters[name] === "object" ? ["kind"] : [],
    );
  }
  gauge("relay_leader", "1 while this process holds the upstream lease", () =>
    Number(relay.status().isLeader),
  );
  gauge("relay_bus_connected", "1 while the bus responds", () => Number(relay.status().bus.isConnected));
  gauge("relay_lease_fence", "Latest known fence of the lease", () => relay.status().bus.fence);
  gauge("relay_viewers", "Viewers connected", () => relay.status().hub.viewers);
  gauge("relay_channel_sets", "Different channel sets watched", () => relay.status().hub.sets);
  gauge("relay_slow_viewers", "Viewers with unacknowledged data", () => relay.status().hub.slow);
  gauge("relay_instruments", "Instruments with a last value", () => relay.status().cells);
  for (const kind of Object.keys(relay.status().feeds)) {
    const feed = () => {
      const found = relay.status().feeds[kind];
      if (found === undefined) throw new Error(`the relay no longer has a feed ${kind}`);
      return found;
    };
    gauge(`relay_${kind}_feed_up`, "1 while the feed is connected and trusted", () =>
      Number(feed().phase === "up"),
    );
    gauge(`relay_${kind}_feed_age_seconds`, "Age of the newest packet; -1 before the first", () => {
      const { ageMs } = feed();
      return ageMs === null ? -1 : ageMs / 1_000;
    });
    gauge(`relay_${kind}_feed_instruments`, "Instruments subscribed upstream", () => feed().wanted);
    gauge(`relay_${kind}_feed_own`, "Instruments that this replica's viewers watch", () => feed().own);
    gauge(
      `relay_${kind}_feed_capacity`,
      "Instruments that the site's connections can hold",
      () => feed().capacity,
    );
    gauge(
      `relay_${kind}_feed_refused`,
      "Instruments that exceed the capacity of the connections",
      () => feed().refused,
    );
  }
}
