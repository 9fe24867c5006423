// Period and bar length of an instrument's chart, as a value with an address of its own.
import { CANDLES_AT_MOST, type CandleInterval, type CandlesQuery } from "../contract/base-api/market.ts";

const MINUTES_A_SESSION = 375;

/** Trading days, and the bars that are neither too few nor too many for them; the first is the usual one. */
export const CHART_RANGES = {
  "1d": { label: "1 day", days: 1, intervals: ["5", "1", "15"] },
  "5d": { label: "5 days", days: 5, intervals: ["15", "5", "60"] },
  "1m": { label: "1 month", days: 22, intervals: ["60", "day"] },
  "6m": { label: "6 months", days: 126, intervals: ["day"] },
  "1y": { label: "1 year", days: 250, intervals: ["day"] },
} as const satisfies Record<string, { label: string; days: number; intervals: readonly CandleInterval[] }>;
export type ChartRange = keyof typeof CHART_RANGES;

export const INTERVAL_WORDS: Record<CandleInterval, string> = {
  "1": "1 minute",
  "5": "5 minutes",
  "15": "15 minutes",
  "25": "25 minutes",
  "60": "1 hour",
  day: "1 day",
};

export type ChartChoice = { range: ChartRange; interval: CandleInterval };

/** Unknown values fall to the usual ones. */
export function readChartChoice(parameters: URLSearchParams): ChartChoice {
  const named = parameters.get("range") ?? "";
  const range: ChartRange = Object.hasOwn(CHART_RANGES, named) ? (named as ChartRange) : "1d";
  const { intervals } = CHART_RANGES[range];
  const wanted = intervals.find((interval) => interval === parameters.get("interval"));
  return { range, interval: wanted ?? intervals[0] };
}

/** The query of a choice, with its question mark; empty for the usual one. */
export function chartSearch({ range, interval }: ChartChoice): string {
  const isUsual = interval === CHART_RANGES[range].intervals[0];
  const parameters = new URLSearchParams({
    ...(range === "1d" ? {} : { range }),
    ...(isUsual ? {} : { interval }),
  });
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** The query to the provider. A day's chart includes extended hours if the market has them. */
export function candlesOf({ range, interval }: ChartChoice): CandlesQuery {
  const { days } = CHART_RANGES[range];
  const count = interval === "day" ? days : Math.ceil((MINUTES_A_SESSION * days) / Number(interval));
  return {
    interval,
    count: Math.min(CANDLES_AT_MOST, count),
    ...(range === "1d" ? { extended: "yes" as const } : {}),
  };
}
