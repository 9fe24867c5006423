// Where a price is at an instant, as a function of seed, instrument and time alone: a chain of daily returns anchored at a
// known level, and within the day a bridge from the open to the close whose pace follows the day's usual restlessness.
// Shares and indices share one market factor, each by its beta. Restarting changes nothing; history and tape agree.
import {
  EXCHANGE_CALENDAR,
  istDay,
  type MarketCalendar,
  tradingHours,
} from "../../../app/wire/market-sessions.ts";
import type { ExchangeSegment } from "../../../app/wire/vocabulary.ts";
import type { MarketInstrument } from "./instrument-master.ts";
import { bridge, normal, seedOf, uniform } from "./seeded-noise.ts";

/** History begins on 1 January 2022; levels are anchored on 1 November 2026. */
export const FIRST_DAY = 18_993;
const ANCHOR_DAY = 20_758;
const MARKET_DAILY_VOLATILITY = 0.0085;
const MARKET_DAILY_DRIFT = 0.0004;
const OVERNIGHT_SHARE = 0.3;
/** Days on which no exchange trades still move in a market that never closes, by this much less. */
const QUIET_DAY = 0.5;
const KNOT_DAYS = 21;

type Path = NonNullable<MarketInstrument["path"]>;
type DayReturns = { open: number; close: number };
type MarketDay = { isTrading: boolean; factor: number; logReturn: number };

export class PricePath {
  readonly #marketSeed: number;
  readonly #calendar: MarketCalendar;
  readonly #marketDays = new Map<number, MarketDay>();
  readonly #hours = new Map<string, { fromMs: number; toMs: number } | null>();
  readonly #closes = new Map<number, { day: number; value: number; anchor: number }>();
  readonly #days = new Map<number, { day: number; atOpen: number; atClose: number; before: number }>();
  #bridgeAt = { day: Number.NaN, share: Number.NaN, value: 0 };

  constructor(seed: number, calendar: MarketCalendar) {
    this.#marketSeed = seedOf(seed, "market");
    this.#calendar = calendar;
  }

  /** Rupees, unrounded. Before the day's open it is the last close, after the close the day's. */
  priceAt(path: Path, segment: ExchangeSegment, atMs: number): number {
    const day = istDay(atMs);
    const hours = this.hours(segment, day);
    const levels = this.#levels(path, day);
    if (hours === null || atMs < hours.fromMs) return Math.exp(levels.before);
    if (atMs >= hours.toMs) return Math.exp(levels.atClose);
    const share = pace((atMs - hours.fromMs) / (hours.toMs - hours.fromMs));
    const restless = this.volatilityFactor(day) * (this.isTradingDay(day) ? 1 : QUIET_DAY);
    const common = path.beta * MARKET_DAILY_VOLATILITY * this.#marketBridge(day, share);
    const own = path.ownDailyVolatility * bridge(path.seed, day, share);
    return Math.exp(
      levels.atOpen + (levels.atClose - levels.atOpen) * share + 0.85 * restless * (common + own),
    );
  }

