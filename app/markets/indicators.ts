// Indicators over the bars of a chart, computed by the package trading-signals. The first values are null, because they
// need earlier bars; the caller therefore loads more bars than it shows. Prices are paise, RSI is 0 to 100.
import { BollingerBands, EMA, RSI, SMA, VWAP } from "trading-signals";
import type { Candle } from "../contract/base-api/market.ts";
import { istDay } from "../domain/time.ts";

export const INDICATOR_IDS = ["sma", "ema", "vwap", "rsi", "bollinger"] as const;
export type IndicatorId = (typeof INDICATOR_IDS)[number];

export const LENGTH_DEFAULT = 20;
export const LENGTH_MIN = 2;
/** Maximum length of an indicator in bars. With an indicator, this many additional earlier bars are loaded. */
export const LENGTH_MAX = 60;
export const RSI_BARS = 14;
const BAND_DEVIATIONS = 2;

type Values = (number | null)[];
export type IndicatorLine = {
  id: IndicatorId;
  /** Name with the length, such as "SMA 20". */
  name: string;
  /** One value per bar. For a band, its upper edge. */
  values: Values;
  /** Lower edge of a band. */
  lower?: Values;
};

/** Values of an indicator for all bars. Null if it cannot be computed. */
type Computed = Omit<IndicatorLine, "id"> | null;
const INDICATORS: Record<IndicatorId, (bars: readonly Candle[], length: number) => Computed> = {
  sma: (bars, length) => {
    const average = new SMA(length);
    return { name: `SMA ${length}`, values: bars.map(({ closePaise }) => average.update(closePaise, false)) };
  },
  ema: (bars, length) => {
    const average = new EMA(length);
    const values = bars.map(({ closePaise }) => {
      const value = average.update(closePaise, false);
      return average.isStable ? value : null;
    });
    return { name: `EMA ${length}`, values };
  },
  vwap: (bars) => (bars.some(({ volume }) => volume > 0) ? { name: "VWAP", values: dailyVwap(bars) } : null),
  rsi: (bars) => {
    const strength = new RSI(RSI_BARS);
    return {
      name: `RSI ${RSI_BARS}`,
      values: bars.map(({ closePaise }) => strength.update(closePaise, false)),
    };
  },
  bollinger: (bars, length) => {
    const bands = new BollingerBands(length, BAND_DEVIATIONS);
    const both = bars.map(({ closePaise }) => bands.update(closePaise, false));
    return {
      name: `Bollinger ${length}`,
      values: both.map((band) => band?.upper ?? null),
      lower: both.map((band) => band?.lower ?? null),
    };
  },
};

/** Computes the selected indicators for the last `shown` bars. VWAP requires volume and restarts each day. */
export function indicatorLines(
  bars: readonly Candle[],
  ids: readonly IndicatorId[],
  length: number,
  shown: number,
): IndicatorLine[] {
  const cut = (values: Values) => values.slice(values.length - shown);
  return INDICATOR_IDS.filter((id) => ids.includes(id)).flatMap((id) => {
    const computed = INDICATORS[id](bars, length);
    if (computed === null) return [];
    const { name, values, lower } = computed;
    return [{ id, name, values: cut(values), ...(lower === undefined ? {} : { lower: cut(lower) }) }];
  });
}

/** Returns the volume-weighted average price since the first bar of each Indian day. */
function dailyVwap(bars: readonly Candle[]): Values {
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
export function comparedValues(bars: readonly Candle[], others: readonly Candle[]): Values {
  const byTime = new Map(others.map(({ at, closePaise }) => [at, closePaise]));
  let base: number | null = null;
  let last: number | null = null;
  return bars.map(({ at }) => {
    last = byTime.get(at) ?? last;
    base ??= last;
    return last === null || base === null || base === 0 ? null : last / base - 1;
  });
}
