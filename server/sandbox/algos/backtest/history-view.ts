// The sandbox's history as rules see it: bars of the exchanges' days, kept once made, and shown no further than the bar at hand.
// Spots inside a bar are the bar's own; nothing later can be asked.
import { istDay, istDayStart, MINUTE_MS, monthOf, SECOND_MS } from "../../../../app/wire/time.ts";
import { splitKey } from "../../broker/order-rows.ts";
import { type MarketInstrument, UNDERLYING_AT, UNDERLYINGS } from "../../exchange/instrument-master.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { spreadAt } from "../../exchange/market-depth.ts";
import { contractOf, listStrikes } from "../../exchange/option-chain.ts";
import { bestFive, monthSession, sessionsBetween, volumeRatio } from "../rules/market-facts.ts";
import type { Expiry, RuleView } from "../rules/rule.ts";

const OPEN_MINUTE = 9 * 60 + 15;
const CLOSE_MINUTE = 15 * 60 + 30;

/** Prices of one bar size for every key that a strategy asks for; shared by all strategies of that size. */
export class HistoryTape {
  readonly barMs: number;
  readonly barsADay: number;
  readonly market: SandboxMarket;
  readonly #days = new Map<string, Map<number, Float64Array>>();
  readonly #closes = new Map<string, { before: number; closes: number[] }>();
  readonly #expiries = new Map<string, Expiry[]>();

  constructor(market: SandboxMarket, barSeconds: number) {
    this.market = market;
    this.barMs = barSeconds * SECOND_MS;
    this.barsADay = Math.floor(((CLOSE_MINUTE - OPEN_MINUTE) * MINUTE_MS) / this.barMs) + 1;
  }

  openMs(day: number): number {
    return istDayStart(day) + OPEN_MINUTE * MINUTE_MS;
  }

  /** Rupees at the bar that holds this instant; before the open it is the last close. */
  priceAt(key: string, atMs: number): number {
    const day = istDay(atMs);
    const bar = Math.floor((atMs - this.openMs(day)) / this.barMs);
    const prices = this.#day(key, day);
    return prices[Math.min(this.barsADay - 1, Math.max(0, bar))] ?? Number.NaN;
  }

  #day(key: string, day: number): Float64Array {
    let days = this.#days.get(key);
    if (days === undefined) {
      days = new Map();
      this.#days.set(key, days);
    }
    let prices = days.get(day);
    if (prices === undefined) {
      const { exchangeSegment, securityId } = splitKey(key);
      const instrument = this.market.find(exchangeSegment, securityId, istDayStart(day));
      const bars = instrument === null ? null : (this.market.regularTape(instrument, day)?.bars ?? null);
      prices = new Float64Array(this.barsADay);
      // On a day without a session, the last close.
      if (bars === null) prices.fill(this.market.closesBefore(key, day, 1)[0] ?? Number.NaN);
      else
        for (let bar = 0; bar < this.barsADay; bar += 1) {
          // A bar's price is the first trade of its first minute; the last bar is the close.
          const minute = (bar * this.barMs) / MINUTE_MS;
          prices[bar] = (bars.open[minute] ?? bars.close.at(-1) ?? 0) / 100;
        }
      days.set(day, prices);
    }
    return prices;
  }

  /** Closes of the trading days before a day, oldest first. */
  closes(key: string, before: number, count: number): number[] {
    let known = this.#closes.get(key);
    if (known === undefined || known.before !== before || known.closes.length < count) {
      known = { before, closes: this.market.closesBefore(key, before, Math.max(count, 60)) };
      this.#closes.set(key, known);
    }
    return known.closes.slice(-count);
  }

  expiries(key: string, day: number): Expiry[] {
    const name = `${key} ${day}`;
    let known = this.#expiries.get(name);
    if (known === undefined) {
      if (this.#expiries.size > 20_000) this.#expiries.clear();
      const underlying = UNDERLYING_AT.get(key);
      known =
        underlying === undefined
          ? []
          : this.market.expiries(underlying, istDayStart(day)).map((expiry) => ({
              ...expiry,
              daysLeft: expiry.day - day,
              sessionsLeft: sessionsBetween(this.market, day, expiry.day),
            }));
      this.#expiries.set(name, known);
    }
    return known;
  }
}

/** The view at one bar of one day. */
export function historyView(tape: HistoryTape, day: number, atMs: number, session: number): RuleView {
  const { market, barMs } = tape;
  const range = (key: string, fromMs: number, toMs: number): number[] => {
    const prices: number[] = [];
    // Bars of other days lie the night apart; a range does not reach over it.
    const from = Math.max(fromMs, tape.openMs(day));
    const first = tape.openMs(day) + Math.ceil((from - tape.openMs(day)) / barMs) * barMs;
    for (let at = first; at <= Math.min(toMs, atMs); at += barMs) prices.push(tape.priceAt(key, at));
    return prices;
  };
  /** Asked for several times a bar. */
  const options = new Map<string, number>();
  const optionPrice = (instrument: MarketInstrument): number => {
    let price = options.get(instrument.key);
    if (price === undefined) {
      price = market.fairPrice(instrument, atMs);
      options.set(instrument.key, price);
    }
    return price;
  };
  const view: RuleView = {
    atMs,
    barMs,
    minute: Math.round((atMs - tape.openMs(day)) / MINUTE_MS) + OPEN_MINUTE,
    openMs: tape.openMs(day),
    session,
    month: monthOf(day),
    monthSession: monthSession(market, day),
    spot: (key) => tape.priceAt(key, atMs),
    spotAt: (key, then) => tape.priceAt(key, Math.min(then, atMs)),
    price: (instrument) =>
      instrument.option === null ? tape.priceAt(instrument.key, atMs) : optionPrice(instrument),
    minutes: range,
    closes: (key, days) => tape.closes(key, day, days),
    volumeRatio: (key) => volumeRatio(market, key, atMs),
    expiries: (key) => tape.expiries(key, day),
    contract: (key, expiry, strike, side) =>
      UNDERLYING_AT.has(key) ? contractOf(key, expiry, strike, side, view.spot(key), day) : null,
    byDelta(key, expiry, side, delta) {
      const underlying = UNDERLYING_AT.get(key);
      if (underlying === undefined) return null;
      const spot = view.spot(key);
      let best: { contract: MarketInstrument; distance: number } | null = null;
      for (const strike of listStrikes(underlying, spot)) {
        const contract = view.contract(key, expiry, strike, side);
        if (contract === null) continue;
        const distance = Math.abs(Math.abs(market.greeks(contract, spot, atMs).delta) - delta);
        if (best === null || distance < best.distance) best = { contract, distance };
      }
      return best?.contract ?? null;
    },
    strikeStep: (key) => UNDERLYINGS[UNDERLYING_AT.get(key) ?? -1]?.strikeStepRupees ?? 1,
    share(key) {
      const { exchangeSegment, securityId } = splitKey(key);
      return market.find(exchangeSegment, securityId, atMs);
    },
    bestFive: (key) => bestFive(market, key, atMs),
    spread: (instrument) =>
      (spreadAt(instrument, view.price(instrument) * 100) * instrument.tickPaise) /
      100 /
      view.price(instrument),
  };
  return view;
}
