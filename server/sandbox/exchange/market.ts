// The sandbox's market: listed instruments, last prices, order books and bars. Everything is read from one tape that is
// a function of seed and time (tapes.ts); this module locates positions on it.
import type { Instrument } from "../../../app/contract/base-api/strategy.ts";
import { splitInstrumentKey } from "../../../app/domain/instrument-key.ts";
import {
  dayChartStart,
  findSession,
  type MarketCalendar,
  type Session,
} from "../../../app/domain/market-sessions.ts";
import { DAY_MS, istDay, istDayStart, MINUTE_MS } from "../../../app/domain/time.ts";
import type { ExchangeSegment } from "../../../app/domain/vocabulary.ts";
import type { WorkSteps } from "../slices.ts";
import { circuitLimits } from "./circuit-limits.ts";
import type { MarketInstrument } from "./instrument-master.ts";
import { Listing } from "./listing.ts";
import { type Book, buildBook, DEEP_BOOK_LEVELS } from "./market-depth.ts";
import type { MarketEvents } from "./market-events.ts";
import { MarketHours } from "./market-hours.ts";
import { allocateTrades, type MinuteTape } from "./minute-tape.ts";
import { nearestContracts, toTradedInstrument } from "./option-chain.ts";
import type { FamilyDay } from "./option-family.ts";
import { callPrice, type ExpirySlice, putPrice } from "./option-ladder.ts";
import { computeGreeks, type Greeks } from "./option-pricing.ts";
import { buildQuote, type Quote, type TapePosition, turnoverSteps } from "./quotes.ts";
import { Tapes } from "./tapes.ts";
import { minuteOfSession, minuteStart, type TradingSession } from "./trading-days.ts";
import { computeVariance } from "./volatility-surface.ts";

/** Length of a feed step in ms. Trades occur at multiples of it. */
export const STEP_MS = 250;

/** Size limits of the tape cache in bytes, for the shared market and for an account's own market. */
export const TAPE_BYTES = { common: 48 * 1_024 * 1_024, ofAccount: 16 * 1_024 * 1_024 } as const;

export class SandboxMarket {
  readonly paths: MarketHours;
  readonly tapes: Tapes;
  readonly #calendar: MarketCalendar;
  readonly #listing: Listing;
  readonly #sessions = new Map<ExchangeSegment, { until: number; from: number; session: Session }>();
  readonly #spotAt = new Map<string, { step: number; rupees: number }>();
  readonly #room = allocateTrades();

