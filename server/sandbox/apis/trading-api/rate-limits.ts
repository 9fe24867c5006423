// Rate limits of an account, by group: a sliding window of one second and a daily count. The daily counts are stored,
// so a restart does not reset them. They use the wall clock, not an account's own clock.
import { LRUCache } from "lru-cache";
import type { LimitGroup } from "../../../../app/contract/trading-api/operation.ts";
import { RATE_LIMITS } from "../../../../app/contract/trading-api/operations.ts";
import { istDay, istDayStart } from "../../../../app/domain/time.ts";
import { entriesUpTo } from "../../../rate-limits/entries-up-to.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { DelayedWrites } from "../../store/delayed-writes.ts";
import { ApiFault } from "./fault.ts";

const WINDOW_MS = 1_000;
/**
 * Number of counters in memory, one per account and group. The daily counts of other accounts are read from the store.
 */
const CACHED_COUNTERS = 50_000;
/** Retention of the counts, in days. */
export const USAGE_DAYS = 30;
/** A changed daily count is written to the store after at most this time. */
const SAVE_AFTER_MS = 1_000;

type CallCounter = { clientId: string; group: LimitGroup; recent: number[]; day: number; today: number };
export type LimitState = { limit: number; remaining: number; resetSeconds: number };

export class RateLimits {
  readonly #uses = new LRUCache<string, CallCounter>(entriesUpTo(CACHED_COUNTERS));
  readonly #factor: number;
  readonly #db: SandboxDatabase | null;
  readonly #unsaved: DelayedWrites<CallCounter> | null;

  /**
   * `factor` multiplies every limit, for tests that send more than a client may. Without a store the counts are lost on
   * restart.
   */
  constructor(factor = 1, db: SandboxDatabase | null = null, onFault: (fault: unknown) => void = () => {}) {
    this.#factor = factor;
    this.#db = db;
    this.#unsaved =
      db &&
      new DelayedWrites({ db, afterMs: SAVE_AFTER_MS, write: (uses) => writeCounts(db, uses), onFault });
  }

  /** Counts a call. Throws ApiFault if the call exceeds a limit. */
  countCall(clientId: string, group: LimitGroup, nowMs: number): LimitState {
    const { what, ...limits } = RATE_LIMITS[group];
    const perSecond = limits.perSecond * this.#factor;
    const perDay = limits.perDay === null ? null : limits.perDay * this.#factor;
    const day = istDay(nowMs);
    const use = this.#use(clientId, group, day);
    while ((use.recent[0] ?? nowMs) <= nowMs - WINDOW_MS) use.recent.shift();
    if (perDay !== null && use.today >= perDay) {
      const seconds = Math.ceil((istDayStart(day + 1) - nowMs) / 1_000);
      throw new ApiFault(
        "DH-904",
        `More than ${perDay} calls today for ${what}. The count starts again at midnight, Indian time.`,
        { headers: rateLimitHeaders({ limit: perDay, remaining: 0, resetSeconds: seconds }, true) },
      );
    }
    if (use.recent.length >= perSecond)
      throw new ApiFault(
        "DH-904",
        `More than ${perSecond} calls a second for ${what}. Try again in a second.`,
        { headers: rateLimitHeaders({ limit: perSecond, remaining: 0, resetSeconds: 1 }, true) },
      );
    use.recent.push(nowMs);
    use.today += 1;
    this.#unsaved?.add(use, counterKey(use));
    return { limit: perSecond, remaining: perSecond - use.recent.length, resetSeconds: 1 };
  }

  /** Returns the calls of the last second and of the day, for the portal. */
  meter(clientId: string, nowMs: number): { group: LimitGroup; lastSecond: number; today: number }[] {
    return (Object.keys(RATE_LIMITS) as LimitGroup[]).map((group) => {
      const use = this.#use(clientId, group, istDay(nowMs));
      return {
        group,
        lastSecond: use.recent.filter((at) => at > nowMs - WINDOW_MS).length,
        today: use.today,
      };
    });
  }

  /** Returns the calls by group for each day that has calls, newest first, for the portal. */
  usage(clientId: string): { day: number; calls: Record<LimitGroup, number> }[] {
    this.save();
    const rows = (this.#db
      ?.prepare(
        "SELECT day, limit_group AS name, calls FROM call_counts WHERE client_id = ? ORDER BY day DESC",
      )
      .all(clientId) ?? []) as { day: number; name: LimitGroup; calls: number }[];
    const none = { order: 0, data: 0, quote: 0, other: 0 } satisfies Record<LimitGroup, number>;
    const days = new Map<number, Record<LimitGroup, number>>();
    for (const { day, name, calls } of rows) days.set(day, { ...(days.get(day) ?? none), [name]: calls });
    return [...days].map(([day, calls]) => ({ day, calls }));
  }

  /** Flushes unwritten counts; call it before closing the store. */
  save(): void {
    this.#unsaved?.flush();
  }

  #use(clientId: string, group: LimitGroup, day: number): CallCounter {
    const key = counterKey({ clientId, group });
    const known = this.#uses.get(key);
    if (known !== undefined && known.day === day) return known;
    const unsaved = this.#unsaved?.pending(key);
    const use =
      unsaved?.day === day
        ? unsaved
        : { clientId, group, recent: known?.recent ?? [], day, today: this.#saved(clientId, group, day) };
    this.#uses.set(key, use);
    return use;
  }

  #saved(clientId: string, group: LimitGroup, day: number): number {
    const row = this.#db
      ?.prepare("SELECT calls FROM call_counts WHERE client_id = ? AND limit_group = ? AND day = ?")
      .get(clientId, group, day) as { calls: number } | undefined;
    return row?.calls ?? 0;
  }
}

const counterKey = ({ clientId, group }: Pick<CallCounter, "clientId" | "group">) => `${clientId} ${group}`;

function writeCounts(db: SandboxDatabase, uses: readonly CallCounter[]): void {
  const newest = Math.max(...uses.map(({ day }) => day));
  db.prepare("DELETE FROM call_counts WHERE day <= ?").run(newest - USAGE_DAYS);
  const write = db.prepare(
    `INSERT INTO call_counts (client_id, limit_group, day, calls) VALUES (?, ?, ?, ?)
     ON CONFLICT (client_id, limit_group, day) DO UPDATE SET calls = excluded.calls`,
  );
  for (const { clientId, group, day, today } of uses) write.run(clientId, group, day, today);
}

export function rateLimitHeaders(state: LimitState, isExceeded = false): Record<string, string> {
  return {
    "RateLimit-Limit": String(state.limit),
    "RateLimit-Remaining": String(state.remaining),
    "RateLimit-Reset": String(state.resetSeconds),
    ...(isExceeded ? { "Retry-After": String(state.resetSeconds) } : {}),
  };
}
