// The sandbox's market: who is listed, what each last traded at, and the book around it. Prices are a function of seed and
// time (price-path.ts); what this file adds is the running of a day: trades, volumes, highs and lows, step by step.
import {
  isTrading,
  istDay,
  type MarketCalendar,
  type Session,
  sessionAt,
} from "../../../app/wire/market-sessions.ts";
import type { Instrument } from "../../../app/wire/strategy.ts";
import type { ExchangeSegment } from "../../../app/wire/vocabulary.ts";
import {
  buildMaster,
  keyOf,
  type MarketInstrument,
  type OptionTerms,
  readOptionId,
  UNDERLYING_AT,
  UNDERLYINGS,
} from "./instrument-master.ts";
import { asTraded, describeOption, listExpiries, listStrikes, nearestContracts } from "./option-chain.ts";
import { impliedVolatility, optionPrice } from "./option-pricing.ts";
import { busyness, PricePath, pace } from "./price-path.ts";
import { hash, seedOf, uniform } from "./seeded-noise.ts";
import { TradingTime } from "./trading-time.ts";

/** The market moves in steps of this length. */
export const STEP_MS = 250;
/** The highest and lowest of the day so far are looked for at this many marks of it when an instrument is first asked. */
const DAY_MARKS = 128;
/** More than the index really moves (0.135), as exchanges' own gauges are: whoever sells options is paid for the risk. */
const INDIA_VIX_BASE = 0.165;
/** The index's own daily movement in ordinary times. */
const INDEX_DAILY = 0.0085;
const BOOK_LEVELS = 20;
/** Strikes further from the last close than this share are not listed. */
const FARTHEST_STRIKE = 0.5;
/** A level of the book keeps its size for this long on average. */
const LEVEL_LIFE_STEPS = 12;

export type Quote = {
  lastPaise: number;
  lastQuantity: number;
  lastTradeAt: number;
  averagePaise: number;
  volume: number;
  openPaise: number;
  previousClosePaise: number;
  highPaise: number;
  lowPaise: number;
  openInterest: number;
  highestOpenInterest: number;
  lowestOpenInterest: number;
};
export type BookLevel = { pricePaise: number; quantity: number; orders: number };
export type Book = { bids: BookLevel[]; asks: BookLevel[] };

type Running = { instrument: MarketInstrument; seed: number; day: number; step: number; quote: Quote };

export class SandboxMarket {
  readonly paths: PricePath;
  readonly #seed: number;
  readonly #time: TradingTime;
  readonly #calendar: MarketCalendar;
  readonly #master: Map<string, MarketInstrument>;
  readonly #running = new Map<string, Running>();
  readonly #contracts = new Map<string, MarketInstrument>();
  readonly #sessions = new Map<ExchangeSegment, { until: number; from: number; session: Session }>();
  readonly #spotAt = new Map<string, { step: number; rupees: number }>();

  constructor(seed: number, calendar: MarketCalendar) {
    this.#seed = seed;
    this.#calendar = calendar;
    this.#master = buildMaster(seed);
    this.paths = new PricePath(seed, calendar);
    this.#time = new TradingTime(this.paths);
  }

