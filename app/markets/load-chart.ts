// Loads the data of an instrument's chart: visible bars, indicators, and compared instruments.
import { redirect } from "@remix-run/node";
import type { Markets, SiteContext } from "../context.ts";
import {
  CANDLES_MAX,
  type Candle,
  type CandleInterval,
  type Candles,
  type MarketInstrument,
} from "../contract/base-api/market.ts";
import { nullIfRefused } from "../contract/site/fault.ts";
import { splitInstrumentKey } from "../domain/instrument-key.ts";
import { dayChartStart, EXCHANGE_CALENDAR, latestSession } from "../domain/market-sessions.ts";
import { MINUTE_MS } from "../domain/time.ts";
import type { ExchangeSegment } from "../domain/vocabulary.ts";
import {
  type ChartChoice,
  type ChartForm,
  type ChartPeriod,
  COMPARED_INSTRUMENTS_MAX,
  candlesQuery,
  chartSearch,
  isComplete,
  visibleBars,
} from "./chart-choice.ts";
import type { ComparedLine } from "./compare-chart.tsx";
import { comparedValues, type IndicatorLine, indicatorLines } from "./indicators.ts";

/**
 * Maximum number of requests for one chart. The largest one has a day of one-minute bars and the warm-up of a 60-bar
 * EMA.
 */
const REQUESTS_MAX = 5;

export type ChartData = {
  instrument: MarketInstrument;
  bars: Candle[];
  lines: IndicatorLine[];
  /** Lines of the comparison, starting with the instrument itself. Empty without a comparison. */
  compared: ComparedLine[];
};

/** Chart data for scripts. Prices are paise, changes fractions. */
export type ChartFile = Pick<ChartData, "lines" | "compared"> & {
  interval: CandleInterval;
  form: ChartForm;
  items: Candle[];
};

export type ChartRequest = { segment: ExchangeSegment; id: string; choice: ChartChoice; now: number };

/**
 * Loads the data of a chart. Unavailable instruments are omitted from the comparison. Throws the provider's fault if
 * the instrument itself is unavailable.
 */
export async function loadChart(
  { calendar }: Partial<SiteContext>,
  markets: Markets,
  { segment, id, choice, now }: ChartRequest,
): Promise<ChartData> {
  const hours = latestSession(EXCHANGE_CALENDAR, segment, now);
  const period: ChartPeriod = {
    from: dayChartStart(calendar ?? EXCHANGE_CALENDAR, segment, now),
    now,
    sessionMinutes: hours === null ? 0 : (hours.toMs - hours.fromMs) / MINUTE_MS,
  };
  const others = choice.compared.filter((key) => key !== `${segment}:${id}`);
  const [own, ...found] = await Promise.all([
    loadBars(markets, segment, id, choice, period),
    ...others.map(async (key) => {
      const { exchangeSegment, securityId } = splitInstrumentKey(key);
      const plain = { ...choice, indicators: [] };
      return {
        key,
        candles: await loadBars(markets, exchangeSegment, securityId, plain, period).catch(nullIfRefused),
      };
    }),
  ]);
  const bars = visibleBars(choice, own.items, period);
  const hasOthers = found.some(({ candles }) => candles !== null);
  return {
    instrument: own.instrument,
    bars,
    lines: hasOthers ? [] : indicatorLines(own.items, choice.indicators, choice.length, bars.length),
    compared: hasOthers
      ? [
          { key: `${segment}:${id}`, name: own.instrument.name, values: comparedValues(bars, bars) },
          ...found.flatMap(({ key, candles }) =>
            candles === null
              ? []
              : [{ key, name: candles.instrument.name, values: comparedValues(bars, candles.items) }],
          ),
        ]
      : [],
  };
}

/** Loads the bars of a chart and the earlier bars for its indicators. Long charts need several requests. */
async function loadBars(
  markets: Markets,
  segment: ExchangeSegment,
  id: string,
  choice: ChartChoice,
  period: ChartPeriod,
): Promise<Pick<Candles, "instrument" | "items">> {
  const query = candlesQuery(choice, period);
  const { instrument, items } = await markets.listCandles(segment, id, query);
  let bars = items;
  let hasEarlier = items.length === query.count;
  for (let request = 1; request < REQUESTS_MAX; request += 1) {
    const [first] = bars;
    if (first === undefined || !hasEarlier || isComplete(choice, bars, period)) break;
    const further = { ...query, count: CANDLES_MAX, before: first.at };
    const earlier = await markets.listCandles(segment, id, further);
    bars = [...earlier.items, ...bars];
    hasEarlier = earlier.items.length === CANDLES_MAX;
  }
  return { instrument, items: bars };
}

/**
 * Adds the instrument that matches `text` to the comparison and throws a redirect to the new chart. Returns the text if
 * nothing matches, or null for an empty text.
 */
export async function addToComparison(
  markets: Markets,
  { text, choice, path, own }: { text: string; choice: ChartChoice; path: string; own: string },
): Promise<string | null> {
  if (text === "") return null;
  const found = (await markets.findInstruments({ text }).catch(nullIfRefused))?.items ?? [];
  const key = found
    .map(({ exchangeSegment, securityId }) => `${exchangeSegment}:${securityId}`)
    .find((one) => one !== own && !choice.compared.includes(one));
  if (key === undefined) return text;
  const compared = [...choice.compared, key].slice(-COMPARED_INSTRUMENTS_MAX);
  throw redirect(`${path}${chartSearch({ ...choice, compared })}#chart`, { status: 303 });
}
