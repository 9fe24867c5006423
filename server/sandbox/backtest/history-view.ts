// The sandbox's history as rules see it: bars of the exchanges' days, kept once made, and shown no further than the bar at hand.
// Spots inside a bar are the bar's own; nothing later can be asked.
import { isoDayOf } from "../../../app/wire/market-sessions.ts";
import { splitKey } from "../broker/order-book.ts";
import { type MarketInstrument, UNDERLYING_AT, UNDERLYINGS } from "../exchange/instrument-master.ts";
import type { SandboxMarket } from "../exchange/market.ts";
import { contractOf, listStrikes } from "../exchange/option-chain.ts";
import { type Expiry, type RuleView, travel } from "../rules/rule.ts";

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const IST_MS = 330 * MINUTE_MS;
const OPEN_MINUTE = 9 * 60 + 15;
const CLOSE_MINUTE = 15 * 60 + 30;
const DELTA_STEP = 0.0005;

/** Prices of one bar size for every key that a strategy asks for; shared by all strategies of that size. */
export class HistoryTape {
  readonly barMs: number;
  readonly barsADay: number;
  readonly market: SandboxMarket;
  readonly #days = new Map<string, Float64Array>();
  readonly #closes = new Map<string, { days: number[]; closes: number[]; from: number }>();
  readonly #expiries = new Map<string, Expiry[]>();

  constructor(market: SandboxMarket, barMinutes: number) {
    this.market = market;
    this.barMs = barMinutes * MINUTE_MS;
    this.barsADay = Math.floor((CLOSE_MINUTE - OPEN_MINUTE) / barMinutes) + 1;
  }

  openMs(day: number): number {
    return day * DAY_MS - IST_MS + OPEN_MINUTE * MINUTE_MS;
  }

  /** Rupees at the bar that holds this instant; before the open it is the last close. */
  priceAt(key: string, atMs: number): number {
    const day = Math.floor((atMs + IST_MS) / DAY_MS);
    const bar = Math.floor((atMs - this.openMs(day)) / this.barMs);
    const prices = this.#day(key, day);
    return prices[Math.min(this.barsADay - 1, Math.max(0, bar))] ?? Number.NaN;
  }

  #day(key: string, day: number): Float64Array {
    const name = `${key} ${day}`;
    let prices = this.#days.get(name);
    if (prices === undefined) {
      if (this.#days.size > 60_000) this.#days.clear();
      const { exchangeSegment, securityId } = splitKey(key);
      const path = this.market.find(exchangeSegment, securityId, day * DAY_MS)?.path;
      if (!path) throw new Error(`${key} has no history of its own`);
      prices = new Float64Array(this.barsADay);
      const open = this.openMs(day);
      for (let bar = 0; bar < this.barsADay; bar += 1)
        prices[bar] = this.market.paths.priceAt(path, exchangeSegment, open + bar * this.barMs);
      this.#days.set(name, prices);
    }
    return prices;
  }

  /** Closes of the trading days before a day, oldest first. */
  closes(key: string, before: number, count: number): number[] {
    let known = this.#closes.get(key);
    if (known === undefined || known.from > before - count * 2 - 20) {
      const { exchangeSegment, securityId } = splitKey(key);
      const path = this.market.find(exchangeSegment, securityId, before * DAY_MS)?.path;
      if (!path) throw new Error(`${key} has no history of its own`);
      const from = before - count * 2 - 60;
      known = { days: [], closes: [], from };
      this.#closes.set(key, known);
    }
    const { exchangeSegment, securityId } = splitKey(key);
    for (let day = (known.days.at(-1) ?? known.from) + 1; day < before; day += 1) {
      if (!this.market.paths.isTradingDay(day)) continue;
      const path = this.market.find(exchangeSegment, securityId, day * DAY_MS)?.path;
      if (!path) break;
      known.days.push(day);
      known.closes.push(this.market.paths.previousClose(path, day + 1));
    }
    let end = known.days.length;
    while (end > 0 && (known.days[end - 1] ?? 0) >= before) end -= 1;
    return known.closes.slice(Math.max(0, end - count), end);
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
          : this.market
              .expiries(underlying, day * DAY_MS)
              .map((expiry) => ({ ...expiry, daysLeft: expiry.day - day }));
      this.#expiries.set(name, known);
    }
    return known;
  }
}

/** The view at one bar of one day. */
export function historyView(tape: HistoryTape, day: number, atMs: number, session: number): RuleView {
  const { market, barMs } = tape;
  const iso = isoDayOf(day);
  const optionPrice = (option: MarketInstrument, spot: number) => market.optionPriceAt(option, spot, atMs);
  const range = (key: string, fromMs: number, toMs: number): number[] => {
    const prices: number[] = [];
    // Bars of other days lie the night apart; a range does not reach over it.
    const from = Math.max(fromMs, tape.openMs(day));
    const first = tape.openMs(day) + Math.ceil((from - tape.openMs(day)) / barMs) * barMs;
    for (let at = first; at <= Math.min(toMs, atMs); at += barMs) prices.push(tape.priceAt(key, at));
    return prices;
  };
  const view: RuleView = {
    atMs,
    barMs,
    minute: Math.round((atMs - tape.openMs(day)) / MINUTE_MS) + OPEN_MINUTE,
    openMs: tape.openMs(day),
    session,
    month: Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)),
    spot: (key) => tape.priceAt(key, atMs),
    spotAt: (key, then) => tape.priceAt(key, Math.min(then, atMs)),
    price: (instrument) =>
      instrument.option === null
        ? tape.priceAt(instrument.key, atMs)
        : optionPrice(instrument, tape.priceAt(instrument.option.underlyingKey, atMs)),
    minutes: range,
    closes: (key, days) => tape.closes(key, day, days),
    volumeRatio(key) {
      const recent = range(key, atMs - 3 * barMs, atMs);
      const usual = range(key, atMs - 18 * barMs, atMs);
      const pace = travel(usual) / Math.max(1, usual.length - 1);
      return pace === 0 ? 1 : travel(recent) / Math.max(1, recent.length - 1) / pace;
    },
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
        const slope =
          (optionPrice(contract, spot * (1 + DELTA_STEP)) - optionPrice(contract, spot * (1 - DELTA_STEP))) /
          (2 * DELTA_STEP * spot);
        const distance = Math.abs(Math.abs(slope) - delta);
        if (best === null || distance < best.distance) best = { contract, distance };
      }
      return best?.contract ?? null;
    },
    strikeStep: (key) => UNDERLYINGS[UNDERLYING_AT.get(key) ?? -1]?.strikeStepRupees ?? 1,
    share(key) {
      const { exchangeSegment, securityId } = splitKey(key);
      return market.find(exchangeSegment, securityId, atMs);
    },
    // History keeps no order book: which way it leaned is taken from the bar's own last step.
    bestFive(key) {
      const step = tape.priceAt(key, atMs) - tape.priceAt(key, atMs - barMs);
      return step > 0 ? { bids: 2, asks: 1 } : { bids: 1, asks: 2 };
    },
    spread: (instrument) =>
      (instrument.spreadTicks * instrument.tickPaise) / 100 / Math.max(0.05, view.price(instrument)),
  };
  return view;
}
