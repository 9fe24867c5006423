// How many calls an account may make: by group a window of a second that moves along, and a count of the day. Kept in memory: a restart
// forgives.
import type { LimitGroup } from "../../../app/wire/trading-api/operation.ts";
import { RATE_LIMITS } from "../../../app/wire/trading-api/operations.ts";
import { ApiFault } from "./fault.ts";

const WINDOW_MS = 1_000;
const ACCOUNTS_KEPT = 20_000;

type Use = { recent: number[]; day: number; today: number };
export type LimitState = { limit: number; remaining: number; resetSeconds: number };

export class RateLimits {
  readonly #uses = new Map<string, Use>();
  readonly #factor: number;

  /** `factor` widens every limit, for tests that send more than a client may. */
  constructor(factor = 1) {
    this.#factor = factor;
  }

  /** Counts a call. Throws ApiFault over a limit; the wall clock rules, not the market's. */
  take(clientId: string, group: LimitGroup, nowMs: number): LimitState {
    const { what, ...limits } = RATE_LIMITS[group];
    const perSecond = limits.perSecond * this.#factor;
    const perDay = limits.perDay === null ? null : limits.perDay * this.#factor;
    const key = `${clientId} ${group}`;
    const day = Math.floor((nowMs + 330 * 60_000) / 86_400_000);
    let use = this.#uses.get(key);
    if (use === undefined || use.day !== day) {
      if (this.#uses.size >= ACCOUNTS_KEPT) this.#uses.clear();
      use = { recent: use?.recent ?? [], day, today: 0 };
      this.#uses.set(key, use);
    }
    while ((use.recent[0] ?? nowMs) <= nowMs - WINDOW_MS) use.recent.shift();
    if (perDay !== null && use.today >= perDay) {
      const seconds = Math.ceil(((day + 1) * 86_400_000 - 330 * 60_000 - nowMs) / 1_000);
      throw new ApiFault(
        "DH-904",
        `More than ${perDay} calls today for ${what}. It begins anew at midnight, Indian time.`,
        headersOf({ limit: perDay, remaining: 0, resetSeconds: seconds }, true),
      );
    }
    if (use.recent.length >= perSecond)
      throw new ApiFault(
        "DH-904",
        `More than ${perSecond} calls a second for ${what}. Try again in a second.`,
        headersOf({ limit: perSecond, remaining: 0, resetSeconds: 1 }, true),
      );
    use.recent.push(nowMs);
    use.today += 1;
    return { limit: perSecond, remaining: perSecond - use.recent.length, resetSeconds: 1 };
  }

  /** For the portal: calls of the last second and of the day. */
  meter(clientId: string, nowMs: number): { group: LimitGroup; lastSecond: number; today: number }[] {
    return (Object.keys(RATE_LIMITS) as LimitGroup[]).map((group) => {
      const use = this.#uses.get(`${clientId} ${group}`);
      return {
        group,
        lastSecond: use?.recent.filter((at) => at > nowMs - WINDOW_MS).length ?? 0,
        today: use?.today ?? 0,
      };
    });
  }
}

export function headersOf(state: LimitState, isOver = false): Record<string, string> {
  return {
    "RateLimit-Limit": String(state.limit),
    "RateLimit-Remaining": String(state.remaining),
    "RateLimit-Reset": String(state.resetSeconds),
    ...(isOver ? { "Retry-After": String(state.resetSeconds) } : {}),
  };
}
