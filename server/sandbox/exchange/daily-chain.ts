// Daily closes of one instrument. Each day's return sums the exposure to the market, the exposure to the sector and the
// instrument's own movement. The closes are anchored at a known level, and prices within a day are interpolated between
// two of them.
import { anchorOrdinal, type FactorDay, type MarketFactors } from "./factors.ts";
import type { IndexBasket } from "./index-basket.ts";
import { DAYS_PER_YEAR, MARKET_MODEL } from "./market-model.ts";
import { OwnMovement } from "./own-movement.ts";
import { normal } from "./seeded-noise.ts";

/** Parameters of an instrument's movement. */
export type PathParameters = {
  seed: number;
  anchorRupees: number;
  beta: number;
  sector: number;
  /** Exposure to the sector's own movement. */
  load: number;
  ownDailyVolatility: number;
  /** Weight in the index, relative to the other constituents; 0 for an instrument outside it. */
  weight: number;
  /** Tracking error and cost of an index fund. Null for an instrument that follows no index. */
  follows: { errorBasisPoints: number; costYearly: number } | null;
};

/** The instrument-specific part of one day's movement. */
export type OwnDay = {
  /** Standard deviation of the instrument's own movement on this day. */
  sigma: number;
  overnight: number;
  session: number;
  /** Logarithm of the close, unrounded. */
  close: number;
  /** Logarithm of the open. */
  open: number;
  before: number;
};

export class DailyChain {
  readonly terms: PathParameters;
  readonly factors: MarketFactors;
  readonly #days: OwnDay[] = [];
  readonly #anchorLog: number;
  readonly #own: OwnMovement;
  readonly #basket: IndexBasket;

  constructor(terms: PathParameters, factors: MarketFactors, basket: IndexBasket) {
    this.terms = terms;
    this.factors = factors;
    this.#own = new OwnMovement(terms, factors);
    this.#basket = basket;
    this.#reach(anchorOrdinal(factors.days));
    this.#anchorLog = Math.log(terms.anchorRupees) - (this.#days.at(-1)?.close ?? 0);
  }

  day(ordinal: number): OwnDay {
    const day = this.#reach(Math.max(0, ordinal));
    const shift = this.#anchorLog;
    return { ...day, close: day.close + shift, open: day.open + shift, before: day.before + shift };
  }

  /** Returns the logarithm of a trading day's close; before history, the logarithm of the starting level. */
  close(ordinal: number): number {
    if (ordinal < 0) return this.#anchorLog;
    return this.#reach(ordinal).close + this.#anchorLog;
  }

  #reach(ordinal: number): OwnDay {
    for (let next = this.#days.length; next <= ordinal; next += 1) this.#days.push(this.#make(next));
    const day = this.#days[ordinal];
    if (day === undefined) throw new Error(`trading day ${ordinal} does not exist`);
    return day;
  }

  #make(ordinal: number): OwnDay {
    const { terms, factors } = this;
    const market = factors.market(ordinal);
    const before = this.#days[ordinal - 1]?.close ?? 0;
    if (terms.follows !== null) return this.#follow(terms.follows, market, ordinal, before);
    const sector = terms.load === 0 ? null : factors.sector(terms.sector, ordinal);
    const own = this.#own.day(ordinal);
    const excess = terms.weight === 0 ? null : this.#basket.excess(ordinal);
    const overnight =
      terms.beta * market.overnight +
      terms.load * (sector?.overnight ?? 0) +
      own.overnight -
      (excess?.overnight ?? 0);
    const session =
      terms.beta * market.session +
      terms.load * (sector?.session ?? 0) +
      own.session -
      (excess?.session ?? 0);
    const limit = MARKET_MODEL.largestDay;
    // The part of a move that exceeds the day's price band is deducted from the instrument's own movement.
    const openCut = Math.min(limit, Math.max(-limit, overnight)) - overnight;
    const closeCut =
      Math.min(limit, Math.max(-limit, overnight + openCut + session)) - (overnight + openCut + session);
    const open = before + overnight + openCut;
    return {
      sigma: own.sigma,
      overnight: own.overnight + openCut,
      session: own.session + closeCut,
      before,
      open,
      close: open + session + closeCut,
    };
  }

  /**
   * Returns the movement of an index fund. It is that of the index, less the fund's cost, plus a premium of a few basis
   * points that varies from day to day.
   */
  #follow(
    terms: NonNullable<PathParameters["follows"]>,
    market: FactorDay,
    ordinal: number,
    before: number,
  ): OwnDay {
    const { seed, beta } = this.terms;
    const error = (at: number) => (at < 0 ? 0 : (terms.errorBasisPoints / 10_000) * normal(seed, at, 57));
    const premium = error(ordinal) - error(ordinal - 1);
    const session = premium - terms.costYearly / DAYS_PER_YEAR;
    const open = before + beta * market.overnight;
    return {
      sigma: terms.errorBasisPoints / 10_000,
      overnight: 0,
      session,
      before,
      open,
      close: open + beta * market.session + session,
    };
  }
}
