// Factors that all prices share: the market's daily return, its volatility and the sectors' returns. They form one
// deterministic recursion over trading days. The overnight and session returns are drawn independently, so a gap does
// not predict the day.
import { CRASH_DRIFT, MARKET_DRIFT_DAILY, MARKET_MODEL, PREMIA, toVolatility } from "./market-model.ts";
import { deriveSeed, hash, normal, uniform } from "./seeded-noise.ts";
import { FIRST_DAY, type TradingDays } from "./trading-days.ts";

/**
 * Number of trading days (January 2022 to autumn 2026) over which the mean volatility is scaled to the model's level.
 */
const SCALED_OVER_DAYS = 1_190;
const LARGEST_SHOCK = 4;

export type FactorDay = {
  /** Standard deviation of the day's return without jumps. */
  sigma: number;
  /**
   * Components of the logarithm of volatility divided by its long-run level: at the end of the previous session
   * (`slow`, `fast`) and of this session (`slowAfter`, `fastAfter`).
   */
  slow: number;
  fast: number;
  slowAfter: number;
  fastAfter: number;
  overnight: number;
  /** Overnight and session shocks without jumps, each in units of its standard deviation. */
  nightShock: number;
  sessionShock: number;
  /** Return of the session, including the jump. */
  session: number;
  jump: number;
  /** Position of the jump in the session, 0 to 1. */
  jumpAt: number;
};

export class MarketFactors {
  readonly days: TradingDays;
  readonly seed: number;
  readonly #market: FactorDay[] = [];
  readonly #raw: { slow: number; fast: number; z: number }[] = [];
  #scale = 0;

  constructor(seed: number, days: TradingDays) {
    this.seed = deriveSeed(seed, "market");
    this.days = days;
    this.#scale = this.#findScale();
  }

  /** Returns the scale at which the mean variance over the scaled period equals the model's. */
  #findScale(): number {
    let sum = 0;
    for (let ordinal = 0; ordinal < SCALED_OVER_DAYS; ordinal += 1) {
      const { slow, fast } = this.#state(ordinal);
      sum += toVolatility(slow + fast) ** 2;
    }
    return MARKET_MODEL.indexDaily / Math.sqrt(sum / SCALED_OVER_DAYS);
  }

  /** Daily volatility of the index at its long-run level, before the volatility states are applied. */
  get baseDaily(): number {
    return this.#scale;
  }

  market(ordinal: number): FactorDay {
    for (let next = this.#market.length; next <= ordinal; next += 1) this.#market.push(this.#make(next));
    const day = this.#market[ordinal];
    if (day === undefined) throw new Error(`trading day ${ordinal} does not exist`);
    return day;
  }

  /** Returns the overnight and session return of a sector in addition to the market's. */
  sector(sector: number, ordinal: number): { sigma: number; overnight: number; session: number } {
    const { slow, fast } = this.market(ordinal);
    const own = hash(this.seed, sector, 0x5ec7);
    const sigma = MARKET_MODEL.sectorDaily * toVolatility(slow + fast) ** 0.6;
    const { overnightShare } = MARKET_MODEL;
    return {
      sigma,
      overnight: sigma * Math.sqrt(overnightShare) * normal(own, ordinal, 1),
      session: sigma * Math.sqrt((1 - overnightShare) * this.days.length(ordinal)) * normal(own, ordinal, 2),
    };
  }

  #state(ordinal: number): { slow: number; fast: number; z: number } {
    const { slowVolatility, fastVolatility } = MARKET_MODEL;
    for (let next = this.#raw.length; next <= ordinal; next += 1) {
      const before = this.#raw[next - 1];
      const z = this.#shock(next);
      if (before === undefined) {
        const { seed } = this;
        this.#raw.push({
          slow: slowVolatility.deviation * 0.5 * normal(seed, -1, 31),
          fast: fastVolatility.deviation * normal(seed, -1, 32),
          z,
        });
        continue;
      }
      this.#raw.push({
        slow: nextState(slowVolatility, before.slow, before.z, normal(this.seed, next, 33)),
        fast: nextState(fastVolatility, before.fast, before.z, normal(this.seed, next, 34)),
        z,
      });
    }
    return this.#raw[ordinal] ?? { slow: 0, fast: 0, z: 0 };
  }

  /** Returns the shock of a day in standard deviations: overnight plus session, without jumps. */
  #shock(ordinal: number): number {
    const { overnightShare } = MARKET_MODEL;
    return (
      Math.sqrt(overnightShare) * this.#night(ordinal) +
      Math.sqrt(1 - overnightShare) * this.#session(ordinal)
    );
  }

  #night(ordinal: number): number {
    return clamp(normal(this.seed, ordinal, 41));
  }

  #session(ordinal: number): number {
    return clamp(normal(this.seed, ordinal, 42));
  }

  #make(ordinal: number): FactorDay {
    const { slow, fast } = this.#state(ordinal);
    const after = this.#state(ordinal + 1);
    const sigma = this.#scale * toVolatility(slow + fast);
    const { overnightShare, intradayJump, overnightJump, overnightCrash } = MARKET_MODEL;
    const length = this.days.length(ordinal);
    const isGap = uniform(this.seed, ordinal, 43) < overnightJump.perDay;
    const isCrash = uniform(this.seed, ordinal, 48) < overnightCrash.perDay;
    const crash = isCrash
      ? Math.max(0, overnightCrash.mean + overnightCrash.deviation * normal(this.seed, ordinal, 49))
      : 0;
    const overnight =
      overnightShare * MARKET_DRIFT_DAILY +
      CRASH_DRIFT -
      crash +
      sigma * Math.sqrt(overnightShare) * this.#night(ordinal) +
      (isGap ? overnightJump.deviation * normal(this.seed, ordinal, 44) : 0);
    const isJump = uniform(this.seed, ordinal, 45) < intradayJump.perDay;
    const jump = isJump ? intradayJump.deviation * normal(this.seed, ordinal, 46) : 0;
    const session =
      (1 - overnightShare) * MARKET_DRIFT_DAILY +
      sigma * Math.sqrt((1 - overnightShare) * length) * this.#session(ordinal) +
      jump -
      PREMIA.gapReversal * overnight;
    return {
      sigma,
      slow,
      fast,
      slowAfter: after.slow,
      fastAfter: after.fast,
      overnight,
      nightShock: this.#night(ordinal),
      sessionShock: this.#session(ordinal),
      session,
      jump,
      jumpAt: uniform(this.seed, ordinal, 47),
    };
  }
}

function nextState(
  component: { deviation: number; persistence: number; leverage: number },
  before: number,
  z: number,
  noise: number,
): number {
  const { deviation, persistence, leverage } = component;
  const news = deviation * Math.sqrt(1 - persistence * persistence);
  return persistence * before + news * (Math.sqrt(1 - leverage * leverage) * noise - leverage * z);
}

function clamp(z: number): number {
  return Math.min(LARGEST_SHOCK, Math.max(-LARGEST_SHOCK, z));
}

/** Returns the ordinal at which price levels are anchored: the last trading day before 1 November 2026. */
export function anchorOrdinal(days: TradingDays): number {
  return days.lastOrdinal(FIRST_DAY + (20_758 - 18_993));
}
