// Metrics for alerts: circuits and lanes of the services, page cache, limits, sign-ins, orders, outbox, sandbox
// process, disk, clock. Gauges read their value at each scrape.
import { statfsSync } from "node:fs";
import { Counter, Gauge, type Registry } from "prom-client";

/** Values of the metric for a circuit breaker: 0 allows calls, 1 allows one trial call, 2 allows none. */
export const CIRCUIT_STATES = { closed: 0, halfOpen: 1, open: 2 } as const;

export type ServiceView = {
  circuit: keyof typeof CIRCUIT_STATES;
  /**
   * Number of times the circuit opened. `rejectedByLane` counts calls that were rejected because their lane was full.
   */
  opened: number;
  retries: number;
  rejectedByLane: number;
  /** Numbers of running and queued calls, by lane. */
  lanes: Record<string, { inFlight: number; waiting: number }>;
};

/** Measurements that the sandbox's process sends once a second. */
export type Vitals = { loopDelayMs: number; residentBytes: number; openFiles: number };

export type OperatingViews = {
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
  /** Null without a sandbox, or before its first report. */
  sandbox: () => Vitals | null;
  dataDir: string;
  /** Epoch ms of the last backup of the data folder; null before the first. */
  lastBackupAt: () => number | null;
};

type Sample = { labels: Record<string, string>; value: number };

export function watchOperating(registry: Registry, views: OperatingViews): void {
  const registers = [registry];
  const table = (name: string, help: string, labelNames: string[], read: () => Sample[]) => {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        // `reset` creates a sample of zero for a metric without labels. It is removed here.
        if (labelNames.length === 0) this.remove({});
        for (const { labels, value } of read()) this.set(labels, value);
      },
    });
  };
  /** Adds a metric that has no sample, rather than zero, while `read` returns null. */
  const single = (name: string, help: string, read: () => number | null) =>
    table(name, help, [], () => {
      const value = read();
      return value === null ? [] : [{ labels: {}, value }];
    });
  watchServices(registers, table, views.services);
  table(
    "site_service_state",
    "State on /status: 0 not in use, 1 closed, 2 live, 3 delayed, 4 stale, 5 not available",
    ["service"],
    () => Object.entries(views.states()).map(([service, value]) => ({ labels: { service }, value })),
  );
  if (views.signIn !== null) watchSignIn(registers, single, views.signIn);
  single("page_cache_entries", "Cached pages", () => views.pageCache()?.entries ?? null);
  single(
    "page_cache_bytes",
    "Bytes of cached pages, including their compressed copies",
    () => views.pageCache()?.bytes ?? null,
  );
  single("outbox_waiting", "Requests for access that are pending delivery", () =>
    views.outbox === null ? null : views.outbox().waiting,
  );
  single("outbox_set_aside", "Requests for access that were refused or could not be read", () =>
    views.outbox === null ? null : views.outbox().setAside,
  );
  const { orderChanges } = views;
  if (orderChanges !== null)
    new Counter({
      name: "orders_changes_total",
      help: "Order changes received from the provider",
      registers,
      collect() {
        this.reset();
        this.inc(orderChanges());
      },
    });
  const vital = (name: string, help: string, read: (vitals: Vitals) => number) =>
    single(name, help, () => {
      const vitals = views.sandbox();
      return vitals === null ? null : read(vitals);
    });
  vital(
    "sandbox_loop_delay_seconds",
    "The sandbox's event-loop delay, 99th percentile of the last second",
    ({ loopDelayMs }) => loopDelayMs / 1_000,
  );
  vital(
    "sandbox_resident_memory_bytes",
    "The sandbox's resident memory",
    ({ residentBytes }) => residentBytes,
  );
  vital("sandbox_open_fds", "Open files of the sandbox's process", ({ openFiles }) => openFiles);
  single("data_dir_free_bytes", "Bytes free to this user on DATA_DIR's disk", () => freeBytes(views.dataDir));
  single("data_dir_last_backup_timestamp_seconds", "When the last backup of DATA_DIR was made", () => {
    const at = views.lastBackupAt();
    return at === null ? null : at / 1_000;
  });
}

function watchServices(
  registers: Registry[],
  table: (name: string, help: string, labelNames: string[], read: () => Sample[]) => void,
  services: OperatingViews["services"],
): void {
  const all = () => Object.entries(services).map(([service, read]) => ({ service, view: read() }));
  table("provider_circuit_state", "0 closed, 1 trying one call, 2 open", ["service"], () =>
    all().map(({ service, view }) => ({ labels: { service }, value: CIRCUIT_STATES[view.circuit] })),
  );
  for (const [name, help, field] of [
    ["provider_circuit_opened_total", "Times a service's circuit opened", "opened"],
    ["provider_retries_total", "Retried calls", "retries"],
    ["provider_turned_away_total", "Calls refused because their service's share was full", "rejectedByLane"],
  ] as const)
    new Counter({
      name,
      help,
      labelNames: ["service"],
      registers,
      collect() {
        this.reset();
        for (const { service, view } of all()) this.inc({ service }, view[field]);
      },
    });
  for (const [name, help, field] of [
    ["provider_calls_in_flight", "Calls of a share in progress", "inFlight"],
    ["provider_calls_waiting", "Queued calls of a share", "waiting"],
  ] as const)
    table(name, help, ["service", "lane"], () =>
      all().flatMap(({ service, view }) =>
        Object.entries(view.lanes).map(([lane, counts]) => ({
          labels: { service, lane },
          value: counts[field],
        })),
      ),
    );
}

function watchSignIn(
  registers: Registry[],
  single: (name: string, help: string, read: () => number) => void,
  read: NonNullable<OperatingViews["signIn"]>,
): void {
  single(
    "sign_in_partner_refused",
    "1 while the authentication service refuses this site's partner id or secret",
    () => Number(read().isPartnerRefused),
  );
  new Counter({
    name: "sign_in_partner_refusals_total",
    help: "Sign-ins that ended because the authentication service refused this site",
    registers,
    collect() {
      this.reset();
      this.inc(read().refusals);
    },
  });
}

function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
