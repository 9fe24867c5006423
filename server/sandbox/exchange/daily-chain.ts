// Daily closes of one instrument. Each day's return sums the exposure to the market, the exposure to the sector and the
// instrument's own movement. The closes are anchored at a known level, and prices within a day are interpolated between
// two of them.
import type { FactorDay } from "./factors.ts";
import { anchorOrdinal, type MarketFactors } from "./factors.ts";
import { DAYS_A_YEAR, MODEL, PREMIA } from "./market-model.ts";
import { normal, uniform } from "./seeded-noise.ts";

/** Parameters of an instrument's movement. */
export type PathTerms = {
  seed: number;
  anchorRupees: number;
  beta: number;
  sector: number;
  /** Exposure to the sector's own movement. */
  load: number;
  ownDailyVolatility: number;
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

const WEEK_STAYS = 0.8;

type Recursion = { volatility: number; expected: number; week: number };

export class DailyChain {
  readonly terms: PathTerms;
  readonly factors: MarketFactors;
  readonly #days: OwnDay[] = [];
  readonly #anchorLog: number;
  /** Standard deviation of the expected daily return. */
  readonly #expectedDeviation: number;
  #recursion: Recursion = { volatility: 0, expected: 0, week: 0 };

  constructor(terms: PathTerms, factors: MarketFactors) {
    this.terms = terms;
    this.factors = factors;
    this.#expectedDeviation =
      (PREMIA.momentum.yearlyRatio * terms.ownDailyVolatility) / Math.sqrt(DAYS_A_YEAR);
    this.#recursion.expected = this.#expectedDeviation * normal(terms.seed, -1, 61);
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
    if (day === undefined) throw new Error(`no trading day ${ordinal}`);
    return day;
  }

  #make(ordinal: number): OwnDay {
    const { terms, factors } = this;
    const market = factors.market(ordinal);
    const before = this.#days[ordinal - 1]?.close ?? 0;
    if (terms.follows !== null) return this.#follow(terms.follows, market, ordinal, before);
    const sector = terms.load === 0 ? null : factors.sector(terms.sector, ordinal);
    const own = this.#own(ordinal, market, terms.ownDailyVolatility);
    const overnight = terms.beta * market.overnight + terms.load * (sector?.overnight ?? 0) + own.overnight;
    const session = terms.beta * market.session + terms.load * (sector?.session ?? 0) + own.session;
    const limit = MODEL.largestDay;
    // The part beyond the day's price band is taken from the instrument's own movement.
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

  #own(ordinal: number, market: FactorDay, usual: number) {
    const { terms, factors } = this;
    const { seed } = terms;
    const state = this.#recursion;
    const { ownVolatility, overnightShare, news } = MODEL;
    if (usual === 0) return { sigma: 0, overnight: 0, session: 0 };
    state.volatility =
      ownVolatility.stays * state.volatility +
      ownVolatility.deviation * Math.sqrt(1 - ownVolatility.stays ** 2) * normal(seed, ordinal, 51);
    const together = ownVolatility.followsMarket * (market.slow + market.fast);
    const sigma = usual * Math.exp(state.volatility + together - 0.08);
    const isNews = uniform(seed, ordinal, 52) < news.perDay;
    const overnight =
      sigma * Math.sqrt(overnightShare) * normal(seed, ordinal, 53) +
      (isNews ? news.times * usual * normal(seed, ordinal, 54) : 0);
    const drawn =
      sigma * Math.sqrt((1 - overnightShare) * factors.days.length(ordinal)) * normal(seed, ordinal, 55);
    const { momentum, reversalPerDay, gapReversal } = PREMIA;
    const session = drawn + state.expected - reversalPerDay * state.week - gapReversal * overnight;
    const stays = 0.5 ** (1 / momentum.halfLifeDays);
    state.expected =
      stays * state.expected +
      this.#expectedDeviation * Math.sqrt(1 - stays * stays) * normal(seed, ordinal, 56);
    state.week = WEEK_STAYS * state.week + overnight + session;
    return { sigma, overnight, session };
  }

  /**
   * Follows the index: its price less the fund's cost, plus a premium of a few basis points that varies from day to
   * day.
   */
  #follow(
    terms: NonNullable<PathTerms["follows"]>,
    market: FactorDay,
    ordinal: number,
    before: number,
  ): OwnDay {
    const { seed, beta } = this.terms;
    const error = (at: number) => (at < 0 ? 0 : (terms.errorBasisPoints / 10_000) * normal(seed, at, 57));
    const premium = error(ordinal) - error(ordinal - 1);
    const session = premium - terms.costYearly / DAYS_A_YEAR;
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
