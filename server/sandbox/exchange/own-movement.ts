// Daily movement of one instrument apart from the market and its sector: clustered volatility, news, momentum and
// reversal. One deterministic recursion over trading days.
import type { FactorDay, MarketFactors } from "./factors.ts";
import { DAYS_PER_YEAR, MARKET_MODEL, PREMIA } from "./market-model.ts";
import { normal, uniform } from "./seeded-noise.ts";

const WEEK_PERSISTENCE = 0.8;

export type DayMovement = {
  /** Standard deviation of the day's movement. */
  sigma: number;
  overnight: number;
  session: number;
};

const NO_MOVEMENT: DayMovement = { sigma: 0, overnight: 0, session: 0 };

export class OwnMovement {
  readonly #seed: number;
  readonly #usualVolatility: number;
  readonly #factors: MarketFactors;
  /** Standard deviation of the expected daily return. */
  readonly #expectedDeviation: number;
  readonly #days: DayMovement[] = [];
  #volatility = 0;
  #expectedReturn: number;
  #lastWeekReturn = 0;

  constructor(terms: { seed: number; ownDailyVolatility: number }, factors: MarketFactors) {
    this.#seed = terms.seed;
    this.#usualVolatility = terms.ownDailyVolatility;
    this.#factors = factors;
    this.#expectedDeviation =
      (PREMIA.momentum.yearlyRatio * this.#usualVolatility) / Math.sqrt(DAYS_PER_YEAR);
    this.#expectedReturn = this.#expectedDeviation * normal(this.#seed, -1, 61);
  }

  day(ordinal: number): DayMovement {
    if (this.#usualVolatility === 0) return NO_MOVEMENT;
    for (let next = this.#days.length; next <= ordinal; next += 1)
      this.#days.push(this.#make(next, this.#factors.market(next)));
    return this.#days[ordinal] ?? NO_MOVEMENT;
  }

  #make(ordinal: number, market: FactorDay): DayMovement {
    const seed = this.#seed;
    const { ownVolatility, overnightShare, news } = MARKET_MODEL;
    this.#volatility =
      ownVolatility.persistence * this.#volatility +
      ownVolatility.deviation * Math.sqrt(1 - ownVolatility.persistence ** 2) * normal(seed, ordinal, 51);
    const together = ownVolatility.followsMarket * (market.slow + market.fast);
    const sigma = this.#usualVolatility * Math.exp(this.#volatility + together - 0.08);
    const isNews = uniform(seed, ordinal, 52) < news.perDay;
    const overnight =
      sigma * Math.sqrt(overnightShare) * normal(seed, ordinal, 53) +
      (isNews ? news.times * this.#usualVolatility * normal(seed, ordinal, 54) : 0);
    const length = this.#factors.days.length(ordinal);
    const drawn = sigma * Math.sqrt((1 - overnightShare) * length) * normal(seed, ordinal, 55);
    const { momentum, reversalPerDay, gapReversal } = PREMIA;
    const session =
      drawn + this.#expectedReturn - reversalPerDay * this.#lastWeekReturn - gapReversal * overnight;
    const persistence = 0.5 ** (1 / momentum.halfLifeDays);
    this.#expectedReturn =
      persistence * this.#expectedReturn +
      this.#expectedDeviation * Math.sqrt(1 - persistence * persistence) * normal(seed, ordinal, 56);
    this.#lastWeekReturn = WEEK_PERSISTENCE * this.#lastWeekReturn + overnight + session;
    return { sigma, overnight, session };
  }
}
