// Base API handlers of instruments: search, quote with depth and ranges, candles, and option chains.
import {
  CANDLES_MAX,
  type ChainSide,
  INSTRUMENTS_FOUND_MAX,
  type InstrumentDetail,
  type OptionChain,
  type MarketInstrument as WireInstrument,
} from "../../../../app/contract/base-api/market.ts";
import { splitInstrumentKey } from "../../../../app/domain/instrument-key.ts";
import { dayOfIso, isoDayOf, istDayStart } from "../../../../app/domain/time.ts";
import type { ExchangeSegment } from "../../../../app/domain/vocabulary.ts";
import { type MarketInstrument, UNDERLYING_AT } from "../../exchange/instrument-master.ts";
import { findInstruments } from "../../exchange/instrument-search.ts";
import { buildChainRows, listContracts } from "../../exchange/listed-chain.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { MarketOverviewReader } from "../../exchange/market-overview.ts";
import { PriceHistory } from "../../exchange/price-history.ts";
import { runInTurn } from "../../slices.ts";
import { requireFound } from "./problems.ts";
import type { Handlers } from "./router.ts";

const INSTRUMENT_NOT_FOUND = "No instrument of this segment has this id.";
/**
 * A quote waits at most this long for the 52-week range. If the computation takes longer, only a later quote contains
 * the range.
 */
const YEAR_RANGE_TIMEOUT_MS = 400;

type InstrumentDependencies = { market: SandboxMarket; now: () => Date };

export function instrumentHandlers({ market, now }: InstrumentDependencies) {
  const history = new PriceHistory(market);
  const overview = new MarketOverviewReader(market, history);
  return {
    getMarketOverview: () => overview.read(now().getTime()),
    findInstruments: ({ query: { text, on } }) => {
      const nowMs = now().getTime();
      // The search covers the contracts that were listed at noon of the requested day.
      const atMs = on === undefined ? nowMs : Math.min(nowMs, istDayStart(dayOfIso(on)) + 12 * 3_600_000);
      const items = findInstruments(market, text, atMs, INSTRUMENTS_FOUND_MAX);
      return { items: items.map((one) => toApiInstrument(market, one, nowMs)) };
    },
    getInstrument: async ({ path }) => {
      const nowMs = now().getTime();
      const instrument = requireFound(findListed(market, path, nowMs), INSTRUMENT_NOT_FOUND);
      const year = await history.yearRange(instrument, nowMs, YEAR_RANGE_TIMEOUT_MS);
      await runInTurn(market.prepare([instrument], now().getTime()));
      return describeInstrument(market, instrument, year, now().getTime());
    },
    listCandles: async ({ path, query }) => {
      const nowMs = now().getTime();
      const beforeMs = query.before === undefined ? nowMs + 1 : Date.parse(query.before);
      const fromMs = query.from === undefined ? 0 : Date.parse(query.from);
      // A contract that expired within the period is resolved as of the start of the period.
      const instrument = requireFound(
        findListed(market, path, Math.min(nowMs, beforeMs - 1)) ??
          (fromMs > 0 && fromMs < beforeMs ? findListed(market, path, Math.min(nowMs, fromMs)) : null),
        INSTRUMENT_NOT_FOUND,
      );
      const { interval, count = CANDLES_MAX, extended = "no" } = query;
      const barRequest = { interval, count, fromMs, beforeMs, includesExtended: extended === "yes" };
      const bars = await history.bars(instrument, barRequest, nowMs);
      return {
        instrument: toApiInstrument(market, instrument, nowMs),
        interval,
        items: bars.map(({ atMs, openInterest: _, ...bar }) => ({
          at: new Date(atMs).toISOString(),
          ...bar,
        })),
        asOf: new Date(nowMs).toISOString(),
      };
    },
    getOptionChain: async ({ path, query }) => {
      const nowMs = now().getTime();
      const instrument = findListed(market, path, nowMs);
      const chain = instrument && (await runInTurn(generateChain(market, instrument, query.expiry, nowMs)));
      return requireFound(chain, "This instrument has no options of this expiry.");
    },
  } satisfies Partial<Handlers>;
}

/** Returns the instrument with this id. Null if its segment does not list it at `atMs`. */
function findListed(
  market: SandboxMarket,
  { exchangeSegment, securityId }: { exchangeSegment: ExchangeSegment; securityId: string },
  atMs: number,
): MarketInstrument | null {
  return market.find(exchangeSegment, securityId, atMs);
}

