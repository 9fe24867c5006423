// Metrics for alerts: circuits and lanes of the services, page cache, limits, sign-ins, orders, outbox, sandbox
// process, disk, clock. Gauges read their value at each scrape.
import { statfsSync } from "node:fs";
import type { WatchedMetrics } from "./watched-metrics.ts";

/** Values of the metric for a circuit breaker: 0 allows calls, 1 allows one trial call, 2 allows none. */
export const CIRCUIT_STATES = { closed: 0, halfOpen: 1, open: 2 } as const;

export type ServiceView = {
  circuit: keyof typeof CIRCUIT_STATES;
  /**
   * Number of times that the circuit opened. `rejectedByLane` is the number of calls that were rejected because their
   * lane was full.
   */
  opened: number;
  retries: number;
  rejectedByLane: number;
  /** Numbers of running and queued calls, by lane. */
  lanes: Record<string, { inFlight: number; waiting: number }>;
};

/** Measurements that the sandbox's process sends once a second. */
export type Vitals = { loopDelayMs: number; residentBytes: number; openFiles: number };

export type OperatingSources = {
  services: Record<string, () => ServiceView>;
  /** Null if sign-in is not configured. */
  signIn: (() => { isPartnerRefused: boolean; refusals: number }) | null;
  /**
   * Numbers for the states on the public status page: 0 not in use, 1 closed, 2 live, 3 delayed, 4 stale, 5 not
   * available.
   */
  states: () => Record<string, number>;
  /** Null if pages are not cached, as in development. */
  pageCache: () => { entries: number; bytes: number } | null;
  /** `waiting`: access requests that are still to be sent. `setAside`: requests that were refused or cannot be read. */
  outbox: (() => { waiting: number; setAside: number }) | null;
  /** Number of order changes received since the process started. */
  orderChanges: (() => number) | null;
  /** Null if there is no sandbox, or before its first report. */
  sandbox: () => Vitals | null;
  dataDir: string;
  /** Epoch ms of the last backup of the data folder; null before the first. */
  lastBackupAt: () => number | null;
};

export function watchOperating(metrics: WatchedMetrics, views: OperatingSources): void {
  const { gauge, counter } = metrics;
  watchServices(metrics, views.services);
  gauge(
    "site_service_state",
    "State on /status: 0 not in use, 1 closed, 2 live, 3 delayed, 4 stale, 5 not available",
    () => Object.entries(views.states()).map(([service, value]) => ({ labels: { service }, value })),
    ["service"],
  );
  if (views.signIn !== null) watchSignIn(metrics, views.signIn);
  gauge("page_cache_entries", "Cached pages", () => views.pageCache()?.entries ?? null);
  gauge(
    "page_cache_bytes",
    "Bytes of cached pages, including their compressed copies",
    () => views.pageCache()?.bytes ?? null,
  );
  gauge(
    "outbox_waiting",
    "Requests for access that are pending delivery",
    () => views.outbox?.().waiting ?? null,
  );
  gauge(
    "outbox_set_aside",
    "Requests for access that were refused or could not be read",
    () => views.outbox?.().setAside ?? null,
  );
  if (views.orderChanges !== null)
    counter("orders_changes_total", "Order changes received from the provider", views.orderChanges);
  watchSandbox(metrics, views.sandbox);
  gauge("data_dir_free_bytes", "Bytes free to this user on DATA_DIR's disk", () => freeBytes(views.dataDir));
  gauge("data_dir_last_backup_timestamp_seconds", "When the last backup of DATA_DIR was made", () => {
    const at = views.lastBackupAt();
    return at === null ? null : at / 1_000;
  });
}

/** Adds the metrics of the sandbox's process. They have no samples until the sandbox has sent its first report. */
function watchSandbox({ gauge }: WatchedMetrics, vitals: OperatingSources["sandbox"]): void {
  gauge(
    "sandbox_loop_delay_seconds",
    "The sandbox's event-loop delay, 99th percentile of the last second",
    () => {
      const found = vitals();
      return found === null ? null : found.loopDelayMs / 1_000;
    },
  );
  gauge(
    "sandbox_resident_memory_bytes",
    "The sandbox's resident memory",
    () => vitals()?.residentBytes ?? null,
  );
  gauge("sandbox_open_fds", "Open files of the sandbox's process", () => vitals()?.openFiles ?? null);
}

function watchServices({ gauge, counter }: WatchedMetrics, services: OperatingSources["services"]): void {
  const all = () => Object.entries(services).map(([service, read]) => ({ service, view: read() }));
  gauge(
    "provider_circuit_state",
    "0 closed, 1 trying one call, 2 open",
    () => all().map(({ service, view }) => ({ labels: { service }, value: CIRCUIT_STATES[view.circuit] })),
    ["service"],
  );
  for (const [name, help, field] of [
    ["provider_circuit_opened_total", "Times a service's circuit opened", "opened"],
    ["provider_retries_total", "Retried calls", "retries"],
    ["provider_turned_away_total", "Calls refused because their service's share was full", "rejectedByLane"],
  ] as const)
    counter(
      name,
      help,
      () => all().map(({ service, view }) => ({ labels: { service }, value: view[field] })),
      ["service"],
    );
  for (const [name, help, field] of [
    ["provider_calls_in_flight", "Calls of a share in progress", "inFlight"],
    ["provider_calls_waiting", "Queued calls of a share", "waiting"],
  ] as const)
    gauge(
      name,
      help,
      () =>
        all().flatMap(({ service, view }) =>
          Object.entries(view.lanes).map(([lane, counts]) => ({
            labels: { service, lane },
            value: counts[field],
          })),
        ),
      ["service", "lane"],
    );
}

function watchSignIn(
  { gauge, counter }: WatchedMetrics,
  read: NonNullable<OperatingSources["signIn"]>,
): void {
  gauge(
    "sign_in_partner_refused",
    "1 while the authentication service refuses this site's partner id or secret",
    () => Number(read().isPartnerRefused),
  );
  counter(
    "sign_in_partner_refusals_total",
    "Sign-ins that ended because the authentication service refused this site",
    () => read().refusals,
  );
}

function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
