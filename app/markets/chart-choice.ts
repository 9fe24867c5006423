// The options of an instrument's chart, parsed from an address: period, bar length, form, indicators, comparison.
import { CANDLES_MAX, type CandleInterval, type CandlesQuery } from "../contract/base-api/market.ts";
import { istDay, istDayStart, MINUTE_MS } from "../domain/time.ts";
import { CHART_RANGE_LABELS } from "./chart-texts.ts";
import {
  INDICATOR_IDS,
  INDICATOR_LENGTH_DEFAULT,
  INDICATOR_LENGTH_MAX,
  INDICATOR_LENGTH_MIN,
  type IndicatorId,
  warmUpBars,
} from "./indicators.ts";
import { isInstrumentKey } from "./watchlist.ts";

/** A number of trading days that no year exceeds. `visibleBars` then selects the bars of the last year by date. */
const DAYS_OF_A_YEAR = 262;
const CALENDAR_YEAR_DAYS = 365;

/** Periods in trading days, each with suitable bar lengths. The first one is the default. */
export const CHART_RANGES = {
  "1d": { label: CHART_RANGE_LABELS["1d"], short: "1D", days: 1, intervals: ["5", "1", "15"] },
  "5d": { label: CHART_RANGE_LABELS["5d"], short: "5D", days: 5, intervals: ["15", "5", "60"] },
  "1m": { label: CHART_RANGE_LABELS["1m"], short: "1M", days: 22, intervals: ["60", "day"] },
  "6m": { label: CHART_RANGE_LABELS["6m"], short: "6M", days: 126, intervals: ["day"] },
  "1y": { label: CHART_RANGE_LABELS["1y"], short: "1Y", days: DAYS_OF_A_YEAR, intervals: ["day"] },
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

export const COMPARED_INSTRUMENTS_MAX = 3;
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
  length: INDICATOR_LENGTH_DEFAULT,
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
    : INDICATOR_LENGTH_DEFAULT;
  const chosen = parameters.getAll("i");
  return {
    range,
    interval: requested ?? intervals[0],
    form: CHART_FORMS.find((form) => form === parameters.get("form")) ?? "candles",
    indicators: INDICATOR_IDS.filter((id) => chosen.includes(id)),
    length: Math.min(INDICATOR_LENGTH_MAX, Math.max(INDICATOR_LENGTH_MIN, length)),
    compared: [...new Set(parameters.getAll("with"))]
      .filter(isInstrumentKey)
      .slice(0, COMPARED_INSTRUMENTS_MAX),
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
    ...(length === INDICATOR_LENGTH_DEFAULT ? [] : [["length", String(length)] as [string, string]]),
    ...compared.map((key): [string, string] => ["with", key]),
  ];
}

/** Returns the query part of the address: "?…", or empty for the default options. */
export function chartSearch(choice: ChartChoice): string {
  const parameters = new URLSearchParams(chartFields(choice));
  return parameters.size === 0 ? "" : `?${parameters}`;
}

export type ChartPeriod = {
  /** Start of a one-day chart, epoch ms. */
  from: number;
  now: number;
  /** Length of a session of the instrument's segment. */
  sessionMinutes: number;
};

/**
 * Returns the query for the latest bars of a chart, including the earlier bars for its indicators. If one response
 * cannot contain all of them, `isComplete` returns false for its bars. A one-day chart includes extended hours.
 */
export function candlesQuery(choice: ChartChoice, period: ChartPeriod): CandlesQuery {
  // One additional bar shows that the period's first day is complete.
  const count = expectedBars(choice, period) + Math.max(1, warmUpCount(choice));
  return {
    interval: choice.interval,
    count: Math.min(CANDLES_MAX, count),
    ...(choice.range === "1d" ? { extended: "yes" as const } : {}),
  };
}

/** True if the bars reach back to the start of the period and contain the earlier bars for the indicators. */
export function isComplete<Bar extends { at: string }>(
  choice: ChartChoice,
  bars: readonly Bar[],
  period: ChartPeriod,
): boolean {
  const earlier = bars.length - visibleBars(choice, bars, period).length;
  return earlier >= Math.max(1, warmUpCount(choice));
}

/**
 * Returns the bars to show: those of the last trading days of the range, the same days for every bar length. A chart of
 * one day shows the bars since `from`.
 */
export function visibleBars<Bar extends { at: string }>(
  { range }: Pick<ChartChoice, "range">,
  bars: readonly Bar[],
  { from, now }: Pick<ChartPeriod, "from" | "now">,
): Bar[] {
  // The last 365 days, like the page's high and low of 52 weeks.
  const earliest =
    range === "1d" ? from : range === "1y" ? istDayStart(istDay(now) - CALENDAR_YEAR_DAYS) : undefined;
  if (earliest !== undefined) {
    const visible = bars.filter(({ at }) => Date.parse(at) >= earliest);
    // For an instrument without trades in this period, the last day's bars are shown.
    return visible.length > 0 ? visible : lastDays(bars, 1);
  }
  return lastDays(bars, CHART_RANGES[range].days);
}

/** Returns the bars of the last `count` days in IST that have bars. */
function lastDays<Bar extends { at: string }>(bars: readonly Bar[], count: number): Bar[] {
  const dayOf = ({ at }: Bar) => istDay(Date.parse(at));
  const first = [...new Set(bars.map(dayOf))].at(-count) ?? Number.NEGATIVE_INFINITY;
  return bars.filter((bar) => dayOf(bar) >= first);
}

const warmUpCount = ({ indicators, length }: ChartChoice) => warmUpBars(indicators, length);

function expectedBars({ range, interval }: ChartChoice, { from, now, sessionMinutes }: ChartPeriod): number {
  const { days } = CHART_RANGES[range];
  if (interval === "day") return days;
  const bar = Number(interval);
  return range === "1d"
    ? Math.max(1, Math.ceil((now - from) / MINUTE_MS / bar) + 1)
    : Math.ceil(sessionMinutes / bar) * days;
}
