// Data of an instrument's page: quote, depth, selected chart, live prices if there is a feed, the option chain near the
// money, and algos that trade the instrument.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { SiteContext } from "../../context.ts";
import { SEARCH_TEXT_MAX_CHARS } from "../../contract/base-api/limits.ts";
import type { InstrumentDetail, OptionChain } from "../../contract/base-api/market.ts";
import type { StrategySummary } from "../../contract/base-api/strategy.ts";
import { instrumentChannel, type PriceState } from "../../contract/live/live.ts";
import { nullIfRefused } from "../../contract/site/fault.ts";
import { EXCHANGE_CALENDAR, findSession, isTrading } from "../../domain/market-sessions.ts";
import { READER_AMOUNT_DEFAULT } from "../../domain/reader-amount.ts";
import { evidenceForReader } from "../../evidence/at-amount.ts";
import { loadStrips } from "../../evidence/evidence-strip.ts";
import { amountAtWork } from "../../evidence/loss.ts";
import { withheldText } from "../../evidence/strip-view.tsx";
import { instrumentPath } from "../../format/instrument-path.ts";
import { type LiveView, liveView, loadPrices, type PriceView, priceKey } from "../../live/price-view.ts";
import { type ChartChoice, readChartChoice } from "../../markets/chart-choice.ts";
import { algosOnIndex } from "../../markets/index-algos.ts";
import { addToComparison, type ChartData, loadChart } from "../../markets/load-chart.ts";
import { loadInstrument } from "../../markets/load-instrument.ts";
import { readWatchlist } from "../../markets/watchlist.ts";

const ALGOS_SHOWN_MAX = 5;

export type AlgoOnIt = {
  strategy: Pick<StrategySummary, "id" | "name" | "manager" | "risk">;
  /**
   * Largest drawdown in rupees, zero or negative, on the part of the user's amount that the algo would use; or the
   * reason why the record is not shown.
   */
  fall: { rupees: number; usedRupees: number } | { withheld: string };
};

export type InstrumentPage = {
  detail: InstrumentDetail;
  choice: ChartChoice;
  /** Null if the instrument's prices are unavailable. */
  chart: ChartData | null;
  /** Text that the user entered to compare instruments, if no instrument matches it. Otherwise null. */
  notFound: string | null;
  chain: OptionChain | null;
  /** Null if the catalogue is unavailable. */
  algos: { items: AlgoOnIt[]; total: number; path: string } | null;
  isWatched: boolean;
  price: PriceView;
  live: LiveView | null;
  channels: string[];
  /** Time of cached data, epoch ms. Null if all data is current. */
  cachedSince: number | null;
  /** Time of rendering, epoch ms. */
  at: number;
};

export async function loadInstrumentPage(from: LoaderFunctionArgs): Promise<InstrumentPage> {
  const { context, request } = from;
  const parameters = new URL(request.url).searchParams;
  const choice = readChartChoice(parameters);
  const { segment, id, markets, detail } = await loadInstrument(from);
  const { instrument } = detail;
  const key = priceKey(instrument);
  const channels = context.prices ? [instrumentChannel(key)] : [];
  const text = (parameters.get("add") ?? "").trim().slice(0, SEARCH_TEXT_MAX_CHARS);
  const notFound = await addToComparison(markets, {
    text,
    choice,
    path: instrumentPath(instrument),
    own: key,
  });
  const [chart, chain, snapshot, algos] = await Promise.all([
    loadChart(context, markets, { segment, id, choice, now: Date.now() }).catch(nullIfRefused),
    instrument.expiries.length === 0 ? null : markets.getOptionChain(segment, id).catch(nullIfRefused),
    loadPrices(context.prices, channels),
    loadAlgos(context, instrument.underlying ?? instrument),
  ]);
  const live =
    snapshot === null || channels.length === 0
      ? null
      : liveView(snapshot, [{ key, name: instrument.name }], key);
  const cachedSince = markets.cachedSince();
  const at = live?.at ?? Date.now();
  const [own] = live?.prices ?? [];
  const isAnnounced = own !== undefined && own.ltp > 0;
  const session = findSession(context.calendar ?? EXCHANGE_CALENDAR, segment, at);
  return {
    detail,
    choice,
    chart,
    notFound,
    chain,
    algos,
    isWatched: readWatchlist(request.headers.get("cookie")).includes(key),
    live: isAnnounced ? live : null,
    price: isAnnounced ? own : quotedPrice(detail, cachedSince, isTrading(session)),
    channels: live === null ? [] : channels,
    cachedSince,
    at,
  };
}

/**
 * Loads the first algos that trade the index or match the share's name, with the largest drawdown of each. A search for
 * an index would also find algos that only compare prices with it.
 */
async function loadAlgos(
  context: Partial<SiteContext>,
  instrument: Parameters<typeof algosOnIndex>[0] & { name: string },
): Promise<InstrumentPage["algos"]> {
  if (context.provider === undefined) return null;
  const { name: q } = instrument;
  const { filter, path } = algosOnIndex(instrument) ?? {
    filter: { q },
    path: `/algos?${new URLSearchParams({ q })}`,
  };
  const list = await context.provider
    .listStrategies({ ...filter, limit: ALGOS_SHOWN_MAX })
    .catch(nullIfRefused);
  if (list === null) return null;
  const amount = context.amount ?? READER_AMOUNT_DEFAULT;
  const strips = await loadStrips(evidenceForReader(context), list.items, { withLive: false });
  const items = list.items.map((strategy, index): AlgoOnIt => {
    const strip = strips[index];
    const { id, name, manager, risk, minAmountRupees } = strategy;
    const usedRupees = amountAtWork(minAmountRupees, amount);
    return {
      strategy: { id, name, manager, risk },
      fall:
        strip?.kind === "shown"
          ? { rupees: strip.figures.maxDrawdown * usedRupees, usedRupees }
          : { withheld: withheldText(strip ?? { kind: "unreachable" }) },
    };
  });
  return { items, total: list.total, path };
}

/** Converts a quote to the format of live prices, for instruments without a live feed. */
function quotedPrice(
  { instrument, quote }: InstrumentDetail,
  cachedSince: number | null,
  isOpen: boolean,
): PriceView {
  const [state, reason]: [PriceState, string] =
    cachedSince !== null
      ? ["stale", "the price service does not respond"]
      : isOpen
        ? ["delayed", "from a quote, not from the live feed"]
        : ["closed", ""];
  return {
    key: priceKey(instrument),
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
