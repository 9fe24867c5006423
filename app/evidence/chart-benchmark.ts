// Benchmark of the Performance chart: the record's benchmark, another index of the market strip, or none.
import type { Markets, SiteContext } from "../context.ts";
import { nullIfRefused } from "../contract/site/fault.ts";
import { INDEX_NAMES } from "../domain/index-names.ts";
import { splitInstrumentKey } from "../domain/instrument-key.ts";
import { dayOfIso, isoDayOf, istDay, istDayStart } from "../domain/time.ts";

/** Value of the parameter `benchmark` for a chart without a benchmark. */
export const NO_BENCHMARK = "none";
/** Calendar days per request for daily bars. */
const DAYS_PER_CALL = 366;
/** Number of earlier days to request in addition, so that the first day has a previous close. */
const EXTRA_DAYS_BEFORE = 12;

export type BenchmarkChoice = { key: string; name: string };
/** Closes by ISO day, in index points. */
export type ChartBenchmark = BenchmarkChoice & { closes: ReadonlyMap<string, number> };

/** Returns the indices of the market strip, except the record's benchmark `own`. Empty without prices. */
export function listBenchmarkChoices(
  { prices, markets }: Partial<SiteContext>,
  own: string,
): BenchmarkChoice[] {
  if (!prices || !markets) return [];
  return prices.strip.flatMap((key) => {
    const name = INDEX_NAMES[key];
    return name === undefined || name === own ? [] : [{ key, name }];
  });
}

/** Returns the daily closes from `from` to `to`. Null if the provider does not have them. */
export async function readBenchmark(
  markets: Markets,
  { key, name }: BenchmarkChoice,
  { from, to }: { from: string; to: string },
): Promise<ChartBenchmark | null> {
  const { exchangeSegment, securityId } = splitInstrumentKey(key);
  const [first, last] = [dayOfIso(from) - EXTRA_DAYS_BEFORE, dayOfIso(to)];
  const starts = Array.from(
    { length: Math.ceil((last + 1 - first) / DAYS_PER_CALL) },
    (_, index) => first + index * DAYS_PER_CALL,
  );
  const answers = await Promise.all(
    starts.map((day) =>
      markets
        .listCandles(exchangeSegment, securityId, {
          interval: "day",
          from: new Date(istDayStart(day)).toISOString(),
          before: new Date(istDayStart(Math.min(day + DAYS_PER_CALL, last + 1))).toISOString(),
        })
        .catch(nullIfRefused),
    ),
  );
  const closes = new Map<string, number>();
  for (const answer of answers) {
    if (answer === null) return null;
    for (const { at, closePaise } of answer.items)
      closes.set(isoDayOf(istDay(Date.parse(at))), closePaise / 100);
  }
  return { key, name, closes };
}

/**
 * Returns the index's level on each day: the last close on or before that day. Null if there is none for the first day.
 */
export function alignLevels(
  days: readonly { day: string }[],
  closes: ReadonlyMap<string, number>,
): number[] | null {
  const [first] = days;
  if (first === undefined) return null;
  const dates = [...closes.keys()].sort();
  let at = -1;
  const levels = days.map(({ day }) => {
    while ((dates[at + 1] ?? "9") <= day) at += 1;
    return closes.get(dates[at] ?? "") ?? null;
  });
  return levels.every((level) => level !== null) ? levels : null;
}
