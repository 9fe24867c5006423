// The options of an instrument's chart, parsed from an address: period, bar length, form, indicators, comparison.
import { CANDLES_AT_MOST, type CandleInterval, type CandlesQuery } from "../contract/base-api/market.ts";
import { istDay, istDayStart, MINUTE_MS } from "../domain/time.ts";
import { RANGE_WORDS } from "./chart-words.ts";
import { INDICATOR_IDS, type IndicatorId, LENGTH_DEFAULT, LENGTH_MAX, LENGTH_MIN } from "./indicators.ts";
import { isInstrumentKey } from "./watchlist.ts";

const MINUTES_PER_SESSION = 375;
/** More trading days than any year has. `visibleBars` then selects the bars of the last year by date. */
const DAYS_OF_A_YEAR = 262;
const CALENDAR_YEAR_DAYS = 365;

/** Periods in trading days, each with suitable bar lengths. The first one is the default. */
export const CHART_RANGES = {
  "1d": { label: RANGE_WORDS["1d"], short: "1D", days: 1, intervals: ["5", "1", "15"] },
  "5d": { label: RANGE_WORDS["5d"], short: "5D", days: 5, intervals: ["15", "5", "60"] },
  "1m": { label: RANGE_WORDS["1m"], short: "1M", days: 22, intervals: ["60", "day"] },
  "6m": { label: RANGE_WORDS["6m"], short: "6M", days: 126, intervals: ["day"] },
  "1y": { label: RANGE_WORDS["1y"], short: "1Y", days: DAYS_OF_A_YEAR, intervals: ["day"] },
} as const satisfies Record<
  string,
  { label: string; short: string; days: number; intervals: readonly CandleInterval[] }
>;
export type ChartRange = keyof typeof CHART_RANGES;

export const INTERVAL_SHORT: Record<CandleInterval, string> = {
  "1": "1m",
  "5": "5m",
  "15": "15m",
  "25": "25m",
  "60": "1h",
  day: "1d",
};

export const CHART_FORMS = ["candles", "line", "area"] as const;
export type ChartForm = (typeof CHART_FORMS)[number];

export const COMPARED_AT_MOST = 3;
/** Names of the query parameters. */
export const CHART_QUERY = ["range", "interval", "form", "i", "length", "with"] as const;

export type ChartChoice = {
  range: ChartRange;
  interval: CandleInterval;
  form: ChartForm;
  indicators: readonly IndicatorId[];
  /** Length of the averages and the band, in bars. */
  length: number;
  /** Keys of the compared instruments. With a comparison the chart shows percentages. */
  compared: readonly string[];
};

export const DEFAULT_CHART: ChartChoice = {
  range: "1d",
  interval: "5",
  form: "candles",
  indicators: [],
  length: LENGTH_DEFAULT,
  compared: [],
};

/** Parses the options. Unknown values select the defaults. */
export function readChartChoice(parameters: URLSearchParams): ChartChoice {
  const named = parameters.get("range") ?? "";
  const range: ChartRange = Object.hasOwn(CHART_RANGES, named) ? (named as ChartRange) : "1d";
  const { intervals } = CHART_RANGES[range];
  const requested = intervals.find((interval) => interval === parameters.get("interval"));
  const length = /^\d{1,3}$/.test(parameters.get("length") ?? "")
    ? Number(parameters.get("length"))
    : LENGTH_DEFAULT;
  const chosen = parameters.getAll("i");
  return {
    range,
    interval: requested ?? intervals[0],
    form: CHART_FORMS.find((form) => form === parameters.get("form")) ?? "candles",
    indicators: INDICATOR_IDS.filter((id) => chosen.includes(id)),
    length: Math.min(LENGTH_MAX, Math.max(LENGTH_MIN, length)),
    compared: [...new Set(parameters.getAll("with"))].filter(isInstrumentKey).slice(0, COMPARED_AT_MOST),
  };
}

/** Returns the parameters that differ from the defaults, as names and values. */
export function chartFields(choice: ChartChoice): [name: string, value: string][] {
  const { range, interval, form, indicators, length, compared } = choice;
  return [
    ...(range === DEFAULT_CHART.range ? [] : [["range", range] as [string, string]]),
    ...(interval === CHART_RANGES[range].intervals[0] ? [] : [["interval", interval] as [string, string]]),
    ...(form === DEFAULT_CHART.form ? [] : [["form", form] as [string, string]]),
    ...indicators.map((id): [string, string] => ["i", id]),
    ...(length === LENGTH_DEFAULT ? [] : [["length", String(length)] as [string, string]]),
    ...compared.map((key): [string, string] => ["with", key]),
  ];
}

/** Returns the query part of the address: "?…", or empty for the default options. */
export function chartSearch(choice: ChartChoice): string {
  const parameters = new URLSearchParams(chartFields(choice));
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/**
 * Returns the query for the provider's candles. With indicators it requests additional earlier bars. A day's chart
 * includes extended hours.
 */
export function candlesOf(
  { range, interval, indicators }: ChartChoice,
  sessionFrom: number,
  now: number,
): CandlesQuery {
  const count = barCount({ range, interval }, sessionFrom, now) + (indicators.length > 0 ? LENGTH_MAX : 0);
  return {
    interval,
    count: Math.min(CANDLES_AT_MOST, count),
    ...(range === "1d" ? { extended: "yes" as const } : {}),
  };
}

/**
 * Returns the bars to show, without the earlier bars for indicators. The chart of one day starts at `sessionFrom`,
 * epoch ms.
 */
export function visibleBars<Bar extends { at: string }>(
  { range, interval }: Pick<ChartChoice, "range" | "interval">,
  bars: readonly Bar[],
  sessionFrom: number,
  now: number,
): Bar[] {
  const last = bars.slice(-Math.min(CANDLES_AT_MOST, barCount({ range, interval }, sessionFrom, now)));
  // One calendar year, as in the page's 52-week range.
  if (range === "1y") {
    const first = istDayStart(istDay(now) - CALENDAR_YEAR_DAYS);
    return last.filter(({ at }) => Date.parse(at) >= first);
  }
  if (range !== "1d") return last;
  const ofSession = last.filter(({ at }) => Date.parse(at) >= sessionFrom);
  // For an instrument without trades in this session, the last bars are shown.
  return ofSession.length > 0 ? ofSession : last;
}

function barCount(
  { range, interval }: Pick<ChartChoice, "range" | "interval">,
  sessionFrom: number,
  now: number,
): number {
  const { days } = CHART_RANGES[range];
  if (interval === "day") return days;
  const bar = Number(interval);
  if (range !== "1d") return Math.ceil((MINUTES_PER_SESSION * days) / bar);
  return Math.max(1, Math.ceil((now - sessionFrom) / MINUTE_MS / bar) + 1);
}
