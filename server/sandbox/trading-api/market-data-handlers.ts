// Market data of the trading API: quotes, candles, option chains, all from the sandbox's one market.
import { setImmediate } from "node:timers/promises";
import { isoDayOf, istDay } from "../../../app/wire/market-sessions.ts";
import {
  type DailyRequest,
  INTRADAY_DAYS_AT_MOST,
  type IntradayRequest,
  type QuoteRequest,
  ROLLING_DAYS_AT_MOST,
  type RollingRequest,
} from "../../../app/wire/trading-api/market-data.ts";
import type { ExchangeSegment } from "../../../app/wire/vocabulary.ts";
import type { Broker } from "../broker/broker.ts";
import { type MarketInstrument, UNDERLYING_AT, UNDERLYINGS } from "../exchange/instrument-master.ts";
import { contractOf, listStrikes } from "../exchange/option-chain.ts";
import { greeksOf } from "../exchange/option-pricing.ts";
import { seedOf, uniform } from "../exchange/seeded-noise.ts";
import type { Desk, Handler } from "./desk.ts";
import { ApiFault } from "./fault.ts";
import { DAY_MS, dayStart, istTime, readIst, rupees } from "./wire-format.ts";

const MINUTE_MS = 60_000;
const OPEN_MINUTE = 9 * 60 + 15;
const CLOSE_MINUTE = 15 * 60 + 30;
const MINUTES_A_DAY = CLOSE_MINUTE - OPEN_MINUTE;
const BAND = 0.2;
/** Days of candles between two breaths, so that others are answered meanwhile. */
const DAYS_AT_ONCE = 3;
/** 3 January 2022: where the sandbox's history begins. */
const HISTORY_FROM = istDay(Date.parse("2022-01-03T12:00:00+05:30"));
const DAILY_SAMPLES = 40;
const ROLLING_STRIKES_AT_MOST = 10;

type Bar = { open: number; high: number; low: number; close: number; volume: number; at: number; oi: number };

export function dataHandlers({ broker }: Desk) {
  return {
    quoteLtp: ({ body }) => quotes(broker, body as QuoteRequest, (quote) => ({ last_price: quote.last })),
    quoteOhlc: ({ body }) =>
      quotes(broker, body as QuoteRequest, ({ last, ohlc }) => ({ last_price: last, ohlc })),
    quoteFull: ({ body }) => quotes(broker, body as QuoteRequest, ({ full }) => full()),
    getDailyCandles: ({ body }) => daily(broker, body as DailyRequest),
    getIntradayCandles: ({ body }) => intraday(broker, body as IntradayRequest),
    getRollingOption: ({ body }) => rolling(broker, body as RollingRequest),
    listExpiries: ({ body }) => {
      const { underlying } = underlyingOf(body as ChainRequest);
      return {
        data: broker.market.expiries(underlying, broker.now()).map(({ day }) => isoDayOf(day)),
        status: "success",
      };
    },
    getOptionChain: ({ body }) => chain(broker, body as ChainRequest & { Expiry: string }),
  } satisfies Record<string, Handler>;
}

type Shown = {
  last: number;
  ohlc: { open: number; close: number; high: number; low: number };
  full: () => unknown;
};

function quotes(broker: Broker, request: QuoteRequest, show: (quote: Shown) => unknown) {
  const now = broker.now();
  const data: Record<string, Record<string, unknown>> = {};
  for (const [segment, ids] of Object.entries(request)) {
    const found: Record<string, unknown> = {};
    for (const id of ids ?? []) {
      const instrument = broker.market.find(segment as ExchangeSegment, id, now);
      if (instrument !== null) found[id] = show(shownOf(broker, instrument, now));
    }
    data[segment] = found;
  }
  return { data, status: "success" };
}

