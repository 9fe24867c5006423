// The index and its constituents. The market factor is the index. The excess is the weighted return of all constituents
// less the index's return, and is deducted from each of them. The weighted mean of their logarithmic returns then
// equals the index's return, in every minute and overnight.
import type { PathParameters } from "./daily-chain.ts";
import type { MarketFactors } from "./factors.ts";
import { MARKET_MODEL } from "./market-model.ts";
import { OwnMovement } from "./own-movement.ts";

/** A constituent; its weight is a fraction, and the weights sum to 1. */
export type Constituent = { terms: PathParameters; weight: number; own: OwnMovement };

export class IndexBasket {
  readonly #factors: MarketFactors;
  readonly #list: () => readonly PathParameters[];
  #constituents: Constituent[] | null = null;
  readonly #days: { overnight: number; session: number }[] = [];

  /** `list` is called on first use, because instruments are listed after the market's factors exist. */
  constructor(factors: MarketFactors, list: () => readonly PathParameters[]) {
    this.#factors = factors;
    this.#list = list;
  }

  get constituents(): readonly Constituent[] {
    if (this.#constituents === null) {
      const all = this.#list();
      const total = all.reduce((sum, { weight }) => sum + weight, 0);
      this.#constituents = all.map((terms) => ({
        terms,
        weight: terms.weight / total,
        own: new OwnMovement(terms, this.#factors),
      }));
    }
    return this.#constituents;
  }

  /** Returns the excess on a day: the weighted return of all constituents less the index's return. */
  excess(ordinal: number): { overnight: number; session: number } {
    for (let next = this.#days.length; next <= ordinal; next += 1) this.#days.push(this.#make(next));
    return this.#days[ordinal] ?? { overnight: 0, session: 0 };
  }

  /**
   * Returns the typical daily variance of an instrument's movement apart from the market: its sector's movement and its
   * own. For a constituent, the basket's excess is deducted from that movement.
   */
  otherDailyVariance({ weight: ofIndex, seed, sector, load, ownDailyVolatility }: PathParameters): number {
    const sectorVariance = MARKET_MODEL.sectorDaily ** 2;
    const own = ownDailyVolatility ** 2;
    if (ofIndex === 0) return load ** 2 * sectorVariance + own;
    const loads = new Map<number, number>();
    let owns = 0;
    let share = 0;
    for (const { terms, weight } of this.constituents) {
      loads.set(terms.sector, (loads.get(terms.sector) ?? 0) + weight * terms.load);
      owns += (weight * terms.ownDailyVolatility) ** 2;
      if (terms.seed === seed) share = weight;
    }
    loads.set(sector, (loads.get(sector) ?? 0) - load);
    const sectors = [...loads.values()].reduce((sum, one) => sum + one ** 2, 0);
    return sectors * sectorVariance + owns + (1 - 2 * share) * own;
  }

  #make(ordinal: number): { overnight: number; session: number } {
    const market = this.#factors.market(ordinal);
    const sum = { overnight: 0, session: 0 };
    for (const { terms, weight, own } of this.constituents) {
      const sector = this.#factors.sector(terms.sector, ordinal);
      const move = own.day(ordinal);
      for (const part of ["overnight", "session"] as const)
        sum[part] += weight * ((terms.beta - 1) * market[part] + terms.load * sector[part] + move[part]);
    }
    return sum;
  }
}
