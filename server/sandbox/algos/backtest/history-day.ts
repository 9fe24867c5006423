// The sandbox's history day by day: prices at whole minutes, computed once and shared by all algos that run over the
// same day.
import { splitInstrumentKey } from "../../../../app/domain/instrument-key.ts";
import { istDayStart, MINUTE_MS, monthOf } from "../../../../app/domain/time.ts";
import type { ExchangeSegment } from "../../../../app/domain/vocabulary.ts";
import {
  type MarketInstrument,
  type OptionTerms,
  UNDERLYING_AT,
  UNDERLYINGS,
} from "../../exchange/instrument-master.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { addLiquidity, buildContract, listStrikes } from "../../exchange/option-chain.ts";
import type { FamilyDay } from "../../exchange/option-family.ts";
import { callDelta } from "../../exchange/option-ladder.ts";
import { monthSession, sessionsBetween, type VolumeTapes, volumeTapes } from "../rules/market-facts.ts";
import type { Expiry } from "../rules/rule.ts";

/** Opening time of a session, in minutes since midnight. */
export const OPEN_MINUTE = 9 * 60 + 15;
const CLOSE_MINUTE = 15 * 60 + 30;
/** Number of minutes in a session, and the index of the close. */
export const LAST_MINUTE = CLOSE_MINUTE - OPEN_MINUTE;

/**
 * History of one market. It caches the prices of one day at a time, so algos over the same days should run together.
 */
export class HistoryTape {
  readonly market: SandboxMarket;
  readonly #closes = new Map<string, number[]>();
  #day: HistoryDay | null = null;

  constructor(market: SandboxMarket) {
    this.market = market;
  }

  day(day: number): HistoryDay {
    if (this.#day?.day !== day) this.#day = new HistoryDay(this, day);
    return this.#day;
  }

  /** Returns the closes of the trading days before a day, oldest first. */
  closes(key: string, before: number, count: number): number[] {
    const { days } = this.market.tapes;
    const length = days.lastOrdinal(before - 1) + 1;
    let known = this.#closes.get(key);
    if (known === undefined || known.length < length) {
      known = [...(known ?? []), ...this.market.closesBefore(key, before, length - (known?.length ?? 0))];
      this.#closes.set(key, known);
    }
    return known.slice(Math.max(0, length - count), length);
  }
}

/** Prices of one instrument on one day, by minutes since the open. */
export interface DayPrices {
  at(minute: number): number;
}

class SpotPrices implements DayPrices {
  readonly #rupees: Float64Array;

  constructor(rupees: Float64Array) {
    this.#rupees = rupees;
  }

  at(minute: number): number {
    return this.#rupees[minute] ?? Number.NaN;
  }
}

class OptionPrices implements DayPrices {
  readonly #day: HistoryDay;
  readonly #instrument: MarketInstrument;
  readonly #family: FamilyDay | null;
  /** Column of the option in the price ladder of its expiry. Null for a strike outside the ladder. */
  readonly #column: number | null;
  readonly #minutes: number;
  #closeRupees: number | null = null;

  constructor(day: HistoryDay, instrument: MarketInstrument, family: FamilyDay | null) {
    this.#day = day;
    this.#instrument = instrument;
    this.#family = family;
    this.#minutes = family?.session.minutes ?? 0;
    const { option } = instrument;
    this.#column =
      family === null || option === null
        ? null
        : family.columnOf(option.side, countStrikeSteps(family, option));
  }

