// Indicators over the bars of a chart. The first values are null, because they need earlier bars; the caller therefore
// loads more bars than it shows. Prices are paise, RSI is 0 to 100.
import { VWAP } from "trading-signals";
import type { Candle } from "../contract/base-api/market.ts";
import {
  bollingerBands,
  EMA_WARM_UP_LENGTHS,
  exponentialAverages,
  type IndicatorValues,
  relativeStrengths,
  simpleAverages,
} from "../domain/indicator-series.ts";
import { istDay } from "../domain/time.ts";

export const INDICATOR_IDS = ["sma", "ema", "vwap", "rsi", "bollinger"] as const;
export type IndicatorId = (typeof INDICATOR_IDS)[number];

export const INDICATOR_LENGTH_DEFAULT = 20;
export const INDICATOR_LENGTH_MIN = 2;
/** Maximum length of an indicator in bars. */
export const INDICATOR_LENGTH_MAX = 60;
export const RSI_BARS = 14;
const RSI_WARM_UP_BARS = 120;

export type IndicatorLine = {
  id: IndicatorId;
  /** Name with the length, such as "SMA 20". */
  name: string;
  /** One value per bar. For a band, its upper edge. */
  values: IndicatorValues;
  /** Lower edge of a band. */
  lower?: IndicatorValues;
};

/** Values of an indicator for all bars. Null if it cannot be computed. */
type Computed = Omit<IndicatorLine, "id"> | null;
/** `shown` is the number of visible bars at the end of `bars`. */
type Compute = (bars: readonly Candle[], length: number, shown: number) => Computed;
const closingPrices = (bars: readonly Candle[]) => bars.map(({ closePaise }) => closePaise);
const INDICATORS: Record<IndicatorId, Compute> = {
  sma: (bars, length) => ({ name: `SMA ${length}`, values: simpleAverages(closingPrices(bars), length) }),
  ema: (bars, length) => ({
    name: `EMA ${length}`,
    values: exponentialAverages(closingPrices(bars), length),
  }),
  vwap: (bars, _, shown) =>
    bars.some(({ volume }) => volume > 0)
      ? { name: "VWAP", values: dailyVwap(bars.slice(bars.length - shown)) }
      : null,
  rsi: (bars) => ({ name: `RSI ${RSI_BARS}`, values: relativeStrengths(closingPrices(bars), RSI_BARS) }),
  bollinger: (bars, length) => {
    const { upper, lower } = bollingerBands(closingPrices(bars), length);
    return { name: `Bollinger ${length}`, values: upper, lower };
  },
};

/**
 * Returns the number of bars that the indicators need before the first visible bar. EMA and RSI depend on all earlier
 * bars, but bars beyond these counts change the value by less than 0.05 %.
 */
export function warmUpBars(ids: readonly IndicatorId[], length: number): number {
  const bars: Record<IndicatorId, number> = {
    sma: length,
    ema: EMA_WARM_UP_LENGTHS * length,
    vwap: 0,
    rsi: RSI_WARM_UP_BARS,
    bollinger: length,
  };
  return Math.max(0, ...ids.map((id) => bars[id]));
}

/**
 * Computes the selected indicators for the last `count` bars. VWAP requires volume, begins with the first visible bar
 * and restarts each day.
 */
export function indicatorLines(
  bars: readonly Candle[],
  ids: readonly IndicatorId[],
  length: number,
  count: number,
): IndicatorLine[] {
  const cut = (values: IndicatorValues) => values.slice(values.length - count);
  return INDICATOR_IDS.filter((id) => ids.includes(id)).flatMap((id) => {
    const computed = INDICATORS[id](bars, length, count);
    if (computed === null) return [];
    const { name, values, lower } = computed;
    return [{ id, name, values: cut(values), ...(lower === undefined ? {} : { lower: cut(lower) }) }];
  });
}

/** Returns the volume-weighted average price since the first bar of each day in IST. */
function dailyVwap(bars: readonly Candle[]): IndicatorValues {
  let average = new VWAP();
  let day: number | null = null;
  return bars.map(({ at, highPaise, lowPaise, closePaise, volume }) => {
    const own = istDay(Date.parse(at));
    if (own !== day) average = new VWAP();
    day = own;
    return (
      average.update({ high: highPaise, low: lowPaise, close: closePaise, volume }, false) ??
      average.getResult()
    );
  });
}

/**
 * Returns the change of an instrument since its first bar as a fraction, at the times of `bars`. Null before its first
 * bar.
 */
export function comparedValues(bars: readonly Candle[], others: readonly Candle[]): IndicatorValues {
  const byTime = new Map(others.map(({ at, closePaise }) => [at, closePaise]));
  let base: number | null = null;
  let last: number | null = null;
  return bars.map(({ at }) => {
    last = byTime.get(at) ?? last;
    base ??= last;
    return last === null || base === null || base === 0 ? null : last / base - 1;
  });
}