function shownOf(broker: Broker, instrument: MarketInstrument, now: number): Shown {
  const { market } = broker;
  const quote = market.quote(instrument, now);
  const ohlc = {
    open: rupees(quote.openPaise),
    close: rupees(quote.previousClosePaise),
    high: rupees(quote.highPaise),
    low: rupees(quote.lowPaise),
  };
  return {
    last: rupees(quote.lastPaise),
    ohlc,
    full() {
      const book = instrument.kind === "INDEX" ? { bids: [], asks: [] } : market.book(instrument, now);
      const levels = (side: typeof book.bids) =>
        Array.from({ length: 5 }, (_, index) => {
          const level = side[index];
          return {
            quantity: level?.quantity ?? 0,
            orders: level?.orders ?? 0,
            price: rupees(level?.pricePaise ?? 0),
          };
        });
      const sum = (side: typeof book.bids) => side.reduce((total, { quantity }) => total + quantity, 0);
      const [date = "", time = ""] = istTime(quote.lastTradeAt).split(" ");
      return {
        last_price: rupees(quote.lastPaise),
        average_price: rupees(quote.averagePaise),
        net_change: rupees(quote.lastPaise - quote.previousClosePaise),
        last_quantity: quote.lastQuantity,
        volume: quote.volume,
        buy_quantity: sum(book.bids),
        sell_quantity: sum(book.asks),
        last_trade_time:
          quote.lastTradeAt === 0 ? "01/01/1980 00:00:00" : `${date.split("-").reverse().join("/")} ${time}`,
        lower_circuit_limit: rupees(quote.previousClosePaise * (1 - BAND)),
        upper_circuit_limit: rupees(quote.previousClosePaise * (1 + BAND)),
        oi: quote.openInterest,
        oi_day_high: quote.highestOpenInterest,
        oi_day_low: quote.lowestOpenInterest,
        ohlc,
        depth: { buy: levels(book.bids), sell: levels(book.asks) },
      };
    },
  };
}

/** Rupees at any moment of history. */
function priceAt(broker: Broker, instrument: MarketInstrument, atMs: number): number {
  const { market } = broker;
  const key = instrument.option?.underlyingKey ?? instrument.key;
  const [segment = "", id = ""] = key.split(":");
  const path = market.find(segment as ExchangeSegment, id, atMs)?.path;
  if (!path) throw new ApiFault("DH-907", "There is no history of it.");
  const spot = market.paths.priceAt(path, segment as ExchangeSegment, atMs);
  return instrument.option === null ? spot : market.optionPriceAt(instrument, spot, atMs);
}

const toTick = (price: number, { tickPaise }: MarketInstrument) =>
  (Math.max(1, Math.round((price * 100) / tickPaise)) * tickPaise) / 100;

function instrumentFor(
  broker: Broker,
  request: { exchangeSegment: ExchangeSegment; securityId: string; instrument: string },
): MarketInstrument {
  const found = broker.market.find(request.exchangeSegment, request.securityId, broker.now());
  if (found === null)
    throw new ApiFault("DH-907", `securityId: ${request.exchangeSegment} lists no ${request.securityId}.`);
  if (found.kind !== request.instrument)
    throw new ApiFault("DH-905", `instrument: ${request.securityId} is ${found.kind}.`);
  return found;
}

/** Days of a period that traded, up to now; `toText` is not in it when it is a day alone. */
function daysOf(broker: Broker, fromText: string, toText: string, atMost: number | null) {
  const [fromMs, toMs] = [readIst(fromText), readIst(toText)];
  if (fromMs === null || toMs === null)
    throw new ApiFault("DH-905", "fromDate, toDate: YYYY-MM-DD, or with HH:MM:SS.");
  if (toMs <= fromMs)
    throw new ApiFault("DH-905", "toDate: after fromDate; it is not in the answer any more.");
  if (atMost !== null && toMs - fromMs > atMost * DAY_MS)
    throw new ApiFault("DH-905", `toDate: at most ${atMost} days after fromDate.`);
  const until = Math.min(toMs, broker.now());
  const days: number[] = [];
  for (let day = Math.max(HISTORY_FROM, istDay(fromMs)); dayStart(day) < until; day += 1)
    if (broker.market.paths.isTradingDay(day)) days.push(day);
  return { days, fromMs, until };
}

function columns(bars: readonly Bar[], withOi: boolean) {
  return {
    open: bars.map(({ open }) => open),
    high: bars.map(({ high }) => high),
    low: bars.map(({ low }) => low),
    close: bars.map(({ close }) => close),
    volume: bars.map(({ volume }) => volume),
    timestamp: bars.map(({ at }) => Math.floor(at / 1_000)),
    open_interest: withOi ? bars.map(({ oi }) => oi) : [],
  };
}