  /** Indices and shares; options come from `contracts`. */
  listed(): MarketInstrument[] {
    return [...this.#master.values()];
  }

  /** The option contracts listed on a day for all underlyings. */
  contracts(atMs: number): MarketInstrument[] {
    const today = istDay(atMs);
    return UNDERLYINGS.flatMap((base, underlying) => {
      const level = this.#previousClose(base.key, today);
      const strikes = listStrikes(underlying, level);
      return this.expiries(underlying, atMs).flatMap(({ day, isMonthly }) =>
        strikes.flatMap((strikeRupees) =>
          (["CE", "PE"] as const).flatMap(
            (side) =>
              describeOption(
                underlying,
                { underlyingKey: base.key, strikeRupees, side, expiryDay: day, isMonthly },
                strikeRupees / level - 1,
                day - today,
              ) ?? [],
          ),
        ),
      );
    });
  }

  expiries(underlying: number, atMs: number) {
    return listExpiries(underlying, istDay(atMs), (day) => this.paths.isTradingDay(day));
  }

  /** The call and put at the money of an index's nearest expiry, as a strategy would reach for them. */
  nearestContracts(segment: ExchangeSegment, securityId: string, atMs: number): Instrument[] {
    const key = keyOf(segment, securityId);
    if (!UNDERLYING_AT.has(key)) return [];
    return nearestContracts(key, this.spot(key, atMs), istDay(atMs), (day) =>
      this.paths.isTradingDay(day),
    ).map(asTraded);
  }

  /** Null for an id that is not listed, or an option that has expired. */
  find(segment: ExchangeSegment, securityId: string, atMs: number): MarketInstrument | null {
    const key = keyOf(segment, securityId);
    const known = this.#master.get(key);
    if (known !== undefined) return known;
    let contract: MarketInstrument | null | undefined = this.#contracts.get(key);
    if (contract === undefined) {
      contract = this.#readContract(segment, securityId, atMs);
      if (this.#contracts.size > 20_000) this.#contracts.clear();
      // What is not listed at one instant may have been at an earlier one.
      if (contract !== null) this.#contracts.set(key, contract);
    }
    if (contract?.option && contract.option.expiryDay < istDay(atMs)) return null;
    return contract;
  }

  session(segment: ExchangeSegment, atMs: number): Session {
    const known = this.#sessions.get(segment);
    if (known !== undefined && known.from <= atMs && atMs < known.until) return known.session;
    const session = sessionAt(this.#calendar, segment, atMs);
    const from = session.since ?? istDayStart(atMs);
    const until = session.until ?? istDayStart(atMs) + 86_400_000;
    this.#sessions.set(segment, { from: Math.min(from, atMs), until, session });
    return session;
  }

  /** Rupees, unrounded: an index level or a share's price. */
  spot(underlyingKey: string, atMs: number): number {
    const step = Math.floor(atMs / STEP_MS);
    const known = this.#spotAt.get(underlyingKey);
    if (known?.step === step) return known.rupees;
    const instrument = this.#master.get(underlyingKey);
    if (!instrument?.path) throw new Error(`${underlyingKey} has no price of its own`);
    const rupees = this.paths.priceAt(instrument.path, instrument.exchangeSegment, step * STEP_MS);
    this.#spotAt.set(underlyingKey, { step, rupees });
    return rupees;
  }

  /** The fair price around which it trades, rupees, unrounded. */
  fairPrice(instrument: MarketInstrument, atMs: number): number {
    const { option } = instrument;
    if (option === null) return this.spot(instrument.key, atMs);
    const years = this.#time.yearsLeft(instrument.exchangeSegment, option.expiryDay, atMs);
    const spot = this.spot(option.underlyingKey, atMs);
    return this.#optionPrice(instrument, option, spot, years, atMs);
  }

  /** What an option would be worth now if its underlying stood at `spotRupees`; rupees. */
  optionPriceAt(instrument: MarketInstrument, spotRupees: number, atMs: number): number {
    const { option } = instrument;
    if (option === null) throw new Error(`${instrument.key} is not an option`);
    return this.#optionPrice(
      instrument,
      option,
      spotRupees,
      this.#time.yearsLeft(instrument.exchangeSegment, option.expiryDay, atMs),
      atMs,
    );
  }

  /** The yearly volatility that an option is priced at, as a fraction, if its underlying stood at `spotRupees`. */
  volatilityAt(instrument: MarketInstrument, spotRupees: number, atMs: number): number {
    const { option } = instrument;
    if (option === null) throw new Error(`${instrument.key} is not an option`);
    const base = this.#baseVolatility(option.underlyingKey) * this.paths.volatilityFactor(istDay(atMs));
    return impliedVolatility(base, spotRupees, option.strikeRupees, this.yearsLeft(instrument, atMs));
  }

  /** Years of trading time to an option's expiry. */
  yearsLeft({ option, exchangeSegment, key }: MarketInstrument, atMs: number): number {
    if (option === null) throw new Error(`${key} is not an option`);
    return this.#time.yearsLeft(exchangeSegment, option.expiryDay, atMs);
  }

  #optionPrice(instrument: MarketInstrument, option: OptionTerms, spot: number, years: number, atMs: number) {
    const base = this.#baseVolatility(option.underlyingKey) * this.paths.volatilityFactor(istDay(atMs));
    const volatility = impliedVolatility(base, spot, option.strikeRupees, years);
    return Math.max(
      instrument.tickPaise / 100,
      optionPrice(option.side, spot, option.strikeRupees, years, volatility),
    );
  }

  /** A year's volatility that options on it are priced with in ordinary times. */
  #baseVolatility(underlyingKey: string): number {
    const path = this.#master.get(underlyingKey)?.path;
    if (!path) return INDIA_VIX_BASE;
    // Dearer than it moves by the same share as the index whose gauge this is.
    return (INDIA_VIX_BASE * Math.hypot(path.beta * INDEX_DAILY, path.ownDailyVolatility)) / INDEX_DAILY;
  }

