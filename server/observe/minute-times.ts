// Response times and data ages of the last hour by minute, for the status page. A histogram counts them in buckets, so
// that memory use does not grow with traffic.
import { MINUTE_MS } from "../../app/domain/time.ts";

export const TIMES_MINUTES = 60;
/**
 * Upper limits of the buckets, in ms. Each is an eighth larger than the previous one, so a percentile is at most 12.5 %
 * too high. The last is above one day, because the age of a silent feed's prices grows until its market closes.
 */
const LIMITS_MS = Array.from({ length: 170 }, (_, nth) => 0.25 * 1.125 ** nth);

type Counts = Uint32Array;

export type MinuteTimes<Key extends string> = {
  add(key: Key, ms: number): void;
  /** Returns the number of times in the last hour, and their percentiles in ms; null if there are no times. */
  hour(key: Key): { count: number; p50Ms: number | null; p99Ms: number | null };
  /** Returns the median of each minute in ms, oldest first; null for a minute without times. */
  medians(key: Key): (number | null)[];
};

export function createMinuteTimes<Key extends string>(now: () => number): MinuteTimes<Key> {
  const minutes = new Map<number, Map<Key, Counts>>();
  const minuteNow = () => Math.floor(now() / MINUTE_MS);

  /** Returns the histogram of a key for each minute of the last hour, oldest first. */
  const countsOf = (key: Key) => {
    const first = minuteNow() - TIMES_MINUTES + 1;
    return Array.from({ length: TIMES_MINUTES }, (_, nth) => minutes.get(first + nth)?.get(key));
  };

  return {
    add(key, ms) {
      const at = minuteNow();
      const minute = minutes.get(at) ?? new Map<Key, Counts>();
      minutes.set(at, minute);
      for (const old of minutes.keys()) if (old <= at - TIMES_MINUTES) minutes.delete(old);
      const counts = minute.get(key) ?? new Uint32Array(LIMITS_MS.length + 1);
      minute.set(key, counts);
      const found = LIMITS_MS.findIndex((limit) => ms <= limit);
      const bucket = found === -1 ? LIMITS_MS.length : found;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    },
    hour(key) {
      const sum = new Uint32Array(LIMITS_MS.length + 1);
      for (const counts of countsOf(key))
        for (const [nth, count] of (counts ?? []).entries()) sum[nth] = (sum[nth] ?? 0) + count;
      const count = sum.reduce((all, one) => all + one, 0);
      return { count, p50Ms: percentile(sum, 0.5), p99Ms: percentile(sum, 0.99) };
    },
    medians: (key) => countsOf(key).map((counts) => (counts === undefined ? null : percentile(counts, 0.5))),
  };
}

/** Returns the upper limit of the bucket that contains a percentile, in ms. Null if there are no times. */
function percentile(counts: Counts, share: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let sum = 0;
  for (const [nth, count] of counts.entries()) {
    sum += count;
    if (sum >= all * share) return LIMITS_MS[nth] ?? LIMITS_MS.at(-1) ?? null;
  }
  return null;
}
