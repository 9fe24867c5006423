// An algo's results during the largest drawdowns of its benchmark. The drawdowns are detected in the data and named by
// their months; those of the real market have their common names. Pure.

import type { RecordDay } from "../contract/base-api/record.ts";
import { LOCALE } from "../format/locale.ts";
import { findDrawdowns } from "./drawdowns.ts";
import { PERFORMANCE_TEXTS } from "./performance-texts.ts";
import type { EquityDay } from "./statistics.ts";
import { knownFallsText as text } from "./text.ts";

/** Smallest drawdown that is listed, as a fraction of the benchmark's peak. */
const SMALLEST_LISTED_DRAWDOWN = -0.05;
const DRAWDOWNS_SHOWN_MAX = 4;

/** Drawdowns of the Nifty 50, from the last peak to the lowest close. Source: the exchange's index history. */
const namedDrawdowns = () => [
  { name: text.covid, from: "2020-01-14", to: "2020-03-23" },
  { name: text.ukraine, from: "2021-10-18", to: "2022-06-17" },
  { name: text.election, from: "2024-06-03", to: "2024-06-04" },
  { name: text.correction, from: "2024-09-26", to: "2025-03-04" },
];

export type MarketDrawdown = { name: string; from: string; to: string; benchmark: number; algo: number };

export function findMarketDrawdowns(
  days: readonly Pick<RecordDay, "day" | "benchmark">[],
  equity: readonly EquityDay[],
  isSimulated: boolean,
  benchmarkName: string,
): MarketDrawdown[] {
  const [first] = days;
  if (first === undefined) return [];
  const byDay = new Map(equity.map(({ day, equityPaise }) => [day, equityPaise]));
  const falls = findDrawdowns(
    days.map(({ day, benchmark }) => ({ day, equityPaise: benchmark })),
    first.benchmark,
  )
    // The drawdown as a share of the benchmark's peak.
    .map((fall) => ({ ...fall, share: fall.paise / fall.peakPaise }))
    .filter(({ share }) => share <= SMALLEST_LISTED_DRAWDOWN)
    .sort((a, b) => a.share - b.share)
    .slice(0, DRAWDOWNS_SHOWN_MAX)
    .sort((a, b) => (a.peakDay < b.peakDay ? -1 : 1));
  return falls.flatMap(({ peakDay, troughDay, share }) => {
    const [before, after] = [byDay.get(peakDay), byDay.get(troughDay)];
    if (before === undefined || after === undefined || before <= 0) return [];
    const known = isSimulated
      ? undefined
      : namedDrawdowns().find(({ from, to }) => from <= troughDay && troughDay <= to);
    return [
      {
        name: known?.name ?? `${benchmarkName}, ${formatMonths(peakDay, troughDay)}`,
        from: peakDay,
        to: troughDay,
        benchmark: share,
        algo: after / before - 1,
      },
    ];
  });
}

const MONTH = new Intl.DateTimeFormat(LOCALE, { month: "long", timeZone: "UTC" });

function formatMonths(from: string, to: string): string {
  const name = (day: string) => MONTH.format(new Date(`${day}T00:00:00Z`));
  const [fromYear, toYear] = [from.slice(0, 4), to.slice(0, 4)];
  if (from.slice(0, 7) === to.slice(0, 7)) return `${name(from)} ${fromYear}`;
  return fromYear === toYear
    ? PERFORMANCE_TEXTS.fromTo({ from: name(from), to: `${name(to)} ${toYear}` })
    : PERFORMANCE_TEXTS.fromTo({ from: `${name(from)} ${fromYear}`, to: `${name(to)} ${toYear}` });
}
