// How an algo went through the market's worst stretches: the largest drawdowns of its benchmark within the record, found in the numbers and
// named by their months, and for records of the real market by the name people know. Pure.

import type { RecordDay } from "../contract/base-api/record.ts";
import { LOCALE } from "../format/locale.ts";
import { drawdowns, type EquityDay } from "./statistics.ts";

/** Shallower falls are everyday. */
const FALL_FROM = -0.05;
const SHOWN = 4;

/** Nifty 50, from the last height to the lowest close (exchange's index history). */
const KNOWN: { name: string; from: string; to: string }[] = [
  { name: "The first wave of Covid-19", from: "2020-01-14", to: "2020-03-23" },
  { name: "War in Ukraine and rising interest rates", from: "2021-10-18", to: "2022-06-17" },
  { name: "The count of the 2024 election", from: "2024-06-03", to: "2024-06-04" },
  { name: "The correction of 2024 and 2025", from: "2024-09-26", to: "2025-03-04" },
];

export type HardTime = { name: string; from: string; to: string; benchmark: number; algo: number };

export function hardTimes(
  days: readonly Pick<RecordDay, "day" | "benchmark">[],
  equity: readonly EquityDay[],
  isSimulated: boolean,
  benchmarkName: string,
): HardTime[] {
  const [first] = days;
  if (first === undefined) return [];
  const byDay = new Map(equity.map(({ day, equityPaise }) => [day, equityPaise]));
  const falls = drawdowns(
    days.map(({ day, benchmark }) => ({ day, equityPaise: benchmark })),
    first.benchmark,
  )
    // A market's fall is a share of its own peak.
    .map((fall) => ({ ...fall, share: fall.paise / fall.peakPaise }))
    .filter(({ share }) => share <= FALL_FROM)
    .sort((a, b) => a.share - b.share)
    .slice(0, SHOWN)
    .sort((a, b) => (a.peakDay < b.peakDay ? -1 : 1));
  return falls.flatMap(({ peakDay, troughDay, share }) => {
    const [before, after] = [byDay.get(peakDay), byDay.get(troughDay)];
    if (before === undefined || after === undefined || before <= 0) return [];
    const known = isSimulated
      ? undefined
      : KNOWN.find(({ from, to }) => from <= troughDay && troughDay <= to);
    return [
      {
        name: known?.name ?? `${benchmarkName}, ${monthsOf(peakDay, troughDay)}`,
        from: peakDay,
        to: troughDay,
        benchmark: share,
        algo: after / before - 1,
      },
    ];
  });
}

const MONTH = new Intl.DateTimeFormat(LOCALE, { month: "long", timeZone: "UTC" });

function monthsOf(from: string, to: string): string {
  const name = (day: string) => MONTH.format(new Date(`${day}T00:00:00Z`));
  const [fromYear, toYear] = [from.slice(0, 4), to.slice(0, 4)];
  if (from.slice(0, 7) === to.slice(0, 7)) return `${name(from)} ${fromYear}`;
  return fromYear === toYear
    ? `${name(from)} to ${name(to)} ${toYear}`
    : `${name(from)} ${fromYear} to ${name(to)} ${toYear}`;
}