  at(minute: number): number {
    const family = this.#family;
    const { option } = this.#instrument;
    if (family === null || option === null || minute > this.#minutes)
      return this.#day.tape.market.fairPrice(this.#instrument, this.#day.openMs + minute * MINUTE_MS);
    if (minute === this.#minutes) {
      this.#closeRupees ??= family.closePrice(option.side, countStrikeSteps(family, option)) / 100;
      return this.#closeRupees;
    }
    return this.#column === null
      ? family.openPrice(minute, option.side, countStrikeSteps(family, option)) / 100
      : family.openAt(minute, this.#column) / 100;
  }
}

const countStrikeSteps = ({ grid }: FamilyDay, { strikeRupees }: OptionTerms) =>
  Math.round(strikeRupees / grid.stepRupees);

type Contracts = {
  family: FamilyDay | null;
  bySide: Record<"CE" | "PE", Map<number, MarketInstrument | null>>;
};

/** Prices of one day for every requested instrument key. */
export class HistoryDay {
  readonly tape: HistoryTape;
  readonly day: number;
  readonly openMs: number;
  readonly month: number;
  readonly monthSession: number;
  readonly #prices = new Map<string, Float64Array>();
  readonly #pricesOf = new Map<string, DayPrices>();
  readonly #contracts = new Map<Expiry, Contracts>();
  readonly #families = new Map<string, FamilyDay | null>();
  readonly #closes = new Map<string, Map<number, number[]>>();
  readonly #expiries = new Map<string, Expiry[]>();
  readonly #volumes = new Map<string, VolumeTapes | null>();

  constructor(tape: HistoryTape, day: number) {
    this.tape = tape;
    this.day = day;
    this.openMs = istDayStart(day) + OPEN_MINUTE * MINUTE_MS;
    this.month = monthOf(day);
    this.monthSession = monthSession(tape.market, day);
  }

  /**
   * Returns the prices in rupees at each whole minute: the first trade of the minute, and the close as the last entry.
   */
  prices(key: string): Float64Array {
    let prices = this.#prices.get(key);
    if (prices === undefined) {
      prices = this.#readPrices(key);
      this.#prices.set(key, prices);
    }
    return prices;
  }

  #readPrices(key: string): Float64Array {
    const { market } = this.tape;
    const { exchangeSegment, securityId } = splitInstrumentKey(key);
    const instrument = market.find(exchangeSegment, securityId, istDayStart(this.day));
    const session = market.tapes.sessions.regular(exchangeSegment, this.day);
    const prices = new Float64Array(LAST_MINUTE + 1);
    // On a day without a session, the last close applies.
    if (instrument === null || session === null)
      return prices.fill(market.closesBefore(key, this.day, 1)[0] ?? Number.NaN);
    const paise = market.tapes.minutePrices(instrument, session);
    const close = paise[session.minutes] ?? 0;
    for (let minute = 0; minute <= LAST_MINUTE; minute += 1) prices[minute] = (paise[minute] ?? close) / 100;
    return prices;
  }

  /** Returns the price in rupees at a whole minute. */
  price(instrument: MarketInstrument, minute: number): number {
    return this.pricesOf(instrument).at(minute);
  }

  pricesOf(instrument: MarketInstrument): DayPrices {
    let known = this.#pricesOf.get(instrument.key);
    if (known === undefined) {
      const { option, exchangeSegment } = instrument;
      known =
        option === null
          ? new SpotPrices(this.prices(instrument.key))
          : new OptionPrices(
              this,
              instrument,
              this.#family(option.underlyingKey, option.expiryDay, exchangeSegment),
            );
      this.#pricesOf.set(instrument.key, known);
    }
    return known;
  }

  /** Returns all options of an expiry. Cached for the day, because a day needs more expiries than the market caches. */
  #family(underlyingKey: string, expiryDay: number, segment: ExchangeSegment): FamilyDay | null {
    const name = `${underlyingKey} ${expiryDay}`;
    let family = this.#families.get(name);
    if (family === undefined) {
      const { tapes } = this.tape.market;
      const session = tapes.sessions.regular(segment, this.day);
      family = session && tapes.family(underlyingKey, expiryDay, session);
      this.#families.set(name, family);
    }
    return family;
  }

  #contractsOf(key: string, expiry: Expiry): Contracts {
    let known = this.#contracts.get(expiry);
    if (known === undefined) {
      const base = UNDERLYINGS[UNDERLYING_AT.get(key) ?? -1];
      known = {
        family: base === undefined ? null : this.#family(key, expiry.day, base.optionSegment),
        bySide: { CE: new Map(), PE: new Map() },
      };
      this.#contracts.set(expiry, known);
    }
    return known;
  }

  /**
   * Returns the contract of a strike; null if it does not exist. `spot` is the underlying's price. Contract names are
   * built once per day.
   */
  contract(
    key: string,
    expiry: Expiry,
    strike: number,
    side: "CE" | "PE",
    spot: number,
  ): MarketInstrument | null {
    const contracts = this.#contractsOf(key, expiry).bySide[side];
    const known = contracts.get(strike);
    if (known) return addLiquidity(known, strike / spot - 1, this.day);
    if (known === null || !UNDERLYING_AT.has(key)) return null;
    const made = buildContract(key, expiry, strike, side, spot, this.day);
    contracts.set(strike, made);
    return made;
  }

  /** Returns the strike whose delta is nearest to `target`, which is positive for calls and puts. */
  strikeByDelta(
    key: string,
    expiry: Expiry,
    side: "CE" | "PE",
    target: number,
    at: { spot: number; minute: number },
  ): number | null {
    const { family } = this.#contractsOf(key, expiry);
    if (family === null) return null;
    const slice = family.slice(Math.min(at.minute, family.session.minutes - 1));
    let best: number | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const strike of listStrikes(UNDERLYING_AT.get(key) ?? -1, at.spot)) {
      const call = callDelta(slice, at.spot, strike);
      const distance = Math.abs(Math.abs(side === "CE" ? call : call - 1) - target);
      if (distance >= least) continue;
      best = strike;
      least = distance;
    }
    return best;
  }

  /** Returns the last `count` closes before this day. Repeated calls return the same array. */
  closes(key: string, count: number): number[] {
    let ofKey = this.#closes.get(key);
    if (ofKey === undefined) {
      ofKey = new Map();
      this.#closes.set(key, ofKey);
    }
    let known = ofKey.get(count);
    if (known === undefined) {
      known = this.tape.closes(key, this.day, count);
      ofKey.set(count, known);
    }
    return known;
  }

  expiries(key: string): Expiry[] {
    let known = this.#expiries.get(key);
    if (known === undefined) {
      const { market } = this.tape;
      const { day } = this;
      const underlying = UNDERLYING_AT.get(key);
      known =
        underlying === undefined
          ? []
          : market.expiries(underlying, istDayStart(day)).map((expiry) => ({
              ...expiry,
              daysLeft: expiry.day - day,
              sessionsLeft: sessionsBetween(market, day, expiry.day),
            }));
      this.#expiries.set(key, known);
    }
    return known;
  }

  volumes(key: string): VolumeTapes | null {
    let known = this.#volumes.get(key);
    if (known === undefined) {
      known = volumeTapes(this.tape.market, key, this.openMs);
      this.#volumes.set(key, known);
    }
    return known;
  }
}
