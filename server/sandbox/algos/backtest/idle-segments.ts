// Periods of a record without trades and positions. The record reports these periods, so that they are not mistaken for
// a good result.
import type { IdleSegment } from "../../../../app/contract/base-api/record.ts";

/** A trading day of a run; fees are cumulative since the record's start. */
export type TradingDay = { day: string; feePaise: number; signalsPassed: number; isIdle: boolean };

/** Minimum length of a reported idle period, in trading days. Shorter pauses are normal. */
const MIN_IDLE_DAYS = 10;

export function findIdleSegments(days: readonly TradingDay[]): IdleSegment[] {
  const segments: IdleSegment[] = [];
  let begin = 0;
  for (let end = 0; end <= days.length; end += 1) {
    if (days[end]?.isIdle === true) continue;
    const [first, last] = [days[begin], days[end - 1]];
    if (end - begin >= MIN_IDLE_DAYS && first !== undefined && last !== undefined)
      segments.push({
        from: first.day,
        to: last.day,
        days: end - begin,
        feePaise: last.feePaise - (days[begin - 1]?.feePaise ?? 0),
        signalsPassed: days.slice(begin, end).reduce((sum, { signalsPassed }) => sum + signalsPassed, 0),
      });
    begin = end + 1;
  }
  return segments;
}