  /** The quote at an instant; asking again at a later one runs the trades in between. */
  quote(instrument: MarketInstrument, atMs: number): Quote {
    return this.#run(instrument, atMs).quote;
  }

  /** Whether it traded in the step that holds this instant. */
  traded(instrument: MarketInstrument, atMs: number): boolean {
    return this.#tradesIn(this.#run(instrument, atMs), Math.floor(atMs / STEP_MS));
  }

  /** Twenty levels each way around the fair price. */
  book(instrument: MarketInstrument, atMs: number): Book {
    const { seed } = this.#run(instrument, atMs);
    const step = Math.floor(atMs / STEP_MS);
    const { tickPaise, spreadTicks, lotSize } = instrument;
    const middle = Math.round((this.fairPrice(instrument, atMs) * 100) / tickPaise);
    const half = Math.max(1, spreadTicks) / 2;
    const typical = Math.max(1, Math.round(instrument.dayVolume / 40_000 / lotSize));
    const side = (direction: 1 | -1): BookLevel[] => {
      const best = direction === 1 ? Math.ceil(middle + half) : Math.floor(middle - half);
      const levels: BookLevel[] = [];
      for (let level = 0; level < BOOK_LEVELS; level += 1) {
        const ticks = best + direction * level * Math.max(1, Math.round(spreadTicks / 2));
        if (ticks <= 0) break;
        const life = Math.floor((step + (hash(seed, ticks, 17) % LEVEL_LIFE_STEPS)) / LEVEL_LIFE_STEPS);
        const draw = hash(seed, ticks * direction, life);
        const lots =
          1 + Math.floor(typical * (0.25 + level * 0.12) * (0.3 + 1.4 * ((draw & 0xffff) / 65_536)));
        levels.push({
          pricePaise: ticks * tickPaise,
          quantity: lots * lotSize,
          orders: Math.max(1, Math.min(lots, 1 + ((draw >>> 16) % 24))),
        });
      }
      return levels;
    };
    return { bids: side(-1), asks: side(1) };
  }

  #run(instrument: MarketInstrument, atMs: number): Running {
    const step = Math.floor(atMs / STEP_MS);
    const day = istDay(atMs);
    let running = this.#running.get(instrument.key);
    if (running === undefined || running.day !== day || running.step > step) {
      running = this.#begin(instrument, atMs, day, step);
      this.#running.set(instrument.key, running);
    }
    // An instrument nobody asked for in a while is not replayed trade by trade.
    if (step - running.step > 4 * 60) {
      running = this.#begin(instrument, atMs, day, step);
      this.#running.set(instrument.key, running);
    }
    while (running.step < step) {
      running.step += 1;
      if (this.#tradesIn(running, running.step)) this.#trade(running);
    }
    return running;
  }

  #begin(instrument: MarketInstrument, atMs: number, day: number, step: number): Running {
    const seed = seedOf(this.#seed, `${instrument.key} trades`);
    const hours = this.paths.hours(instrument.exchangeSegment, day);
    const close = toTick(this.#previousClose(instrument.key, day, instrument) * 100, instrument.tickPaise);
    const openInterest = this.#openInterest(instrument, seed, day, 0);
    const quote: Quote = {
      lastPaise: close,
      lastQuantity: 0,
      lastTradeAt: 0,
      averagePaise: close,
      volume: 0,
      openPaise: close,
      previousClosePaise: close,
      highPaise: close,
      lowPaise: close,
      openInterest,
      highestOpenInterest: openInterest,
      lowestOpenInterest: openInterest,
    };
    const running: Running = { instrument, seed, day, step, quote };
    if (hours === null || atMs < hours.fromMs) {
      quote.lastTradeAt = this.session(instrument.exchangeSegment, atMs).since ?? atMs;
      return running;
    }
    const end = Math.min(atMs, hours.toMs - STEP_MS);
    const spacing = (hours.toMs - hours.fromMs) / DAY_MARKS;
    let sum = 0;
    let marks = 0;
    for (let mark = hours.fromMs; mark <= end; mark += spacing) {
      const price = toTick(this.fairPrice(instrument, mark) * 100, instrument.tickPaise);
      if (marks === 0) Object.assign(quote, { openPaise: price, highPaise: price, lowPaise: price });
      quote.highPaise = Math.max(quote.highPaise, price);
      quote.lowPaise = Math.min(quote.lowPaise, price);
      sum += price;
      marks += 1;
    }
    quote.averagePaise = Math.round(sum / marks);
    running.step = Math.floor(end / STEP_MS);
    this.#trade(running);
    running.step = step;
    return running;
  }

  #tradesIn(running: Running, step: number): boolean {
    const { instrument, seed } = running;
    const atMs = step * STEP_MS;
    if (!isTrading(this.session(instrument.exchangeSegment, atMs))) return false;
    const hours = this.paths.hours(instrument.exchangeSegment, running.day);
    if (hours === null) return false;
    const busy = busyness((atMs - hours.fromMs) / (hours.toMs - hours.fromMs));
    return uniform(seed, step, 1) < instrument.activity * (0.4 + 0.6 * busy) * (STEP_MS / 1_000);
  }