function toApiInstrument(market: SandboxMarket, instrument: MarketInstrument, nowMs: number): WireInstrument {
  const { exchangeSegment, securityId, symbol, name, kind, lotSize, tickPaise, option, future } = instrument;
  const underlyingKey = option?.underlyingKey ?? future?.underlyingKey ?? null;
  const expiryDay = option?.expiryDay ?? future?.expiryDay ?? null;
  const at = UNDERLYING_AT.get(instrument.key);
  return {
    exchangeSegment,
    securityId,
    symbol,
    name,
    kind,
    lotSize,
    tickPaise,
    expiry: expiryDay === null ? null : isoDayOf(expiryDay),
    strikePaise: option === null ? null : Math.round(option.strikeRupees * 100),
    side: option?.side ?? null,
    underlying: underlyingKey === null ? null : describeUnderlying(market, underlyingKey, nowMs),
    expiries: at === undefined ? [] : market.expiries(at, nowMs).map(({ day }) => isoDayOf(day)),
  };
}

function describeUnderlying(market: SandboxMarket, key: string, nowMs: number) {
  return { ...splitInstrumentKey(key), name: market.findByKey(key, nowMs)?.name ?? key };
}

function describeInstrument(
  market: SandboxMarket,
  instrument: MarketInstrument,
  year: { highPaise: number; lowPaise: number; from: number } | null,
  nowMs: number,
): InstrumentDetail {
  const quote = market.quote(instrument, nowMs);
  return {
    instrument: toApiInstrument(market, instrument, nowMs),
    quote: {
      lastPaise: quote.lastPaise,
      lastTradeAt: new Date(quote.lastTradeAt).toISOString(),
      openPaise: quote.openPaise,
      highPaise: quote.highPaise,
      lowPaise: quote.lowPaise,
      previousClosePaise: quote.previousClosePaise,
      averagePaise: quote.averagePaise,
      volume: quote.volume,
      openInterest: quote.openInterest,
      previousOpenInterest: quote.previousOpenInterest,
      lowerCircuitPaise: quote.lowerCircuitPaise,
      upperCircuitPaise: quote.upperCircuitPaise,
    },
    depth: instrument.kind === "INDEX" ? null : market.book(instrument, nowMs),
    year: year === null ? null : { ...year, from: isoDayOf(year.from) },
    asOf: new Date(nowMs).toISOString(),
  };
}

function* generateChain(
  market: SandboxMarket,
  instrument: MarketInstrument,
  requested: string | undefined,
  nowMs: number,
): Generator<void, OptionChain | null, void> {
  const underlying = UNDERLYING_AT.get(instrument.key);
  if (underlying === undefined) return null;
  const expiries = market.expiries(underlying, nowMs);
  const expiry =
    requested === undefined ? expiries[0] : expiries.find(({ day }) => isoDayOf(day) === requested);
  if (expiry === undefined) return null;
  const spot = market.spot(instrument.key, nowMs);
  const found = buildChainRows(market, { key: instrument.key, underlying, expiry, spot }, nowMs);
  yield* market.prepare(listContracts(found), nowMs, false);
  const rows: OptionChain["rows"] = [];
  for (const { strike, call, put } of found) {
    yield;
    const side = (contract: MarketInstrument | null) => contract && chainSide(market, contract, spot, nowMs);
    rows.push({ strikePaise: Math.round(strike * 100), call: side(call), put: side(put) });
  }
  return {
    underlying: toApiInstrument(market, instrument, nowMs),
    spotPaise: Math.round(spot * 100),
    expiry: isoDayOf(expiry.day),
    rows,
    asOf: new Date(nowMs).toISOString(),
  };
}

function chainSide(
  market: SandboxMarket,
  contract: MarketInstrument,
  spot: number,
  nowMs: number,
): ChainSide {
  const quote = market.quote(contract, nowMs);
  const { bids, asks } = market.book(contract, nowMs);
  return {
    exchangeSegment: contract.exchangeSegment,
    securityId: contract.securityId,
    lastPaise: quote.lastPaise,
    previousClosePaise: quote.previousClosePaise,
    bidPaise: bids[0]?.pricePaise ?? null,
    askPaise: asks[0]?.pricePaise ?? null,
    volume: quote.volume,
    openInterest: quote.openInterest,
    volatility: market.volatilityAt(contract, spot, nowMs),
    ...market.greeks(contract, spot, nowMs),
  };
}