/** One bar from samples between its ends; the last is its close. */
function barOf(
  price: (atMs: number) => number,
  instrument: MarketInstrument,
  fromMs: number,
  toMs: number,
  samples: number,
  share: number,
): Bar {
  const prices = Array.from({ length: samples + 1 }, (_, index) =>
    toTick(price(fromMs + ((toMs - fromMs) * index) / samples), instrument),
  );
  const noise = 0.6 + 0.8 * uniform(seedOf(1, instrument.key), Math.floor(fromMs / MINUTE_MS), 7);
  return {
    open: prices[0] ?? 0,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: prices.at(-1) ?? 0,
    volume: Math.round((instrument.dayVolume * share * noise) / instrument.lotSize) * instrument.lotSize,
    at: fromMs,
    oi:
      instrument.option === null
        ? 0
        : Math.round(instrument.dayVolume / 4 / instrument.lotSize) * instrument.lotSize,
  };
}

async function daily(broker: Broker, request: DailyRequest) {
  const instrument = instrumentFor(broker, request);
  const { days, until } = daysOf(broker, request.fromDate, request.toDate, null);
  const bars: Bar[] = [];
  for (const [index, day] of days.entries()) {
    if (index % (DAYS_AT_ONCE * 20) === 0) await setImmediate();
    const open = dayStart(day) + OPEN_MINUTE * MINUTE_MS;
    const close = Math.min(dayStart(day) + CLOSE_MINUTE * MINUTE_MS, until);
    if (close <= open) continue;
    const bar = barOf((at) => priceAt(broker, instrument, at), instrument, open, close, DAILY_SAMPLES, 1);
    bars.push({ ...bar, at: dayStart(day) });
  }
  return columns(bars, request.oi ?? false);
}

async function* barsOf(
  days: readonly number[],
  interval: number,
  fromMs: number,
  until: number,
): AsyncGenerator<{ from: number; to: number }> {
  for (const [index, day] of days.entries()) {
    if (index % DAYS_AT_ONCE === 0) await setImmediate();
    for (let minute = OPEN_MINUTE; minute < CLOSE_MINUTE; minute += interval) {
      const from = dayStart(day) + minute * MINUTE_MS;
      const to = dayStart(day) + Math.min(CLOSE_MINUTE, minute + interval) * MINUTE_MS;
      if (from >= fromMs && from < until) yield { from, to: Math.min(to, until) };
    }
  }
}

async function intraday(broker: Broker, request: IntradayRequest) {
  const instrument = instrumentFor(broker, request);
  const { days, fromMs, until } = daysOf(broker, request.fromDate, request.toDate, INTRADAY_DAYS_AT_MOST);
  const bars: Bar[] = [];
  const samples = request.interval === 1 ? 2 : 5;
  for await (const { from, to } of barsOf(days, request.interval, fromMs, until))
    bars.push(
      barOf(
        (at) => priceAt(broker, instrument, at),
        instrument,
        from,
        to,
        samples,
        request.interval / MINUTES_A_DAY,
      ),
    );
  return columns(bars, request.oi ?? false);
}

async function rolling(broker: Broker, request: RollingRequest) {
  const { market } = broker;
  const segment = request.instrument === "OPTIDX" ? "IDX_I" : "NSE_EQ";
  const key = `${segment}:${request.securityId}`;
  const underlying = UNDERLYING_AT.get(key);
  const base = UNDERLYINGS[underlying ?? -1];
  if (underlying === undefined || base === undefined)
    throw new ApiFault("DH-907", `securityId: no options are listed on ${request.securityId}.`);
  if (base.optionSegment !== request.exchangeSegment)
    throw new ApiFault("DH-905", `exchangeSegment: its options are listed in ${base.optionSegment}.`);
  if (request.expiryFlag === "WEEK" && !base.hasWeekly)
    throw new ApiFault("DH-907", "expiryFlag: this underlying has monthly expiries alone.");
  const steps = Number(request.strike.slice(3) || 0);
  if (Math.abs(steps) > ROLLING_STRIKES_AT_MOST)
    throw new ApiFault("DH-905", `strike: at most ${ROLLING_STRIKES_AT_MOST} from the money.`);
  const { days, fromMs, until } = daysOf(broker, request.fromDate, request.toDate, ROLLING_DAYS_AT_MOST);
  const side = request.drvOptionType === "CALL" ? ("CE" as const) : ("PE" as const);
  const wanted = new Set<string>(request.requiredData);
  const rows: (Bar & { strike: number; spot: number; iv: number })[] = [];
  const expiryOn = new Map<number, { day: number; isMonthly: boolean } | undefined>();
  const underlyingInstrument = market.find(segment, request.securityId, broker.now());
  if (underlyingInstrument === null) throw new ApiFault("DH-907", "The underlying is not listed.");
  for await (const { from, to } of barsOf(days, request.interval, fromMs, until)) {
    const day = istDay(from);
    if (!expiryOn.has(day)) {
      const listed = market.expiries(underlying, dayStart(day) + OPEN_MINUTE * MINUTE_MS);
      const own = listed.filter(({ isMonthly }) => request.expiryFlag === "WEEK" || isMonthly);
      expiryOn.set(day, own[request.expiryCode - 1]);
    }
    const expiry = expiryOn.get(day);
    if (expiry === undefined) continue;
    const spot = priceAt(broker, underlyingInstrument, from);
    const strike = (Math.round(spot / base.strikeStepRupees) + steps) * base.strikeStepRupees;
    const contract = contractOf(key, expiry, strike, side, spot, day);
    if (contract === null) continue;
    const price = (at: number) => priceAt(broker, contract, at);
    const bar = barOf(price, contract, from, to, 4, request.interval / MINUTES_A_DAY);
    rows.push({
      ...bar,
      strike,
      spot: toTick(spot, underlyingInstrument),
      iv: wanted.has("iv") ? market.volatilityAt(contract, spot, from) * 100 : 0,
    });
  }
  const column = (name: string, of: (row: (typeof rows)[number]) => number) =>
    wanted.has(name) ? rows.map(of) : [];
  const answered = {
    iv: column("iv", ({ iv }) => Math.round(iv * 100) / 100),
    oi: column("oi", ({ oi }) => oi),
    strike: column("strike", ({ strike }) => strike),
    spot: column("spot", ({ spot }) => spot),
    open: column("open", ({ open }) => open),
    high: column("high", ({ high }) => high),
    low: column("low", ({ low }) => low),
    close: column("close", ({ close }) => close),
    volume: column("volume", ({ volume }) => volume),
    timestamp: rows.map(({ at }) => Math.floor(at / 1_000)),
  };
  return { data: side === "CE" ? { ce: answered, pe: null } : { ce: null, pe: answered } };
}