  constructor(seed: number, calendar: MarketCalendar, cacheBytes: number = TAPE_BYTES.common) {
    this.#calendar = calendar;
    // A market that trades on Sundays has extended hours.
    const hasExtended = calendar.timetables.some(({ weekdays }) => weekdays.includes(0));
    this.tapes = new Tapes(seed, hasExtended, (key) => this.#listing.master.get(key), cacheBytes);
    this.#listing = new Listing(seed, this.tapes);
    this.paths = new MarketHours(this.tapes, calendar);
  }

  /** Lists the indices and shares with the ticks of a day. `contracts` returns derivatives. */
  listed(atMs?: number): MarketInstrument[] {
    return this.#listing.listed(atMs);
  }

  /** Lists the futures and options of all underlyings that are listed on a day. */
  contracts(atMs: number): MarketInstrument[] {
    return this.#listing.contracts(istDay(atMs));
  }

  expiries(underlying: number, atMs: number) {
    return this.#listing.expiries(underlying, istDay(atMs));
  }

  /** Returns the at-the-money call and put of an index's nearest expiry. */
  nearestContracts(segment: ExchangeSegment, securityId: string, atMs: number): Instrument[] {
    const key = `${segment}:${securityId}`;
    if (!this.#listing.hasDerivatives(key)) return [];
    const isTradingDay = (day: number) => this.paths.isTradingDay(day);
    return nearestContracts(key, this.spot(key, atMs), istDay(atMs), isTradingDay).map(toTradedInstrument);
  }

  /** Returns an instrument by id. Null for an unlisted id or an expired contract. */
  find(segment: ExchangeSegment, securityId: string, atMs: number): MarketInstrument | null {
    return this.#listing.find(segment, securityId, istDay(atMs));
  }

  /** Returns an instrument by key, like `find`. */
  findByKey(key: string, atMs: number): MarketInstrument | null {
    const { exchangeSegment, securityId } = splitInstrumentKey(key);
    return this.find(exchangeSegment, securityId, atMs);
  }

  session(segment: ExchangeSegment, atMs: number): Session {
    const known = this.#sessions.get(segment);
    if (known !== undefined && known.from <= atMs && atMs < known.until) return known.session;
    const session = findSession(this.#calendar, segment, atMs);
    const midnight = istDayStart(istDay(atMs));
    const from = session.since ?? midnight;
    const until = session.until ?? midnight + DAY_MS;
    this.#sessions.set(segment, { from: Math.min(from, atMs), until, session });
    return session;
  }

  /** Returns the time at which a one-day chart starts, epoch ms. */
  dayChartStart(segment: ExchangeSegment, atMs: number): number {
    return dayChartStart(this.#calendar, segment, atMs);
  }

  /** Events that change this market's prices, in addition to its seed. */
  get events(): MarketEvents {
    return this.tapes.events;
  }

  setEvents(events: MarketEvents): void {
    this.tapes.setEvents(events);
    this.#spotAt.clear();
  }

  /** Returns the last value of an index or share at a time, in rupees. */
  spot(underlyingKey: string, atMs: number): number {
    const step = Math.floor(atMs / STEP_MS);
    const known = this.#spotAt.get(underlyingKey);
    if (known?.step === step) return known.rupees;
    const instrument = this.#listing.master.get(underlyingKey);
    if (instrument === undefined) throw new Error(`Unknown underlying: ${underlyingKey}`);
    const rupees = this.#lastPaise(this.#placeAt(instrument, step * STEP_MS)) / 100;
    this.#spotAt.set(underlyingKey, { step, rupees });
    return rupees;
  }

  /** Returns the last traded price in rupees. */
  fairPrice(instrument: MarketInstrument, atMs: number): number {
    if (instrument.option !== null) return this.#optionPaise(instrument, atMs) / 100;
    return this.#lastPaise(this.#placeAt(instrument, atMs)) / 100;
  }

  /** Returns the closes of the regular sessions before a day in rupees, oldest first. */
  closesBefore(key: string, day: number, count: number): number[] {
    const instrument = this.#listing.master.get(key);
    if (instrument === undefined) throw new Error(`Unknown instrument: ${key}`);
    const last = this.tapes.days.lastOrdinal(day - 1);
    const first = Math.max(0, last - count + 1);
    return Array.from(
      { length: last - first + 1 },
      (_, index) => this.tapes.closeOf(instrument, first + index) / 100,
    );
  }

  /** Returns a future of an underlying; null when that month was not listed on the day. */
  future(underlyingKey: string, expiryDay: number, atMs: number): MarketInstrument | null {
    return this.#listing.future(underlyingKey, expiryDay, istDay(atMs));
  }

  /** Returns the volume of the previous regular session. */
  volumeBefore(instrument: MarketInstrument, atMs: number): number {
    const { session } = this.#sessionAt(instrument.exchangeSegment, atMs);
    const tape = this.regularTape(instrument, this.tapes.days.dayAt(this.tapes.ordinalBefore(session)));
    return tape === null ? 0 : tape.volumes.reduce((sum, volume) => sum + volume, 0);
  }

  /** Returns the tape of an instrument's regular session. Null on a day without a session. */
  regularTape(instrument: MarketInstrument, day: number): MinuteTape | null {
    const session = this.tapes.sessions.regular(instrument.exchangeSegment, day);
    return session === null ? null : this.tapes.tape(instrument, session);
  }

  /** Returns the value of an option in rupees if its underlying were at `spotRupees`, not rounded to ticks. */
  optionPriceAt(instrument: MarketInstrument, spotRupees: number, atMs: number): number {
    const { option } = instrument;
    if (option === null) throw new Error(`${instrument.key} is not an option`);
    const { slice } = this.#sliceAt(instrument, atMs);
    const price = option.side === "CE" ? callPrice : putPrice;
    return Math.max(instrument.tickPaise / 100, price(slice, spotRupees, option.strikeRupees));
  }

  /** Returns the yearly implied volatility of an option as a fraction, if its underlying were at `spotRupees`. */
  volatilityAt(instrument: MarketInstrument, spotRupees: number, atMs: number): number {
    const { slice } = this.#sliceAt(instrument, atMs);
    const strike = instrument.option?.strikeRupees ?? spotRupees;
    return Math.sqrt(
      computeVariance(slice.smile, Math.log(strike / (spotRupees * slice.carry))) / slice.years,
    );
  }

  greeks(instrument: MarketInstrument, spotRupees: number, atMs: number): Greeks {
    const { slice } = this.#sliceAt(instrument, atMs);
    const { option } = instrument;
    if (option === null) throw new Error(`${instrument.key} is not an option`);
    const volatility = this.volatilityAt(instrument, spotRupees, atMs);
    // Interest accrues over calendar time, variance over trading time.
    const rate = Math.log(slice.carry) / slice.years;
    return computeGreeks(option.side, spotRupees, option.strikeRupees, slice.years, volatility, rate);
  }

  #sliceAt(instrument: MarketInstrument, atMs: number): { slice: ExpirySlice; family: FamilyDay } {
    const { option, exchangeSegment } = instrument;
    if (option === null) throw new Error(`${instrument.key} is not an option`);
    const { session, minute } = this.#sessionAt(exchangeSegment, atMs);
    const family = this.tapes.family(option.underlyingKey, option.expiryDay, session);
    return { family, slice: family.slice(minute) };
  }

  #sessionAt(segment: ExchangeSegment, atMs: number): { session: TradingSession; minute: number } {
    const session = this.tapes.sessions.at(segment, istDay(atMs), atMs);
    if (session === null) throw new Error("the time is before the first session's history");
    return { session, minute: minuteOfSession(session, atMs) };
  }

  #placeAt(instrument: MarketInstrument, atMs: number): TapePosition {
    const { session, minute } = this.#sessionAt(instrument.exchangeSegment, atMs);
    const tape = this.tapes.tape(instrument, session);
    const trades = tape.tradesWithin(Math.min(MINUTE_MS - 1, atMs - minuteStart(session, minute)));
    return { tape, session, minute, trades };
  }

  #lastPaise({ tape, minute, trades }: TapePosition): number {
    if (trades >= tape.slots) return tape.bars.close[minute] ?? 0;
    if (trades === 1) return tape.bars.open[minute] ?? 0;
    tape.trades(minute, this.#room);
    return this.#room.price[trades - 1] ?? 0;
  }

  /** Computes an option's last price without its complete tape, because it trades when its underlying does. */
  #optionPaise({ option, exchangeSegment }: MarketInstrument, atMs: number): number {
    if (option === null) throw new Error("not an option");
    const { session, minute } = this.#sessionAt(exchangeSegment, atMs);
    const family = this.tapes.family(option.underlyingKey, option.expiryDay, session);
    const { under } = family;
    const { slots } = under.tape;
    const trades = under.tape.tradesWithin(Math.min(MINUTE_MS - 1, atMs - minuteStart(session, minute)));
    const steps = Math.round(option.strikeRupees / family.grid.stepRupees);
    if (trades > 1 && trades < slots) under.trades(minute, this.#room);
    const spot =
      trades >= slots
        ? under.at("close", minute)
        : trades === 1
          ? under.at("open", minute)
          : (this.#room.price[trades - 1] ?? 0);
    return family.price(minute, spot, option.side, steps);
  }

  /**
   * Computes the contents of quotes in small steps, which `quote` would otherwise compute at once. The average price
   * takes most of the time; `withAverage` is false if the caller does not read it.
   */
  *prepare(instruments: readonly MarketInstrument[], atMs: number, withAverage = true): WorkSteps {
    const places: TapePosition[] = [];
    for (const instrument of instruments) {
      const place = this.#placeAt(instrument, atMs);
      yield;
      yield* this.prepareBars(instrument, place.session);
      places.push(place);
    }
    if (withAverage) yield* turnoverSteps(places);
  }

  /** Computes the prices of a session's bars in small steps. */
  *prepareBars({ option }: MarketInstrument, session: TradingSession): WorkSteps {
    if (option === null) return;
    yield* this.tapes.family(option.underlyingKey, option.expiryDay, session).fillTables();
  }

  /** Returns the quote at a time: the session so far, including its last trade. */
  quote(instrument: MarketInstrument, atMs: number): Quote {
    const haltedSince = this.events.haltedSince(instrument, atMs);
    // A halted instrument shows the last trade before the halt.
    if (haltedSince !== null && this.#isSameSession(instrument, haltedSince - 1, atMs))
      return this.quote(instrument, haltedSince - 1);
    const place = this.#placeAt(instrument, atMs);
    const { tape, session, minute, trades } = place;
    const ordinal = this.tapes.ordinalBefore(session);
    const previousClosePaise = this.tapes.closeOf(instrument, ordinal);
    const tick = instrument.path === null ? instrument.tickPaise : this.tapes.tickOn(instrument, session.day);
    const limits = circuitLimits(instrument, previousClosePaise, tick);
    return buildQuote(instrument, place, {
      previousClosePaise,
      ...this.#openInterest(instrument, session, minute, trades / tape.slots),
      lowerCircuitPaise: limits.lowerPaise,
      upperCircuitPaise: limits.upperPaise,
    });
  }

  #openInterest(instrument: MarketInstrument, session: TradingSession, minute: number, share: number) {
    const before = this.tapes.openInterest(instrument, session, 0);
    const now = this.tapes.openInterest(instrument, session, (minute + share) / session.minutes);
    return {
      openInterest: now,
      previousOpenInterest: before,
      highestOpenInterest: Math.max(before, now),
      lowestOpenInterest: Math.min(before, now),
    };
  }

  /** True if the instrument traded in the step that contains this time. */
  traded(instrument: MarketInstrument, atMs: number): boolean {
    const from = Math.floor(atMs / STEP_MS) * STEP_MS;
    const { session, minute } = this.#sessionAt(instrument.exchangeSegment, from);
    const since = from - minuteStart(session, minute);
    if (since >= MINUTE_MS) return false;
    const tape = this.tapes.tape(instrument, session);
    return since === 0 || tape.tradesWithin(since + STEP_MS - 1) > tape.tradesWithin(since - 1);
  }

  /** True if both times are in the same session of the instrument's segment. */
  #isSameSession({ exchangeSegment }: MarketInstrument, fromMs: number, toMs: number): boolean {
    return (
      this.#sessionAt(exchangeSegment, fromMs).session === this.#sessionAt(exchangeSegment, toMs).session
    );
  }

  /** True if the instrument traded after `afterMs` and up to `untilMs`. */
  tradedBetween(instrument: MarketInstrument, afterMs: number, untilMs: number): boolean {
    if (this.events.isHalted(instrument, untilMs) && this.events.isHalted(instrument, afterMs)) return false;
    const [one, other] = [this.#placeAt(instrument, afterMs), this.#placeAt(instrument, untilMs)];
    return one.tape !== other.tape || one.minute !== other.minute || one.trades !== other.trades;
  }

  /** Returns the order book with twenty levels per side around the last trade. */
  book(instrument: MarketInstrument, atMs: number): Book {
    return this.#bookOf(instrument, atMs);
  }

  /** Returns the order book with two hundred levels per side; the first twenty equal those of `book`. */
  deepBook(instrument: MarketInstrument, atMs: number): Book {
    return this.#bookOf(instrument, atMs, DEEP_BOOK_LEVELS);
  }

  #bookOf(instrument: MarketInstrument, atMs: number, levels?: number): Book {
    const { session } = this.#sessionAt(instrument.exchangeSegment, atMs);
    const tickPaise =
      instrument.path === null ? instrument.tickPaise : this.tapes.tickOn(instrument, session.day);
    const lastPaise = Math.round(this.fairPrice(instrument, atMs) * 100);
    const usual = buildBook({
      ...(levels === undefined ? {} : { levels }),
      instrument,
      tickPaise,
      lastPaise,
      seed: this.tapes.seedOf(instrument.key),
      step: Math.floor(atMs / STEP_MS),
    });
    return this.events.book(usual, { instrument, atMs, lastPaise, tickPaise });
  }
}
