// What became of the services that the site depends on: looked at every few seconds, the last hour kept by minute, and each time that one
// failed customers kept as an incident. Survives a restart in the site's store; the time in between counts as the site's own incident.
import { z } from "zod";
import {
  type Incident,
  type MinuteState,
  type ServiceState,
  STATE_ORDER,
  STATUS_SERVICES,
  type StatusReport,
  type StatusService,
} from "../../app/wire/service-status.ts";

export type StatusLook = { state: ServiceState; reason: string };
/** What there is to look at; a service that is not configured is left out. */
export type StatusLooks = Partial<Record<StatusService, StatusLook>>;

export type StatusHistory = {
  report(): StatusReport;
  /** Looks now; called on a timer, and by tests. */
  look(): void;
  /** Writes what is not written yet. */
  stop(): void;
};

export type StatusLimits = {
  statusLookEveryMs: number;
  /** A fault that lasts shorter is no incident. */
  statusIncidentAfterMs: number;
  statusMinutes: number;
  statusIncidents: number;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const KEY = "status history";
const WORDS = STATE_ORDER as readonly [ServiceState, ...ServiceState[]];

const keptSchema = z.object({
  since: z.number(),
  lastAt: z.number(),
  incidents: z.array(
    z.object({
      service: z.enum(STATUS_SERVICES),
      state: z.enum(WORDS),
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
  /** Null while it works. */
  faultSince: number | null;
  incident: Incident | null;
};

const worse = (a: ServiceState, b: ServiceState): ServiceState =>
  STATE_ORDER.indexOf(a) >= STATE_ORDER.indexOf(b) ? a : b;
const isFault = (state: ServiceState): boolean => state === "stale" || state === "unavailable";

export function openStatusHistory(options: {
  store: { read(name: string): unknown; keep(name: string, value: unknown): void };
  read: () => StatusLooks;
  keptDays: number;
  limits: StatusLimits;
  now: () => number;
  onFault(fault: unknown): void;
}): StatusHistory {
  const { store, limits, now } = options;
  const kept = keptSchema.safeParse(store.read(KEY));
  const startedAt = now();
  const since = kept.success ? kept.data.since : startedAt;
  let incidents: Incident[] = kept.success ? kept.data.incidents : [];
  const current = new Map<StatusService, Current>();
  const minutes = new Map<StatusService, Map<number, ServiceState>>();
  let writtenMinute = -1;

  if (kept.success) comeBack(kept.data.lastAt);

  /** What lasted when the process ended is over with it; a gap that readers may have met is an incident of its own. */
  function comeBack(lastAt: number): void {
    for (const incident of incidents) incident.to ??= lastAt;
    if (startedAt - lastAt >= MINUTE_MS + limits.statusIncidentAfterMs)
      incidents.push({
        service: "site",
        state: "unavailable",
        reason: "this server was not running",
        from: lastAt,
        to: startedAt,
      });
  }

  function look(): void {
    const at = now();
    for (const [service, seen] of Object.entries({
      site: { state: "live", reason: "" } as const,
      ...options.read(),
    }) as [StatusService, StatusLook][])
      note(service, seen, at);
    const minute = Math.floor(at / MINUTE_MS);
    if (minute !== writtenMinute) {
      writtenMinute = minute;
      write(at);
    }
  }

  function note(service: StatusService, { state, reason }: StatusLook, at: number): void {
    const before = current.get(service);
    const since = before?.state === state ? before.since : at;
    // A fault goes on when its word changes: stale first, then not available.
    const faultSince = isFault(state) ? (before?.faultSince ?? at) : null;
    let incident = before?.incident ?? null;
    if (faultSince === null) {
      if (incident !== null) incident.to = at;
      incident = null;
    } else if (incident === null && at - faultSince >= limits.statusIncidentAfterMs) {
      incident = { service, state, reason, from: faultSince, to: null };
      incidents.push(incident);
    }
    if (incident !== null) incident.state = worse(incident.state, state);
    current.set(service, { state, since, reason, faultSince, incident });
    const own = minutes.get(service) ?? new Map<number, ServiceState>();
    const minute = Math.floor(at / MINUTE_MS);
    own.set(minute, worse(own.get(minute) ?? "idle", state));
    for (const old of own.keys()) if (old <= minute - limits.statusMinutes) own.delete(old);
    minutes.set(service, own);
  }

  function write(at: number): void {
    const oldest = at - options.keptDays * DAY_MS;
    incidents = incidents.filter(({ to }) => to === null || to >= oldest).slice(-limits.statusIncidents);
    try {
      store.keep(KEY, { since, lastAt: at, incidents });
    } catch (fault) {
      // A full disk: the page goes on from memory.
      options.onFault(fault);
    }
  }

  const timer = setInterval(look, limits.statusLookEveryMs);
  timer.unref();
  look();

  return {
    look,
    report() {
      const at = now();
      const minute = Math.floor(at / MINUTE_MS);
      const column = (service: StatusService): MinuteState[] =>
        Array.from(
          { length: limits.statusMinutes },
          (_, index) => minutes.get(service)?.get(minute - limits.statusMinutes + 1 + index) ?? null,
        );
      return {
        at,
        now: STATUS_SERVICES.flatMap((service) => {
          const found = current.get(service);
          return found === undefined
            ? []
            : [{ service, state: found.state, since: found.since, reason: found.reason }];
        }),
        minutes: Object.fromEntries(
          STATUS_SERVICES.map((service) => [service, column(service)]),
        ) as StatusReport["minutes"],
        incidents: incidents.toReversed(),
        keptSince: Math.max(since, at - options.keptDays * DAY_MS),
        keptDays: options.keptDays,
      };
    },
    stop() {
      clearInterval(timer);
      write(now());
    },
  };
}
