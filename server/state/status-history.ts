// History of the services that the site depends on. They are checked every few seconds. The history contains the last
// hour by minute, and an incident for each failure that affected users. It is stored, so it survives a restart. A long
// downtime is recorded as an incident of the site.
import { z } from "zod";
import {
  type Incident,
  isDegraded,
  type MinuteState,
  type ServiceState,
  STATE_ORDER,
  STATUS_SERVICES,
  type StatusReport,
  type StatusService,
} from "../../app/contract/site/service-status.ts";
import { DAY_MS, MINUTE_MS } from "../../app/domain/time.ts";

export type StatusPoll = { state: ServiceState; reason: string };
/** Current states by service. A service that is not configured is missing. */
export type StatusPolls = Partial<Record<StatusService, StatusPoll>>;

export type StatusHistory = ReturnType<typeof openStatusHistory>;

export type StatusLimits = {
  statusPollEveryMs: number;
  /** Minimum duration of an incident, in ms. */
  statusIncidentAfterMs: number;
  statusMinutes: number;
  statusIncidents: number;
};

const KEY = "status history";
const STATES = STATE_ORDER as readonly [ServiceState, ...ServiceState[]];

const storedSchema = z.object({
  since: z.number(),
  lastAt: z.number(),
  incidents: z.array(
    z.object({
      service: z.enum(STATUS_SERVICES),
      state: z.enum(STATES),
      reason: z.string(),
      from: z.number(),
      to: z.number().nullable(),
    }),
  ),
});

type Current = {
  state: ServiceState;
  since: number;
  reason: string;
  /** Start of the current fault, epoch ms; null while the service works. */
  faultSince: number | null;
  incident: Incident | null;
};

const worseState = (a: ServiceState, b: ServiceState): ServiceState =>
  STATE_ORDER.indexOf(a) >= STATE_ORDER.indexOf(b) ? a : b;

type StatusOptions = {
  store: { read(name: string): unknown; keep(name: string, value: unknown): void };
  read: () => StatusPolls;
  keptDays: number;
  limits: StatusLimits;
  now: () => number;
  onFault(fault: unknown): void;
};

export function openStatusHistory(options: StatusOptions) {
  const history = new History(options);
  const timer = setInterval(() => history.look(), options.limits.statusPollEveryMs);
  timer.unref();
  history.look();
  return {
    /** Checks the services once. A timer and tests call this. */
    poll: () => history.look(),
    report: (): StatusReport => history.report(),
    /** Writes pending changes. */
    stop() {
      clearInterval(timer);
      history.write(options.now());
    },
  };
}

class History {
  readonly #options: StatusOptions;
  readonly #since: number;
  #incidents: Incident[];
  readonly #current = new Map<StatusService, Current>();
  readonly #minutes = new Map<StatusService, Map<number, ServiceState>>();
  #writtenMinute = -1;

  constructor(options: StatusOptions) {
    this.#options = options;
    const stored = storedSchema.safeParse(options.store.read(KEY));
    const startedAt = options.now();
    this.#since = stored.success ? stored.data.since : startedAt;
    this.#incidents = stored.success ? stored.data.incidents : [];
    if (stored.success) this.#comeBack(stored.data.lastAt, startedAt);
  }

  look(): void {
    const at = this.#options.now();
    const current = { site: { state: "live", reason: "" } as const, ...this.#options.read() };
    for (const [service, seen] of Object.entries(current) as [StatusService, StatusPoll][])
      this.#record(service, seen, at);
    const minute = Math.floor(at / MINUTE_MS);
    if (minute === this.#writtenMinute) return;
    this.#writtenMinute = minute;
    this.write(at);
  }

  report(): StatusReport {
    const { keptDays, now } = this.#options;
    const at = now();
    return {
      at,
      now: STATUS_SERVICES.flatMap((service) => {
        const found = this.#current.get(service);
        return found === undefined
          ? []
          : [{ service, state: found.state, since: found.since, reason: found.reason }];
      }),
      minutes: Object.fromEntries(
        STATUS_SERVICES.map((service) => [service, this.#column(service, Math.floor(at / MINUTE_MS))]),
      ) as StatusReport["minutes"],
      incidents: this.#incidents.toReversed(),
      recordedSince: Math.max(this.#since, at - keptDays * DAY_MS),
      keptDays,
    };
  }

  write(at: number): void {
    const { store, keptDays, limits } = this.#options;
    const oldest = at - keptDays * DAY_MS;
    this.#incidents = this.#incidents
      .filter(({ to }) => to === null || to >= oldest)
      .slice(-limits.statusIncidents);
    try {
      store.keep(KEY, { since: this.#since, lastAt: at, incidents: this.#incidents });
    } catch (fault) {
      // If the disk is full, the history stays in memory.
      this.#options.onFault(fault);
    }
  }

  /** Ends the incidents of the previous run. A downtime becomes an incident if pages may have failed during it. */
  #comeBack(lastAt: number, startedAt: number): void {
    for (const incident of this.#incidents) incident.to ??= lastAt;
    if (startedAt - lastAt >= MINUTE_MS + this.#options.limits.statusIncidentAfterMs)
      this.#incidents.push({
        service: "site",
        state: "unavailable",
        reason: "this server was not running",
        from: lastAt,
        to: startedAt,
      });
  }

  #record(service: StatusService, { state, reason }: StatusPoll, at: number): void {
    const { limits } = this.#options;
    const before = this.#current.get(service);
    const since = before?.state === state ? before.since : at;
    // A change between degraded states, for example from stale to unavailable, continues the same fault.
    const faultSince = isDegraded(state) ? (before?.faultSince ?? at) : null;
    let incident = before?.incident ?? null;
    if (faultSince === null) {
      if (incident !== null) incident.to = at;
      incident = null;
    } else if (incident === null && at - faultSince >= limits.statusIncidentAfterMs) {
      incident = { service, state, reason, from: faultSince, to: null };
      this.#incidents.push(incident);
    }
    if (incident !== null) incident.state = worseState(incident.state, state);
    this.#current.set(service, { state, since, reason, faultSince, incident });
    const own = this.#minutes.get(service) ?? new Map<number, ServiceState>();
    const minute = Math.floor(at / MINUTE_MS);
    own.set(minute, worseState(own.get(minute) ?? "idle", state));
    for (const old of own.keys()) if (old <= minute - limits.statusMinutes) own.delete(old);
    this.#minutes.set(service, own);
  }

  /** Returns the states of a service in the last minutes up to `minute`; null for minutes without a check. */
  #column(service: StatusService, minute: number): MinuteState[] {
    const { statusMinutes } = this.#options.limits;
    const own = this.#minutes.get(service);
    return Array.from(
      { length: statusMinutes },
      (_, index) => own?.get(minute - statusMinutes + 1 + index) ?? null,
    );
  }
}
