// Market data handlers of the trading API: quotes, candles and option chains, all from the sandbox's market.
import { setImmediate } from "node:timers/promises";
import {
  type DailyRequest,
  INTRADAY_DAYS_MAX,
  type IntradayRequest,
  type QuoteRequest,
  ROLLING_DAYS_MAX,
  type RollingRequest,
} from "../../../../app/contract/trading-api/market-data-shapes.ts";
import { DAY_MS, isoDayOf, istDay, istDayStart } from "../../../../app/domain/time.ts";
import type { ExchangeSegment } from "../../../../app/domain/vocabulary.ts";
import type { Broker } from "../../broker/broker.ts";
import {
  aggregateMinutes,
  type Bar,
  barOpenInterest,
  dailyBar,
  listBarMinutes,
  sessionBars,
} from "../../exchange/candles.ts";
import { type MarketInstrument, UNDERLYING_AT, UNDERLYINGS } from "../../exchange/instrument-master.ts";
import { buildChainRows, listContracts } from "../../exchange/listed-chain.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { buildContract } from "../../exchange/option-chain.ts";
import type { Quote } from "../../exchange/quotes.ts";
import { runInTurn } from "../../slices.ts";
import { ApiFault } from "./fault.ts";
import type { HandlerContext, Handlers } from "./handler-context.ts";
import { istTime, readIst, toRupees } from "./wire-format.ts";

/** Number of days of candles between two yields to other work. */
const DAYS_PER_SLICE = 3;
/** 3 January 2022, the start of the sandbox's history. */
const HISTORY_FROM = istDay(Date.parse("2022-01-03T12:00:00+05:30"));
const ROLLING_STRIKES_MAX = 10;

export function dataHandlers({ broker }: HandlerContext) {
  return {
    quoteLtp: ({ body }) => runInTurn(quotes(broker, body, LAST_PRICE_VIEW)),
    quoteOhlc: ({ body }) => runInTurn(quotes(broker, body, OHLC_VIEW)),
    quoteFull: ({ body }) => runInTurn(quotes(broker, body, FULL_VIEW)),
    getDailyCandles: ({ body }) => daily(broker, body),
    getIntradayCandles: ({ body }) => intraday(broker, body),
    getRollingOption: ({ body }) => rolling(broker, body),
    listExpiries: ({ body }) => {
      const { underlying } = requireUnderlying(body);
      return {
        data: broker.market.expiries(underlying, broker.now()).map(({ day }) => isoDayOf(day)),
        status: "success",
      };
    },
    getOptionChain: ({ body }) => runInTurn(chain(broker, body)),
  } satisfies Partial<Handlers>;
}

type QuoteParts = { broker: Broker; instrument: MarketInstrument; now: number; quote: Quote };
/**
 * Format of a quote in a response. `of` formats the quote; `needs` names the values that it reads, because some require
 * a long computation before.
 */
type QuoteView = { needs: "last" | "day" | "average"; of: (parts: QuoteParts) => unknown };

const LAST_PRICE_VIEW: QuoteView = {
  needs: "last",
  of: ({ quote }) => ({ last_price: toRupees(quote.lastPaise) }),
};
const OHLC_VIEW: QuoteView = {
  needs: "day",
  of: ({ quote }) => ({ last_price: toRupees(quote.lastPaise), ohlc: ohlcQuote(quote) }),
};
const FULL_VIEW: QuoteView = { needs: "average", of: fullQuote };

function* quotes(broker: Broker, request: QuoteRequest, { needs, of }: QuoteView) {
  const { market } = broker;
  const now = broker.now();
  const found = Object.entries(request).map(([segment, ids]) => ({
    segment,
    instruments: (ids ?? []).flatMap((id) => {
      const instrument = market.find(segment as ExchangeSegment, id, now);
      return instrument === null ? [] : [{ id, instrument }];
    }),
  }));
  const all = found.flatMap(({ instruments }) => instruments.map(({ instrument }) => instrument));
  if (needs !== "last") yield* market.prepare(all, now, needs === "average");
  const data: Record<string, Record<string, unknown>> = {};
  for (const { segment, instruments } of found) {
    const ofSegment: Record<string, unknown> = {};
    for (const { id, instrument } of instruments) {
      ofSegment[id] = of({ broker, instrument, now, quote: market.quote(instrument, now) });
      yield;
    }
    data[segment] = ofSegment;
  }
  return { data, status: "success" };
}

function ohlcQuote(quote: Quote) {
  return {
    open: toRupees(quote.openPaise),
    close: toRupees(quote.previousClosePaise),
    high: toRupees(quote.highPaise),
    low: toRupees(quote.lowPaise),
  };
}

