// How often a key (an address, an account) may do something within a span of time, counted in this process. What was counted can be saved
// and restored, so that a restart forgives nobody. Limits that replicas share are in rates.ts.
import { LRUCache } from "lru-cache";

export type LimiterOptions = {
  atMost: number;
  /** Length of the sliding window, ms. */
  withinMs: number;
  /** Epoch ms. */
  now: () => number;
  /** Keys that are remembered; the one unused for longest is forgotten first. */
  keysKnown?: number;
};

export type Limiter = {
  /** Counts one and says whether it was still allowed. What is refused is not counted. */
  take(key: string): boolean;
  /** Seconds until `key` may do it again; 0 when it may now. */
  retryAfterS(key: string): number;
  /** Everything that still counts: key and the times (epoch ms) of its uses. */
  snapshot(): [key: string, times: number[]][];
  /** Takes back an earlier snapshot; what no longer counts is dropped. */
  restore(entries: readonly (readonly [key: string, times: readonly number[]])[]): void;
};

/** A limiter that this process or all replicas count for. */
export type SharedLimiter = {
  /** Counts one use. Returns 0 when it was allowed, else the seconds until the next one. */
  take(key: string): Promise<number>;
};

/** Makes a process's own limiter usable where replicas may share one. */
export const alone = (limiter: Limiter): SharedLimiter => ({
  take: async (key) => (limiter.take(key) ? 0 : limiter.retryAfterS(key)),
});

const KEYS_KNOWN = 10_000;

export function createLimiter(options: LimiterOptions): Limiter {
  const { atMost, withinMs, now } = options;
  const uses = new LRUCache<string, number[]>({ max: options.keysKnown ?? KEYS_KNOWN });
  const counting = (key: string) => (uses.get(key) ?? []).filter((time) => now() - time < withinMs);
  return {
    take(key) {
      const times = counting(key);
      if (times.length >= atMost) return false;
      uses.set(key, [...times, now()]);
      return true;
    },
    retryAfterS(key) {
      const times = counting(key);
      const oldest = times[times.length - atMost];
      return oldest === undefined ? 0 : Math.max(1, Math.ceil((withinMs - (now() - oldest)) / 1_000));
    },
    snapshot: () =>
      [...uses.keys()].flatMap((key): [string, number[]][] => {
        const times = counting(key);
        return times.length === 0 ? [] : [[key, times]];
      }),
    restore(entries) {
      for (const [key, times] of entries) {
        const kept = times.filter((time) => now() - time < withinMs && time <= now());
        if (kept.length > 0) uses.set(key, [...kept].slice(-atMost));
      }
    },
  };
}
