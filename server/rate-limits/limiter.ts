// Limits how often a key (an address, an account) may be used within a period. Each process counts separately. Counts
// can be saved and restored, so that a restart does not reset them. rate-limiters.ts has limits that replicas share.
import { LRUCache } from "lru-cache";
import { entriesUpTo } from "./entries-up-to.ts";

export type LimiterOptions = {
  atMost: number;
  /** Length of the sliding window, ms. */
  withinMs: number;
  /** Returns the time, epoch ms. Defaults to the wall clock. */
  now?: () => number;
  /** Maximum number of keys. The least recently used one is evicted first. */
  maxKeys?: number;
};

export type Limiter = ReturnType<typeof createLimiter>;

/** A limiter whose counts belong to this process, or to all replicas together. */
export type SharedLimiter = {
  /** Counts one use. Returns 0 if it was allowed, else the seconds until the next use is allowed. */
  take(key: string): Promise<number>;
};

/** Gives a limiter of this process the interface of a shared one. */
export const toSharedLimiter = (limiter: Limiter): SharedLimiter => ({
  take: async (key) => (limiter.take(key) ? 0 : limiter.retryAfterS(key)),
});

const DEFAULT_MAX_KEYS = 10_000;

export function createLimiter(options: LimiterOptions) {
  const { atMost, withinMs, now = Date.now } = options;
  const uses = new LRUCache<string, number[]>(entriesUpTo(options.maxKeys ?? DEFAULT_MAX_KEYS));
  const counting = (key: string) => (uses.get(key) ?? []).filter((time) => now() - time < withinMs);
  return {
    /** Counts one use and returns true if it was allowed. Refused uses are not counted. */
    take(key: string): boolean {
      const times = counting(key);
      if (times.length >= atMost) return false;
      uses.set(key, [...times, now()]);
      return true;
    },
    /** Returns the seconds until `key` is allowed again; 0 if it is allowed now. */
    retryAfterS(key: string): number {
      const times = counting(key);
      const oldest = times[times.length - atMost];
      return oldest === undefined ? 0 : Math.max(1, Math.ceil((withinMs - (now() - oldest)) / 1_000));
    },
    /** Returns all uses within the window, as keys with their times (epoch ms). */
    snapshot: (): [key: string, times: number[]][] =>
      [...uses.keys()].flatMap((key): [string, number[]][] => {
        const times = counting(key);
        return times.length === 0 ? [] : [[key, times]];
      }),
    /** Restores a snapshot. Expired uses are dropped. */
    restore(entries: readonly (readonly [key: string, times: readonly number[]])[]) {
      for (const [key, times] of entries) {
        const recent = times.filter((time) => now() - time < withinMs && time <= now());
        if (recent.length > 0) uses.set(key, [...recent].slice(-atMost));
      }
    },
  };
}
