// Data of the Markets page: search matches, market overview, live prices of the indices, and the user's watchlist.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Markets, SiteContext } from "../../context.ts";
import { SEARCH_TEXT_MAX_CHARS } from "../../contract/base-api/limits.ts";
import type { IndexLine, MarketOverview, ShareLine } from "../../contract/base-api/market-overview.ts";
import { nullIfRefused } from "../../contract/site/fault.ts";
import { splitInstrumentKey } from "../../domain/instrument-key.ts";
import { EXCHANGE_CALENDAR } from "../../domain/market-sessions.ts";
import { isoDayOf, istDay } from "../../domain/time.ts";
import { unavailableWithoutProvider } from "../../http/problem.ts";
import { priceKey, stripView } from "../../live/price-view.ts";
import {
  computeSectors,
  listMarketDates,
  type MarketDate,
  type MoverKind,
  readMoverKind,
  type SectorLine,
  selectMovers,
} from "../../markets/board.ts";
import { algosOnIndex } from "../../markets/index-algos.ts";
import type { IndexCard } from "../../markets/market-cards.tsx";
import type { Watched } from "../../markets/watch-form.tsx";
import { readWatchlist, WATCHED_INSTRUMENTS_MAX } from "../../markets/watchlist.ts";

export type Board = {
  indices: IndexCard[];
  movers: ShareLine[];
  moverKind: MoverKind;
  shares: ShareLine[];
  /** The most traded shares, which an empty watchlist suggests. */
  offered: ShareLine[];
  sectors: SectorLine[];
  options: MarketOverview["options"];
  dates: MarketDate[];
  curveFrom: string;
};

export async function loadMarkets({ request, context }: LoaderFunctionArgs) {
  const { markets } = context;
  if (markets === undefined) throw unavailableWithoutProvider();
  const { searchParams } = new URL(request.url);
  const query = (searchParams.get("q") ?? "").replace(/\s+/g, " ").trim().slice(0, SEARCH_TEXT_MAX_CHARS);
  const keys = readWatchlist(request.headers.get("cookie"));
  const [strip, answer, overview] = await Promise.all([
    stripView(context.prices),
    query === "" ? null : markets.findInstruments({ text: query }),
    markets.getMarketOverview().catch(nullIfRefused),
  ]);
  const at = Date.now();
  const today = isoDayOf(istDay(at));
  return {
    query,
    found: answer?.items ?? null,
    strip,
    at: overview === null ? at : Date.parse(overview.asOf),
    today,
    board:
      overview === null
        ? null
        : ({
            indices: await indexCards(context, overview, strip),
            moverKind: readMoverKind(searchParams.get("movers")),
            movers: selectMovers(overview.shares, readMoverKind(searchParams.get("movers"))),
            shares: overview.shares,
            offered: selectMovers(overview.shares, "traded"),
            sectors: computeSectors(overview.shares),
            options: overview.options,
            dates: listMarketDates(overview.expiries, context.calendar ?? EXCHANGE_CALENDAR, today),
            curveFrom: overview.curveFrom,
          } satisfies Board),
    watched: await loadWatched(markets, keys, overview),
    watchedKeys: keys,
    isWatchlistFull: keys.length >= WATCHED_INSTRUMENTS_MAX,
  };
}

async function indexCards(
  context: Partial<SiteContext>,
  overview: MarketOverview,
  strip: Awaited<ReturnType<typeof stripView>>,
): Promise<IndexCard[]> {
  return Promise.all(
    overview.indices.map(async (line) => ({
      line,
      price: strip?.view.prices.find(({ key, ltp }) => key === priceKey(line) && ltp > 0) ?? null,
      algos: await loadAlgos(context, line),
    })),
  );
}

async function loadAlgos({ provider }: Partial<SiteContext>, line: IndexLine): Promise<IndexCard["algos"]> {
  const on = algosOnIndex(line);
  if (on === null || provider === undefined) return null;
  const list = await provider.listStrategies({ ...on.filter, limit: 1 }).catch(nullIfRefused);
  return list === null ? null : { count: list.total, path: on.path };
}

/**
 * Loads the instruments of the watchlist. Prices are from the overview or, if it lacks the instrument, from its quote.
 * Unknown instruments are omitted.
 */
async function loadWatched(
  markets: Markets,
  keys: readonly string[],
  overview: MarketOverview | null,
): Promise<Watched[]> {
  const known = new Map(
    [...(overview?.indices ?? []), ...(overview?.shares ?? [])].map((line) => [priceKey(line), line]),
  );
  const all = await Promise.all(
    keys.map(async (key): Promise<Watched | null> => {
      const line = known.get(key);
      if (line !== undefined) return line;
      const { exchangeSegment, securityId } = splitInstrumentKey(key);
      const detail = await markets.getInstrument(exchangeSegment, securityId).catch(nullIfRefused);
      if (detail === null) return null;
      const { lastPaise, previousClosePaise } = detail.quote;
      return {
        exchangeSegment,
        securityId,
        name: detail.instrument.name,
        lastPaise,
        previousClosePaise,
        curve: null,
      };
    }),
  );
  return all.filter((one) => one !== null);
}
