// The sandbox's history as rules see it, day by day: prices at whole minutes, shared by all algos that run over a day together, and a view
// that shows them no further than the bar at hand. A price inside a bar is the bar's own.
import { istDay, istDayStart, MINUTE_MS, monthOf, SECOND_MS } from "../../../../app/domain/time.ts";
import { splitKey } from "../../broker/order-rows.ts";
import { type MarketInstrument, UNDERLYING_AT, UNDERLYINGS } from "../../exchange/instrument-master.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { spreadAt } from "../../exchange/market-depth.ts";
import { contractOf, listStrikes } from "../../exchange/option-chain.ts";
import type { FamilyDay } from "../../exchange/option-family.ts";
import {
  bestFive,
  monthSession,
  sessionsBetween,
  type VolumeTapes,
  volumeRatio,
  volumeTapes,
} from "../rules/market-facts.ts";
import type { Expiry, RuleView } from "../rules/rule.ts";

const OPEN_MINUTE = 9 * 60 + 15;
const CLOSE_MINUTE = 15 * 60 + 30;
/** Whole minutes of a day's session, the close included. */
const LAST_MINUTE = CLOSE_MINUTE - OPEN_MINUTE;

/** History of one market. It keeps the prices of one day at a time, so algos that run over the same days should run together. */
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

  /** Closes of the trading days before a day, oldest first. */
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

type OptionDay = { family: FamilyDay; side: "CE" | "PE"; steps: number };

/** Prices of one day for every key that an algo asks for. */
export class HistoryDay {
  readonly tape: HistoryTape;
  readonly day: number;
  readonly openMs: number;
  readonly month: number;
  readonly monthSession: number;
  readonly #prices = new Map<string, Float64Array>();
  readonly #options = new Map<string, OptionDay>();
  readonly #closes = new Map<string, number[]>();
  readonly #expiries = new Map<string, Expiry[]>();
  readonly #volumes = new Map<string, VolumeTapes | null>();

  constructor(tape: HistoryTape, day: number) {
    this.tape = tape;
    this.day = day;
    this.openMs = istDayStart(day) + OPEN_MINUTE * MINUTE_MS;
    this.month = monthOf(day);
    this.monthSession = monthSession(tape.market, day);
  }

