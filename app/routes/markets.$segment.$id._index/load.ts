// What an instrument's page shows: quote and depth, the chosen candles, live prices where there is a feed, and a slice of the option chain.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Candle, InstrumentDetail, OptionChain } from "../../contract/base-api/market.ts";
import { instrumentChannel, type PriceState } from "../../contract/live/live.ts";
import { EXCHANGE_CALENDAR, isTrading, sessionAt } from "../../domain/market-sessions.ts";
import { keyOf, type LiveView, liveView, lookAtPrices, type PriceView } from "../../live/price-view.ts";
import { type ChartChoice, candlesOf, readChartChoice } from "../../markets/chart-choice.ts";
import { loadInstrument } from "../../markets/load-instrument.ts";

export type InstrumentPage = {
  detail: InstrumentDetail;
  choice: ChartChoice;
  /** Null: they cannot be had now. */
  candles: Candle[] | null;
  chain: OptionChain | null;
  price: PriceView;
  live: LiveView | null;
  channels: string[];
  /** Time of the cached answers, epoch ms. */
  cachedSince: number | null;
  /** When the page was made, epoch ms. */
  at: number;
};

export async function loadInstrumentPage(from: LoaderFunctionArgs): Promise<InstrumentPage> {
  const { context, request } = from;
  const choice = readChartChoice(new URL(request.url).searchParams);
  const { segment, id, markets, detail } = await loadInstrument(from);
  const key = keyOf(detail.instrument);
  const channels = context.prices ? [instrumentChannel(key)] : [];
  const [candles, chain, snapshot] = await Promise.all([
    ifThere(markets.listCandles(segment, id, candlesOf(choice))),
    detail.instrument.expiries.length === 0 ? null : ifThere(markets.getOptionChain(segment, id)),
    lookAtPrices(context.prices, channels),
  ]);
  const live =
    snapshot === null || channels.length === 0
      ? null
      : liveView(snapshot, [{ key, name: detail.instrument.name }]);
  const cachedSince = markets.cachedSince();
  const at = live?.at ?? Date.now();
  const [own] = live?.prices ?? [];
  const isAnnounced = own !== undefined && own.ltp > 0;
  const session = sessionAt(context.calendar ?? EXCHANGE_CALENDAR, segment, at);
  return {
    detail,
    choice,
    candles: candles?.items ?? null,
    chain,
    live: isAnnounced ? live : null,
    price: isAnnounced ? own : quotedPrice(detail, cachedSince, isTrading(session)),
    channels: live === null ? [] : channels,
    cachedSince,
    at,
  };
}

/** A part that cannot be had leaves the rest of the page as it is. */
async function ifThere<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (fault) {
    if (fault instanceof Response) return null;
    throw fault;
  }
}

/** The quote where no feed tells the price. */
function quotedPrice(
  { instrument, quote }: InstrumentDetail,
  cachedSince: number | null,
  isOpen: boolean,
): PriceView {
  const [state, reason]: [PriceState, string] =
    cachedSince !== null
      ? ["stale", "the service that keeps prices does not answer"]
      : isOpen
        ? ["delayed", "from a quote, not from the live feed"]
        : ["closed", ""];
  return {
    key: keyOf(instrument),
    name: instrument.name,
    ltp: quote.lastPaise,
    ltt: Date.parse(quote.lastTradeAt),
    high: quote.highPaise,
    low: quote.lowPaise,
    previousClose: quote.previousClosePaise,
    spark: null,
    state,
    reason,
  };
}