function fullQuote({ broker, instrument, now, quote }: QuoteParts) {
  const book = instrument.kind === "INDEX" ? { bids: [], asks: [] } : broker.market.book(instrument, now);
  const levels = (side: typeof book.bids) =>
    Array.from({ length: 5 }, (_, index) => {
      const level = side[index];
      return {
        quantity: level?.quantity ?? 0,
        orders: level?.orders ?? 0,
        price: toRupees(level?.pricePaise ?? 0),
      };
    });
  const sum = (side: typeof book.bids) => side.reduce((total, { quantity }) => total + quantity, 0);
  const [date = "", time = ""] = istTime(quote.lastTradeAt).split(" ");
  return {
    last_price: toRupees(quote.lastPaise),
    average_price: toRupees(quote.averagePaise),
    net_change: toRupees(quote.lastPaise - quote.previousClosePaise),
    last_quantity: quote.lastQuantity,
    volume: quote.volume,
    buy_quantity: sum(book.bids),
    sell_quantity: sum(book.asks),
    last_trade_time: `${date.split("-").reverse().join("/")} ${time}`,
    lower_circuit_limit: toRupees(quote.lowerCircuitPaise),
    upper_circuit_limit: toRupees(quote.upperCircuitPaise),
    oi: quote.openInterest,
    oi_day_high: quote.highestOpenInterest,
    oi_day_low: quote.lowestOpenInterest,
    ohlc: ohlcQuote(quote),
    depth: { buy: levels(book.bids), sell: levels(book.asks) },
  };
}

function requireQuotedInstrument(
  broker: Broker,
  request: { exchangeSegment: ExchangeSegment; securityId: string; instrument: string },
): MarketInstrument {
  const found = broker.market.find(request.exchangeSegment, request.securityId, broker.now());
  if (found === null)
    throw new ApiFault(
      "DH-907",
      `securityId: ${request.exchangeSegment} has no instrument ${request.securityId}.`,
    );
  if (found.kind !== request.instrument)
    throw new ApiFault("DH-905", `instrument must be ${found.kind} for security id ${request.securityId}.`);
  return found;
}

/** Returns the days of a period up to now. A `toText` without a time is excluded. */
function parseDayRange(broker: Broker, fromText: string, toText: string, atMost: number | null) {
  const [fromMs, toMs] = [readIst(fromText), readIst(toText)];
  if (fromMs === null || toMs === null)
    throw new ApiFault("DH-905", "fromDate and toDate must be YYYY-MM-DD or YYYY-MM-DD HH:MM:SS.");
  if (toMs <= fromMs) throw new ApiFault("DH-905", "toDate must be after fromDate; it is exclusive.");
  if (atMost !== null && toMs - fromMs > atMost * DAY_MS)
    throw new ApiFault("DH-905", `toDate must be at most ${atMost} days after fromDate.`);
  const until = Math.min(toMs, broker.now() + 1);
  const days: number[] = [];
  for (let day = Math.max(HISTORY_FROM, istDay(fromMs)); istDayStart(day) < until; day += 1) days.push(day);
  return { days, fromMs, until };
}

function columns(bars: readonly Bar[], withOi: boolean) {
  return {
    open: bars.map(({ openPaise }) => toRupees(openPaise)),
    high: bars.map(({ highPaise }) => toRupees(highPaise)),
    low: bars.map(({ lowPaise }) => toRupees(lowPaise)),
    close: bars.map(({ closePaise }) => toRupees(closePaise)),
    volume: bars.map(({ volume }) => volume),
    timestamp: bars.map(({ atMs }) => Math.floor(atMs / 1_000)),
    open_interest: withOi ? bars.map(({ openInterest }) => openInterest) : [],
  };
}

/**
 * Returns the contract whose prices are an instrument's history on a day: the instrument if it was listed, or for a
 * future the contract with the same rank by expiry.
 */
function findContract(
  market: SandboxMarket,
  instrument: MarketInstrument,
  place: number | undefined,
  day: number,
): MarketInstrument | null {
  const { option, future } = instrument;
  if (option !== null) {
    const underlying = UNDERLYING_AT.get(option.underlyingKey) ?? -1;
    const listed = market.expiries(underlying, istDayStart(day));
    return listed.some((expiry) => expiry.day === option.expiryDay) ? instrument : null;
  }
  if (future === null) return instrument;
  const listed = market.tapes.futureMonths.expiries(future.underlyingKey, day);
  if (place === undefined) return listed.includes(future.expiryDay) ? instrument : null;
  const expiryDay = listed[place];
  return expiryDay === undefined ? null : market.future(future.underlyingKey, expiryDay, istDayStart(day));
}