  /** The close before this instant's day, rupees. */
  previousClose(path: Path, day: number): number {
    return Math.exp(this.#levels(path, day).before);
  }

  dayOpen(path: Path, day: number): number {
    return Math.exp(this.#levels(path, day).atOpen);
  }

  /** How restless the market is on a day: about 1, over weeks between a half and two. */
  volatilityFactor(day: number): number {
    const knot = Math.floor(day / KNOT_DAYS);
    const share = (day - knot * KNOT_DAYS) / KNOT_DAYS;
    const at = (index: number) => normal(this.#marketSeed ^ 0x51ed, index, 7);
    return Math.exp(0.32 * (at(knot) * (1 - share) + at(knot + 1) * share));
  }

  isTradingDay(day: number): boolean {
    return this.#marketDay(day).isTrading;
  }

  /** Trading hours by the calendar this market runs on. */
  hours(segment: ExchangeSegment, day: number): { fromMs: number; toMs: number } | null {
    const key = `${segment} ${day}`;
    let known = this.#hours.get(key);
    if (known === undefined) {
      if (this.#hours.size > 5_000) this.#hours.clear();
      known = tradingHours(this.#calendar, segment, day);
      this.#hours.set(key, known);
    }
    return known;
  }

  #marketBridge(day: number, share: number): number {
    if (this.#bridgeAt.day !== day || this.#bridgeAt.share !== share)
      this.#bridgeAt = { day, share, value: bridge(this.#marketSeed, day, share) };
    return this.#bridgeAt.value;
  }

  #levels(path: Path, day: number) {
    const known = this.#days.get(path.seed);
    if (known?.day === day) return known;
    const before = this.#logClose(path, day - 1);
    const returns = this.#returnsOf(path, day);
    const levels = { day, before, atOpen: before + returns.open, atClose: before + returns.close };
    this.#days.set(path.seed, levels);
    return levels;
  }

  #logClose(path: Path, day: number): number {
    let known = this.#closes.get(path.seed);
    if (known === undefined) {
      let sum = 0;
      for (let earlier = FIRST_DAY; earlier <= ANCHOR_DAY; earlier += 1)
        sum += this.#returnsOf(path, earlier).close;
      const log = Math.log(path.anchorRupees);
      known = { day: ANCHOR_DAY, value: sum, anchor: log - sum };
    }
    if (day < known.day) known = { ...known, day: FIRST_DAY - 1, value: 0 };
    let { value } = known;
    for (let next = known.day + 1; next <= day; next += 1) value += this.#returnsOf(path, next).close;
    this.#closes.set(path.seed, { ...known, day, value });
    return known.anchor + value;
  }

  /** Logarithmic returns of one day, from the close before it to its open and to its close. */
  #returnsOf(path: Path, day: number): DayReturns {
    const market = this.#marketDay(day);
    if (!market.isTrading) return { open: 0, close: 0 };
    const own = path.ownDailyVolatility * market.factor * shocked(path.seed, day, 0.018);
    const close = path.beta * market.logReturn + own;
    const spread = path.beta * MARKET_DAILY_VOLATILITY + path.ownDailyVolatility;
    const open = OVERNIGHT_SHARE * close + 0.2 * spread * market.factor * normal(path.seed, day, 11);
    return { open, close };
  }

  #marketDay(day: number): MarketDay {
    let known = this.#marketDays.get(day);
    if (known === undefined) {
      const factor = this.volatilityFactor(day);
      known = {
        isTrading: tradingHours(EXCHANGE_CALENDAR, "NSE_EQ", day) !== null,
        factor,
        logReturn:
          MARKET_DAILY_DRIFT + MARKET_DAILY_VOLATILITY * factor * shocked(this.#marketSeed, day, 0.012),
      };
      this.#marketDays.set(day, known);
    }
    return known;
  }
}

/** A normal draw; now and then, as often as `often` says, a news day of two and a half times that. */
function shocked(seed: number, day: number, often: number): number {
  return normal(seed, day, 3) * (uniform(seed, day, 5) < often ? 2.5 : 1);
}

const RISE = 0.08;
const FALL = 0.07;
/** The integral of the restlessness below. */
const raw = (x: number) =>
  0.6 * x +
  1.6 * RISE * (1 - Math.exp(-x / RISE)) +
  0.9 * FALL * (Math.exp(-(1 - x) / FALL) - Math.exp(-1 / FALL));
const WHOLE = raw(1);

/** The share of a day's variance and volume that is behind us after `x` of its time: fast at both ends. */
export function pace(x: number): number {
  return raw(Math.min(1, Math.max(0, x))) / WHOLE;
}

/** How busy the market is after `x` of the day, 1 at its busiest. */
export function busyness(x: number): number {
  return (0.6 + 1.6 * Math.exp(-x / RISE) + 0.9 * Math.exp(-(1 - x) / FALL)) / 2.2;
}