  #trade(running: Running): void {
    const { instrument, seed, step, quote } = running;
    const atMs = step * STEP_MS;
    const hours = this.paths.hours(instrument.exchangeSegment, running.day);
    const share = hours === null ? 1 : (atMs - hours.fromMs) / (hours.toMs - hours.fromMs);
    const draw = hash(seed, step, 2);
    const side = instrument.spreadTicks === 0 ? 0 : (draw & 1) === 1 ? 0.5 : -0.5;
    const fair = (this.fairPrice(instrument, atMs) * 100) / instrument.tickPaise;
    const ticks = Math.max(1, Math.round(fair + side * instrument.spreadTicks));
    quote.lastPaise = ticks * instrument.tickPaise;
    quote.lastTradeAt = atMs;
    quote.highPaise = Math.max(quote.highPaise, quote.lastPaise);
    quote.lowPaise = Math.min(quote.lowPaise, quote.lastPaise);
    if (instrument.dayVolume > 0) {
      const factor = 0.6 + 0.8 * uniform(seed, running.day, 9);
      const lots = Math.floor((instrument.dayVolume * factor * pace(share)) / instrument.lotSize);
      const volume = Math.max(quote.volume, lots * instrument.lotSize);
      const traded = Math.max(instrument.lotSize, volume - quote.volume);
      quote.averagePaise += ((quote.lastPaise - quote.averagePaise) * traded) / Math.max(volume, traded);
      quote.lastQuantity = instrument.lotSize * (1 + ((draw >>> 1) % 40));
      quote.volume = volume;
    }
    if (instrument.option !== null) {
      quote.openInterest = this.#openInterest(instrument, seed, running.day, share);
      quote.highestOpenInterest = Math.max(quote.highestOpenInterest, quote.openInterest);
      quote.lowestOpenInterest = Math.min(quote.lowestOpenInterest, quote.openInterest);
    }
  }

  #openInterest(instrument: MarketInstrument, seed: number, day: number, share: number): number {
    if (instrument.option === null) return 0;
    const at = (on: number) => 1.5 + uniform(seed, on, 13);
    const lots = (instrument.dayVolume / instrument.lotSize) * (at(day - 1) * (1 - share) + at(day) * share);
    return Math.round(lots) * instrument.lotSize;
  }

  /** Rupees. An option's is its fair price at the last close of its underlying. */
  #previousClose(key: string, day: number, instrument = this.#master.get(key)): number {
    if (instrument?.path) return this.paths.previousClose(instrument.path, day);
    if (!instrument?.option) throw new Error(`${key} is not listed`);
    let before = day - 1;
    while (!this.paths.isTradingDay(before)) before -= 1;
    const hours = this.paths.hours(instrument.exchangeSegment, before);
    return this.fairPrice(instrument, (hours?.toMs ?? 0) - STEP_MS);
  }

  #readContract(segment: ExchangeSegment, securityId: string, atMs: number): MarketInstrument | null {
    const today = istDay(atMs);
    const read = readOptionId(Number(securityId), (key) => this.#previousClose(key, today));
    if (read === null) return null;
    const base = UNDERLYINGS[read.underlying];
    if (base === undefined || base.optionSegment !== segment) return null;
    const expiry = this.expiries(read.underlying, atMs).find(({ day }) => day === read.expiryDay);
    if (expiry === undefined) return null;
    const { strikeRupees, side, expiryDay } = read;
    const moneyness = strikeRupees / this.#previousClose(base.key, today) - 1;
    if (Math.abs(moneyness) > FARTHEST_STRIKE) return null;
    const terms = { underlyingKey: base.key, strikeRupees, side, expiryDay, isMonthly: expiry.isMonthly };
    return describeOption(read.underlying, terms, moneyness, expiryDay - today);
  }
}

function toTick(paise: number, tickPaise: number): number {
  return Math.max(tickPaise, Math.round(paise / tickPaise) * tickPaise);
}

function istDayStart(atMs: number): number {
  return istDay(atMs) * 86_400_000 - 330 * 60_000;
}