async function daily(broker: Broker, request: DailyRequest) {
  const { market } = broker;
  const instrument = requireQuotedInstrument(broker, request);
  const { days, until } = parseDayRange(broker, request.fromDate, request.toDate, null);
  const bars: Bar[] = [];
  for (const [index, day] of days.entries()) {
    if (index % (DAYS_PER_SLICE * 20) === 0) await setImmediate();
    if (!market.paths.isTradingDay(day) || istDayStart(day) >= until) continue;
    const contract = findContract(market, instrument, request.expiryCode, day);
    const bar = contract === null ? null : dailyBar(market.tapes, contract, day, broker.now());
    if (bar !== null) bars.push(bar);
  }
  return columns(bars, request.oi ?? false);
}

async function intraday(broker: Broker, request: IntradayRequest) {
  const { market } = broker;
  const instrument = requireQuotedInstrument(broker, request);
  const { fromDate, toDate } = request;
  // Two equal dates without a time select that single day.
  const isOneDay = fromDate === toDate && toDate.length === 10;
  const end = isOneDay ? istTime((readIst(toDate) ?? 0) + DAY_MS) : toDate;
  const { days, fromMs, until } = parseDayRange(broker, fromDate, end, INTRADAY_DAYS_MAX);
  const includesExtended = request.extended ?? false;
  const bars: Bar[] = [];
  for (const [index, day] of days.entries()) {
    if (index % DAYS_PER_SLICE === 0) await setImmediate();
    const contract = findContract(market, instrument, undefined, day);
    if (contract === null) continue;
    for (const session of market.tapes.sessions.ofDay(contract.exchangeSegment, day)) {
      if (session.kind === "extended" && !includesExtended) continue;
      await runInTurn(market.prepareBars(contract, session));
      for (const bar of sessionBars(market.tapes, contract, session, request.interval, broker.now()))
        if (bar.atMs >= fromMs && bar.atMs < until) bars.push(bar);
    }
  }
  const answer = columns(bars, request.oi ?? false);
  return includesExtended ? { ...answer, extended: bars.map(({ isExtended }) => isExtended) } : answer;
}

type RollingBar = Bar & { strike: number; spotPaise: number; iv: number };

/** Returns the underlying of a request. Throws ApiFault if it has no such options. */
function rolledUnderlying(request: RollingRequest) {
  const segment = request.instrument === "OPTIDX" ? "IDX_I" : "NSE_EQ";
  const key = `${segment}:${request.securityId}`;
  const underlying = UNDERLYING_AT.get(key);
  const base = UNDERLYINGS[underlying ?? -1];
  if (underlying === undefined || base === undefined)
    throw new ApiFault("DH-907", `securityId: no options are listed on ${request.securityId}.`);
  if (base.optionSegment !== request.exchangeSegment)
    throw new ApiFault(
      "DH-905",
      `exchangeSegment must be ${base.optionSegment}, where the options are listed.`,
    );
  if (request.expiryFlag === "WEEK" && !base.hasWeekly)
    throw new ApiFault("DH-907", "expiryFlag must be MONTH: this underlying has monthly expiries only.");
  return { segment, key, underlying, base } as const;
}

/** Returns the requested values of all bars, by name. The lists of other values are empty. */
function selectColumns(rows: readonly RollingBar[], requested: ReadonlySet<string>) {
  const column = (name: string, of: (row: RollingBar) => number) => (requested.has(name) ? rows.map(of) : []);
  return {
    iv: column("iv", ({ iv }) => Math.round(iv * 100) / 100),
    oi: column("oi", ({ openInterest }) => openInterest),
    strike: column("strike", ({ strike }) => strike),
    spot: column("spot", ({ spotPaise }) => toRupees(spotPaise)),
    open: column("open", ({ openPaise }) => toRupees(openPaise)),
    high: column("high", ({ highPaise }) => toRupees(highPaise)),
    low: column("low", ({ lowPaise }) => toRupees(lowPaise)),
    close: column("close", ({ closePaise }) => toRupees(closePaise)),
    volume: column("volume", ({ volume }) => volume),
    timestamp: rows.map(({ atMs }) => Math.floor(atMs / 1_000)),
  };
}

