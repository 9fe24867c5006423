// Daily movement of one instrument apart from the market and its sector: clustered volatility, news, momentum and
// reversal. One deterministic recursion over trading days.
import type { FactorDay, MarketFactors } from "./factors.ts";
import { DAYS_PER_YEAR, MODEL, PREMIA } from "./market-model.ts";
import { normal, uniform } from "./seeded-noise.ts";

const WEEK_STAYS = 0.8;

export type OwnMove = {
  /** Standard deviation of the day's movement. */
  sigma: number;
  overnight: number;
  session: number;
};

const STILL: OwnMove = { sigma: 0, overnight: 0, session: 0 };

export class OwnMovement {
  readonly #seed: number;
  readonly #usual: number;
  readonly #factors: MarketFactors;
  /** Standard deviation of the expected daily return. */
  readonly #expectedDeviation: number;
  readonly #days: OwnMove[] = [];
  #volatility = 0;
  #expected: number;
  #week = 0;

  constructor(terms: { seed: number; ownDailyVolatility: number }, factors: MarketFactors) {
    this.#seed = terms.seed;
    this.#usual = terms.ownDailyVolatility;
    this.#factors = factors;
    this.#expectedDeviation = (PREMIA.momentum.yearlyRatio * this.#usual) / Math.sqrt(DAYS_PER_YEAR);
    this.#expected = this.#expectedDeviation * normal(this.#seed, -1, 61);
  }

  day(ordinal: number): OwnMove {
    if (this.#usual === 0) return STILL;
    for (let next = this.#days.length; next <= ordinal; next += 1)
      this.#days.push(this.#make(next, this.#factors.market(next)));
    return this.#days[ordinal] ?? STILL;
  }

  #make(ordinal: number, market: FactorDay): OwnMove {
    const seed = this.#seed;
    const { ownVolatility, overnightShare, news } = MODEL;
    this.#volatility =
      ownVolatility.stays * this.#volatility +
      ownVolatility.deviation * Math.sqrt(1 - ownVolatility.stays ** 2) * normal(seed, ordinal, 51);
    const together = ownVolatility.followsMarket * (market.slow + market.fast);
    const sigma = this.#usual * Math.exp(this.#volatility + together - 0.08);
    const isNews = uniform(seed, ordinal, 52) < news.perDay;
    const overnight =
      sigma * Math.sqrt(overnightShare) * normal(seed, ordinal, 53) +
      (isNews ? news.times * this.#usual * normal(seed, ordinal, 54) : 0);
    const length = this.#factors.days.length(ordinal);
    const drawn = sigma * Math.sqrt((1 - overnightShare) * length) * normal(seed, ordinal, 55);
    const { momentum, reversalPerDay, gapReversal } = PREMIA;
    const session = drawn + this.#expected - reversalPerDay * this.#week - gapReversal * overnight;
    const stays = 0.5 ** (1 / momentum.halfLifeDays);
    this.#expected =
      stays * this.#expected +
      this.#expectedDeviation * Math.sqrt(1 - stays * stays) * normal(seed, ordinal, 56);
    this.#week = WEEK_STAYS * this.#week + overnight + session;
    return { sigma, overnight, session };
  }
}
