// The market as rules read it: the sandbox's market up to the time of an algo's clock. Prices of minutes and days are
// cached. Later prices cannot be read.
import { istDay, MINUTE_MS } from "../../../../app/domain/time.ts";
import { type MarketInstrument, UNDERLYING_AT, UNDERLYINGS } from "../../exchange/instrument-master.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { buildContract, listStrikes } from "../../exchange/option-chain.ts";
import type { AlgoClock } from "./algo-clock.ts";
import {
  monthSession,
  sessionsBetween,
  sumBestFiveLevels,
  volumeRatio,
  volumeTapes,
} from "./market-facts.ts";
import type { Expiry, RuleView } from "./rule.ts";

const CACHED_MINUTES = 3 * 24 * 60;

export class MarketViews {
  readonly #market: SandboxMarket;
  readonly #minutes = new Map<string, Map<number, number>>();
  readonly #closes = new Map<string, { day: number; closes: number[] }>();

  constructor(market: SandboxMarket) {
    this.#market = market;
  }

  at(atMs: number, clock: AlgoClock): RuleView {
    const market = this.#market;
    const today = istDay(atMs);
    const view: RuleView = {
      atMs,
      barMs: MINUTE_MS,
      minute: clock.minute,
      openMs: clock.openMs,
      session: clock.session,
      month: clock.month,
      monthSession: monthSession(market, today),
      spot: (key) => market.spot(key, atMs),
      spotAt: (key, then) => this.#priceAtMinute(key, Math.min(then, atMs)),
      price: (instrument) => market.fairPrice(instrument, atMs),
      minutes: (key, fromMs, toMs) => this.#range(key, fromMs, Math.min(toMs, atMs)),
      closes: (key, days) => this.#dailyCloses(key, today, days),
      volumeRatio: (key) => volumeRatio(volumeTapes(market, key, atMs), atMs),
      expiries: (key) => this.#expiries(key, atMs, today),
      contract: (key, expiry, strike, side) =>
        this.#listed(this.#described(key, expiry, strike, side, view), atMs),
      byDelta: (key, expiry, side, delta) => this.#byDelta(view, key, expiry, side, delta),
      strikeStep: (key) => UNDERLYINGS[UNDERLYING_AT.get(key) ?? -1]?.strikeStepRupees ?? 1,
      share: (key) => market.findByKey(key, atMs),
      bestFive: (key) => sumBestFiveLevels(market, key, atMs),
      spread: (instrument) => {
        const book = market.book(instrument, atMs);
        const bid = book.bids[0]?.pricePaise;
        const ask = book.asks[0]?.pricePaise;
        return bid === undefined || ask === undefined ? 1 : (ask - bid) / ((ask + bid) / 2);
      },
    };
    return view;
  }

  #expiries(key: string, atMs: number, today: number): Expiry[] {
    const underlying = UNDERLYING_AT.get(key);
    if (underlying === undefined) return [];
    return this.#market.expiries(underlying, atMs).map(({ day, isMonthly }) => ({
      day,
      isMonthly,
      daysLeft: day - today,
      sessionsLeft: sessionsBetween(this.#market, today, day),
    }));
  }

  #described(
    key: string,
    expiry: Expiry,
    strike: number,
    side: "CE" | "PE",
    view: RuleView,
  ): MarketInstrument | null {
    return UNDERLYING_AT.has(key)
      ? buildContract(key, expiry, strike, side, view.spot(key), istDay(view.atMs))
      : null;
  }

  /**
   * Resolves a contract in the same way as for orders, so that its price is the same before and after an order is sent.
   */
  #listed(contract: MarketInstrument | null, atMs: number): MarketInstrument | null {
    return contract === null ? null : this.#market.find(contract.exchangeSegment, contract.securityId, atMs);
  }

  #byDelta(
    view: RuleView,
    key: string,
    expiry: Expiry,
    side: "CE" | "PE",
    target: number,
  ): MarketInstrument | null {
    const underlying = UNDERLYING_AT.get(key);
    if (underlying === undefined) return null;
    const spot = view.spot(key);
    let best: { contract: MarketInstrument; distance: number } | null = null;
    for (const strike of listStrikes(underlying, spot)) {
      const contract = this.#described(key, expiry, strike, side, view);
      if (contract === null) continue;
      const distance = Math.abs(Math.abs(this.#market.greeks(contract, spot, view.atMs).delta) - target);
      if (best === null || distance < best.distance) best = { contract, distance };
    }
    return this.#listed(best?.contract ?? null, view.atMs);
  }

  #priceAtMinute(key: string, atMs: number): number {
    const minute = Math.floor(atMs / MINUTE_MS);
    let known = this.#minutes.get(key);
    if (known === undefined) {
      known = new Map();
      this.#minutes.set(key, known);
    }
    let price = known.get(minute);
    if (price === undefined) {
      if (known.size > CACHED_MINUTES) known.clear();
      price = this.#market.spot(key, minute * MINUTE_MS);
      known.set(minute, price);
    }
    return price;
  }

  #range(key: string, fromMs: number, toMs: number): number[] {
    const prices: number[] = [];
    for (let at = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS; at <= toMs; at += MINUTE_MS)
      prices.push(this.#priceAtMinute(key, at));
    return prices;
  }

  #dailyCloses(key: string, today: number, days: number): number[] {
    const known = this.#closes.get(key);
    if (known !== undefined && known.day === today && known.closes.length >= days)
      return known.closes.slice(-days);
    const closes = this.#market.closesBefore(key, today, Math.max(days, 30));
    this.#closes.set(key, { day: today, closes });
    return closes.slice(-days);
  }
}