  /** Rupees at each whole minute: the first trade of the minute, and at last the close. */
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
    const { exchangeSegment, securityId } = splitKey(key);
    const instrument = market.find(exchangeSegment, securityId, istDayStart(this.day));
    const bars = instrument === null ? null : (market.regularTape(instrument, this.day)?.bars ?? null);
    const prices = new Float64Array(LAST_MINUTE + 1);
    // On a day without a session, the last close.
    if (bars === null) return prices.fill(market.closesBefore(key, this.day, 1)[0] ?? Number.NaN);
    const close = bars.close.at(-1) ?? 0;
    for (let minute = 0; minute <= LAST_MINUTE; minute += 1)
      prices[minute] = (bars.open[minute] ?? close) / 100;
    return prices;
  }

  /** Rupees of an option at a whole minute. */
  optionPrice(instrument: MarketInstrument, minute: number): number {
    const { market } = this.tape;
    let known = this.#options.get(instrument.key);
    if (known === undefined) {
      const { option, exchangeSegment } = instrument;
      const session = market.tapes.sessions.regular(exchangeSegment, this.day);
      if (option === null || session === null)
        return market.fairPrice(instrument, this.openMs + minute * MINUTE_MS);
      const family = market.tapes.family(option.underlyingKey, option.expiryDay, session);
      const steps = Math.round(option.strikeRupees / family.grid.stepRupees);
      known = { family, side: option.side, steps };
      this.#options.set(instrument.key, known);
    }
    const { family, side, steps } = known;
    return minute < family.session.minutes
      ? family.openPrice(minute, side, steps) / 100
      : market.fairPrice(instrument, this.openMs + minute * MINUTE_MS);
  }

  closes(key: string, count: number): number[] {
    let known = this.#closes.get(key);
    if (known === undefined || known.length < count) {
      known = this.tape.closes(key, this.day, Math.max(count, 60));
      this.#closes.set(key, known);
    }
    return known.length === count ? known : known.slice(-count);
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

/** What an algo with bars of one size sees of a day, up to the bar that the view was moved to. */
export class HistoryView implements RuleView {
  readonly barMs: number;
  readonly openMs: number;
  readonly session: number;
  readonly month: number;
  readonly monthSession: number;
  atMs = 0;
  minute = OPEN_MINUTE;
  readonly #day: HistoryDay;
  readonly #market: SandboxMarket;
  readonly #barMinutes: number;
  #sinceOpen = 0;

  constructor(day: HistoryDay, barSeconds: number, session: number) {
    this.#day = day;
    this.#market = day.tape.market;
    this.#barMinutes = (barSeconds * SECOND_MS) / MINUTE_MS;
    this.barMs = barSeconds * SECOND_MS;
    this.openMs = day.openMs;
    this.session = session;
    this.month = day.month;
    this.monthSession = day.monthSession;
  }

  /** Number of bars of a day; the last one is the close. */
  get bars(): number {
    return Math.floor(LAST_MINUTE / this.#barMinutes) + 1;
  }

  moveTo(bar: number): void {
    this.#sinceOpen = bar * this.#barMinutes;
    this.atMs = this.openMs + bar * this.barMs;
    this.minute = OPEN_MINUTE + this.#sinceOpen;
  }

  spot(key: string): number {
    return this.#day.prices(key)[this.#sinceOpen] ?? Number.NaN;
  }

  /** Before the open it is the first price. */
  spotAt(key: string, thenMs: number): number {
    const then = Math.min(thenMs, this.atMs);
    const day = istDay(then) === this.#day.day ? this.#day : this.#day.tape.day(istDay(then));
    const bar = Math.floor((then - day.openMs) / this.barMs);
    return day.prices(key)[Math.min(this.bars - 1, Math.max(0, bar)) * this.#barMinutes] ?? Number.NaN;
  }

  price(instrument: MarketInstrument): number {
    return instrument.option === null
      ? this.spot(instrument.key)
      : this.#day.optionPrice(instrument, this.#sinceOpen);
  }

  /** Bars of other days lie the night apart; a range does not reach over it. */
  minutes(key: string, fromMs: number, toMs: number): number[] {
    const prices = this.#day.prices(key);
    const first = Math.ceil((Math.max(fromMs, this.openMs) - this.openMs) / this.barMs);
    const last = Math.floor((Math.min(toMs, this.atMs) - this.openMs) / this.barMs);
    const range: number[] = [];
    for (let bar = first; bar <= last; bar += 1) range.push(prices[bar * this.#barMinutes] ?? Number.NaN);
    return range;
  }

  closes(key: string, days: number): number[] {
    return this.#day.closes(key, days);
  }

  volumeRatio(key: string): number {
    return volumeRatio(this.#day.volumes(key), this.atMs);
  }

  expiries(key: string): Expiry[] {
    return this.#day.expiries(key);
  }

  contract(key: string, expiry: Expiry, strike: number, side: "CE" | "PE"): MarketInstrument | null {
    return UNDERLYING_AT.has(key)
      ? contractOf(key, expiry, strike, side, this.spot(key), this.#day.day)
      : null;
  }

  byDelta(key: string, expiry: Expiry, side: "CE" | "PE", delta: number): MarketInstrument | null {
    const underlying = UNDERLYING_AT.get(key);
    if (underlying === undefined) return null;
    const spot = this.spot(key);
    let best: { contract: MarketInstrument; distance: number } | null = null;
    for (const strike of listStrikes(underlying, spot)) {
      const contract = this.contract(key, expiry, strike, side);
      if (contract === null) continue;
      const distance = Math.abs(Math.abs(this.#market.greeks(contract, spot, this.atMs).delta) - delta);
      if (best === null || distance < best.distance) best = { contract, distance };
    }
    return best?.contract ?? null;
  }

  strikeStep(key: string): number {
    return UNDERLYINGS[UNDERLYING_AT.get(key) ?? -1]?.strikeStepRupees ?? 1;
  }

  share(key: string): MarketInstrument | null {
    const { exchangeSegment, securityId } = splitKey(key);
    return this.#market.find(exchangeSegment, securityId, this.atMs);
  }

  bestFive(key: string): { bids: number; asks: number } {
    return bestFive(this.#market, key, this.atMs);
  }

  spread(instrument: MarketInstrument): number {
    const price = this.price(instrument);
    return (spreadAt(instrument, price * 100) * instrument.tickPaise) / 100 / price;
  }
}