type ChainRequest = { UnderlyingScrip: number; UnderlyingSeg: string };

function underlyingOf({ UnderlyingScrip, UnderlyingSeg }: ChainRequest) {
  const key = `${UnderlyingSeg}:${UnderlyingScrip}`;
  const underlying = UNDERLYING_AT.get(key);
  if (underlying === undefined) throw new ApiFault("813", `No options are listed on ${key}.`);
  return { key, underlying };
}

function chain(broker: Broker, request: ChainRequest & { Expiry: string }) {
  const { market } = broker;
  const now = broker.now();
  const { key, underlying } = underlyingOf(request);
  const expiry = market.expiries(underlying, now).find(({ day }) => isoDayOf(day) === request.Expiry);
  if (expiry === undefined)
    throw new ApiFault("811", `${request.Expiry} is no expiry of ${key}; see the expiry list.`);
  const spot = market.spot(key, now);
  const oc: Record<string, Record<string, unknown>> = {};
  for (const strike of listStrikes(underlying, spot)) {
    const row: Record<string, unknown> = {};
    for (const side of ["CE", "PE"] as const) {
      const contract = contractOf(key, expiry, strike, side, spot, istDay(now));
      if (contract === null) continue;
      const quote = market.quote(contract, now);
      const { bids, asks } = market.book(contract, now);
      const volatility = market.volatilityAt(contract, spot, now);
      const greeks = greeksOf(side, spot, strike, market.yearsLeft(contract, now), volatility);
      const round = (value: number) => Math.round(value * 1e5) / 1e5;
      row[side.toLowerCase()] = {
        average_price: rupees(quote.averagePaise),
        greeks: {
          delta: round(greeks.delta),
          theta: round(greeks.theta),
          gamma: round(greeks.gamma),
          vega: round(greeks.vega),
        },
        implied_volatility: Math.round(volatility * 1e6) / 1e4,
        last_price: rupees(quote.lastPaise),
        oi: quote.openInterest,
        previous_close_price: rupees(quote.previousClosePaise),
        previous_oi: quote.lowestOpenInterest,
        previous_volume: contract.dayVolume,
        security_id: Number(contract.securityId),
        top_ask_price: rupees(asks[0]?.pricePaise ?? 0),
        top_ask_quantity: asks[0]?.quantity ?? 0,
        top_bid_price: rupees(bids[0]?.pricePaise ?? 0),
        top_bid_quantity: bids[0]?.quantity ?? 0,
        volume: quote.volume,
      };
    }
    oc[strike.toFixed(6)] = row;
  }
  return { data: { last_price: Math.round(spot * 100) / 100, oc }, status: "success" };
}
