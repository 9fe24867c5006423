// The sandbox's history as rules read it: a view of one day that ends at the current bar. A price within a bar is the
// price at the bar's start.
import { istDay, MINUTE_MS, SECOND_MS } from "../../../../app/domain/time.ts";
import { type MarketInstrument, UNDERLYING_AT, UNDERLYINGS } from "../../exchange/instrument-master.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { computeSpread } from "../../exchange/market-depth.ts";
import { sumBestFiveLevels, volumeRatio } from "../rules/market-facts.ts";
import type { Expiry, RuleView } from "../rules/rule.ts";
import { type HistoryDay, LAST_MINUTE, OPEN_MINUTE } from "./history-day.ts";

/** An algo's view of one day in bars of one size. It ends at the bar selected by `moveTo`. */
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
  #range: { key: string; first: number; last: number; prices: number[] } | null = null;

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

  /** Moves to a bar. `minute` counts from the open. */
  moveTo(minute: number): void {
    this.#sinceOpen = minute;
    this.atMs = this.openMs + minute * MINUTE_MS;
    this.minute = OPEN_MINUTE + minute;
  }

  spot(key: string): number {
    return this.#day.prices(key)[this.#sinceOpen] ?? Number.NaN;
  }

  /** Returns the price at an earlier time of the day; before the open, the first price of the day. */
  spotAt(key: string, thenMs: number): number {
    const then = Math.min(thenMs, this.atMs);
    const day = istDay(then) === this.#day.day ? this.#day : this.#day.tape.day(istDay(then));
    const bar = Math.floor((then - day.openMs) / this.barMs);
    const last = Math.floor(LAST_MINUTE / this.#barMinutes);
    return day.prices(key)[Math.min(last, Math.max(0, bar)) * this.#barMinutes] ?? Number.NaN;
  }

  price(instrument: MarketInstrument): number {
    return this.#day.price(instrument, this.#sinceOpen);
  }

  get today(): HistoryDay {
    return this.#day;
  }

  /** Minutes since the open. */
  get sinceOpen(): number {
    return this.#sinceOpen;
  }

  /** Returns the prices of a period, limited to this day, because prices can jump overnight. */
  minutes(key: string, fromMs: number, toMs: number): number[] {
    const prices = this.#day.prices(key);
    const first = Math.ceil((Math.max(fromMs, this.openMs) - this.openMs) / this.barMs);
    const last = Math.floor((Math.min(toMs, this.atMs) - this.openMs) / this.barMs);
    const known = this.#range;
    if (known !== null && known.key === key && known.first === first && known.last === last)
      return known.prices;
    const range: number[] = [];
    for (let bar = first; bar <= last; bar += 1) range.push(prices[bar * this.#barMinutes] ?? Number.NaN);
    this.#range = { key, first, last, prices: range };
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
    return this.#day.contract(key, expiry, strike, side, this.spot(key));
  }

  byDelta(key: string, expiry: Expiry, side: "CE" | "PE", delta: number): MarketInstrument | null {
    const at = { spot: this.spot(key), minute: this.#sinceOpen };
    const strike = this.#day.strikeByDelta(key, expiry, side, delta, at);
    return strike === null ? null : this.#day.contract(key, expiry, strike, side, at.spot);
  }

  strikeStep(key: string): number {
    return UNDERLYINGS[UNDERLYING_AT.get(key) ?? -1]?.strikeStepRupees ?? 1;
  }

  share(key: string): MarketInstrument | null {
    return this.#market.findByKey(key, this.atMs);
  }

  bestFive(key: string): { bids: number; asks: number } {
    return sumBestFiveLevels(this.#market, key, this.atMs);
  }

  spread(instrument: MarketInstrument): number {
    const price = this.price(instrument);
    return (computeSpread(instrument, price * 100) * instrument.tickPaise) / 100 / price;
  }
}