async function rolling(broker: Broker, request: RollingRequest) {
  const { market } = broker;
  const { segment, key, underlying, base } = rolledUnderlying(request);
  const steps = Number(request.strike.slice(3) || 0);
  if (Math.abs(steps) > ROLLING_STRIKES_MAX)
    throw new ApiFault("DH-905", `strike must be at most ${ROLLING_STRIKES_MAX} strikes from the money.`);
  const { days, fromMs, until } = parseDayRange(broker, request.fromDate, request.toDate, ROLLING_DAYS_MAX);
  const side = request.drvOptionType === "CALL" ? ("CE" as const) : ("PE" as const);
  const requested = new Set<string>(request.requiredData);
  const rows: RollingBar[] = [];
  const spotInstrument = market.find(segment, request.securityId, broker.now());
  if (spotInstrument === null) throw new ApiFault("DH-907", "The underlying is not listed.");
  for (const day of days) {
    await setImmediate();
    const session = market.tapes.sessions.regular(base.optionSegment, day);
    const spotTape = market.regularTape(spotInstrument, day);
    const listed = market.expiries(underlying, istDayStart(day));
    const own = listed.filter(({ isMonthly }) => request.expiryFlag === "WEEK" || isMonthly);
    const expiry = own[request.expiryCode - 1];
    if (session === null || spotTape === null || expiry === undefined) continue;
    for (const { from, to, atMs } of listBarMinutes(session, request.interval)) {
      if (atMs < fromMs || atMs >= until) continue;
      const spotPaise = spotTape.bars.open[from] ?? spotTape.bars.close.at(-1) ?? 0;
      const strike = (Math.round(spotPaise / 100 / base.strikeStepRupees) + steps) * base.strikeStepRupees;
      const contract = buildContract(key, expiry, strike, side, spotPaise / 100, day);
      if (contract === null) continue;
      const bar = aggregateMinutes(market.tapes.tape(contract, session), from, to, broker.now());
      if (bar === null) continue;
      rows.push({
        ...bar,
        openInterest: requested.has("oi")
          ? barOpenInterest(market.tapes, contract, session, to, broker.now())
          : 0,
        strike,
        spotPaise,
        iv: requested.has("iv") ? market.volatilityAt(contract, spotPaise / 100, atMs) * 100 : 0,
      });
    }
  }
  const answered = selectColumns(rows, requested);
  return { data: side === "CE" ? { ce: answered, pe: null } : { ce: null, pe: answered } };
}

type ChainRequest = { UnderlyingScrip: number; UnderlyingSeg: string };

function requireUnderlying({ UnderlyingScrip, UnderlyingSeg }: ChainRequest) {
  const key = `${UnderlyingSeg}:${UnderlyingScrip}`;
  const underlying = UNDERLYING_AT.get(key);
  if (underlying === undefined) throw new ApiFault("813", `No options are listed on ${key}.`);
  return { key, underlying };
}

function* chain(broker: Broker, request: ChainRequest & { Expiry: string }) {
  const { market } = broker;
  const now = broker.now();
  const { key, underlying } = requireUnderlying(request);
  const expiry = market.expiries(underlying, now).find(({ day }) => isoDayOf(day) === request.Expiry);
  if (expiry === undefined)
    throw new ApiFault("811", `${request.Expiry} is not an expiry of ${key}. See the expiry list.`);
  const spot = market.spot(key, now);
  const rows = buildChainRows(market, { key, underlying, expiry, spot }, now);
  yield* market.prepare(listContracts(rows), now);
  const oc: Record<string, Record<string, unknown>> = {};
  for (const { strike, call, put } of rows) {
    const row: Record<string, unknown> = {};
    if (call !== null) row.ce = chainSide(market, call, spot, now);
    if (put !== null) row.pe = chainSide(market, put, spot, now);
    oc[strike.toFixed(6)] = row;
    yield;
  }
  return { data: { last_price: Math.round(spot * 100) / 100, oc }, status: "success" };
}

function chainSide(market: SandboxMarket, contract: MarketInstrument, spot: number, now: number) {
  const quote = market.quote(contract, now);
  const { bids, asks } = market.book(contract, now);
  const greeks = market.greeks(contract, spot, now);
  const round = (value: number) => Math.round(value * 1e5) / 1e5;
  return {
    average_price: toRupees(quote.averagePaise),
    greeks: {
      delta: round(greeks.delta),
      theta: round(greeks.theta),
      gamma: round(greeks.gamma),
      vega: round(greeks.vega),
    },
    implied_volatility: Math.round(market.volatilityAt(contract, spot, now) * 1e6) / 1e4,
    last_price: toRupees(quote.lastPaise),
    oi: quote.openInterest,
    previous_close_price: toRupees(quote.previousClosePaise),
    previous_oi: quote.previousOpenInterest,
    previous_volume: market.volumeBefore(contract, now),
    security_id: Number(contract.securityId),
    top_ask_price: toRupees(asks[0]?.pricePaise ?? 0),
    top_ask_quantity: asks[0]?.quantity ?? 0,
    top_bid_price: toRupees(bids[0]?.pricePaise ?? 0),
    top_bid_quantity: bids[0]?.quantity ?? 0,
    volume: quote.volume,
  };
}
