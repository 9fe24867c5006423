// Significance of a record: the Sharpe ratio corrected for the number of variants tried, the range of growth and
// drawdown that chance explains, and results by market regime. Pure and reproducible; shares are fractions.
import {
  createRandom,
  fillIndices,
  type Interval,
  meanBlockLength,
  percentileInterval,
  quantile,
  RESAMPLES,
} from "./bootstrap.ts";
import { countYears } from "./record-years.ts";
import {
  type EquityDay,
  fixedReturns,
  mean,
  standardDeviation,
  TRADING_DAYS_PER_YEAR,
} from "./statistics.ts";

/** Minimum length of a record for these figures, in days. */
export const SIGNIFICANCE_MIN_DAYS = 120;
/** Number of resamples between pauses for other work. */
const RESAMPLES_PER_SLICE = 50;

export type DeflatedSharpe = {
  trials: number;
  /** Annualised Sharpe ratio, and the best ratio that chance would produce among this many strategies without skill. */
  sharpe: number;
  expectedBest: number;
  /** Probability that the true ratio exceeds `expectedBest`. */
  probability: number;
};

export const REGIMES = ["trend", "calm", "stressed"] as const;
export type RegimeName = (typeof REGIMES)[number];
export type Regime = {
  name: RegimeName;
  days: number;
  /** Annualised mean result in this regime as a share of the capital. */
  yearly: number;
  worstDay: number;
  won: number;
};

export type Significance = {
  deflated: DeflatedSharpe | null;
  /** Bounds that contain the result of 90 % of the resamples, each as long as the record. */
  growth: Interval | null;
  maxDrawdown: Interval | null;
  /**
   * Largest drawdown over the next 252 days that 50 % (`median`) and 95 % (`oneInTwenty`) of the resamples do not
   * exceed.
   */
  nextYear: { median: number; oneInTwenty: number } | null;
  regimes: Regime[];
};

/** Standard deviations below this are rounding errors. */
const ROUNDING_ERROR = 1e-12;
const EULER = 0.5772156649015329;

/** Returns the standard normal distribution (error function by Abramowitz and Stegun 7.1.26, error below 1.5e-7). */
export function normalDistribution(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2);
  const poly =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const half = (1 - poly * Math.exp((-x * x) / 2)) / 2;
  return x >= 0 ? 0.5 + half : 0.5 - half;
}

/** Returns the quantile of the normal distribution, by bisection. `share` is between 0 and 1. */
export function normalQuantile(share: number): number {
  let [low, high] = [-9, 9];
  for (let turn = 0; turn < 60; turn += 1) {
    const middle = (low + high) / 2;
    if (normalDistribution(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Computes the deflated Sharpe ratio of Bailey and López de Prado (Journal of Portfolio Management 40, 2014): the
 * probability that the true ratio exceeds the best ratio that chance would produce among `trials` strategies. The
 * skewness and kurtosis of the returns are taken into account. The variance of the ratios of the trials is unknown, so
 * that of strategies without skill, 1 / (days − 1), is used. Null for constant returns or a short record.
 */
export function deflatedSharpe(
  returns: readonly number[],
  dailyRiskFree: number,
  trials: number,
): DeflatedSharpe | null {
  const deviation = standardDeviation(returns);
  const days = returns.length;
  if (deviation === null || deviation < ROUNDING_ERROR || days < SIGNIFICANCE_MIN_DAYS) return null;
  const middle = mean(returns);
  const ratio = (middle - dailyRiskFree) / deviation;
  const meanPower = (power: number) => mean(returns.map((value) => ((value - middle) / deviation) ** power));
  const count = Math.max(1, trials);
  const expected =
    count === 1
      ? 0
      : Math.sqrt(1 / (days - 1)) *
        ((1 - EULER) * normalQuantile(1 - 1 / count) + EULER * normalQuantile(1 - 1 / (count * Math.E)));
  const spread = Math.sqrt(Math.max(1e-12, 1 - meanPower(3) * ratio + ((meanPower(4) - 1) / 4) * ratio ** 2));
  const year = Math.sqrt(TRADING_DAYS_PER_YEAR);
  return {
    trials: count,
    sharpe: ratio * year,
    expectedBest: expected * year,
    probability: normalDistribution(((ratio - expected) * Math.sqrt(days - 1)) / spread),
  };
}

/** Returns the yearly growth and the largest drawdown of one path of returns on a fixed capital of 1. */
function measurePath(
  returns: readonly number[],
  indices: Int32Array,
  years: number,
): { growth: number; drawdown: number } {
  let equity = 1;
  let peak = 1;
  let drawdown = 0;
  for (const index of indices) {
    equity += returns[index] ?? 0;
    if (equity > peak) peak = equity;
    else if (peak - equity > drawdown) drawdown = peak - equity;
  }
  return { growth: equity <= 0 ? -1 : equity ** (1 / years) - 1, drawdown: Math.min(1, drawdown) };
}

const yieldToOtherWork = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

async function resample(returns: readonly number[], years: number) {
  const random = createRandom();
  const block = meanBlockLength(returns.length);
  const fullSample = new Int32Array(returns.length);
  const year = new Int32Array(TRADING_DAYS_PER_YEAR);
  const found: { growth: number[]; drawdown: number[]; next: number[] } = {
    growth: [],
    drawdown: [],
    next: [],
  };
  for (let turn = 0; turn < RESAMPLES; turn += 1) {
    if (turn % RESAMPLES_PER_SLICE === RESAMPLES_PER_SLICE - 1) await yieldToOtherWork();
    fillIndices(fullSample, returns.length, block, random);
    const path = measurePath(returns, fullSample, years);
    found.growth.push(path.growth);
    found.drawdown.push(path.drawdown);
    fillIndices(year, returns.length, block, random);
    found.next.push(measurePath(returns, year, 1).drawdown);
  }
  return found;
}

const LOOKBACK = 20;
/** Smallest 20-day move that counts as a market trend. */
const TREND_MOVE = 0.03;
/** Share of days classified as stressed: the days with the highest volatility over the preceding twenty days. */
const STRESSED_SHARE = 0.2;

/**
 * Classifies each day by the twenty days before it: "stressed" if their volatility is high, otherwise "trend" if the
 * market moved far, otherwise "calm".
 */
function regimeDays(benchmark: readonly number[]): { index: number; name: RegimeName }[] {
  const moves = benchmark.map((value, index) =>
    index === 0 ? 0 : value / (benchmark[index - 1] ?? value) - 1,
  );
  const known = moves.flatMap((_, index) => {
    if (index < LOOKBACK) return [];
    const swing = standardDeviation(moves.slice(index - LOOKBACK, index)) ?? 0;
    const move = (benchmark[index - 1] ?? 1) / (benchmark[index - LOOKBACK - 1] ?? benchmark[0] ?? 1) - 1;
    return [{ index, swing, move }];
  });
  const swings = known.map(({ swing }) => swing).sort((a, b) => a - b);
  const limit = swings.length === 0 ? 0 : quantile(swings, 1 - STRESSED_SHARE);
  return known.map(({ index, swing, move }) => ({
    index,
    name: swing > limit ? "stressed" : Math.abs(move) >= TREND_MOVE ? "trend" : "calm",
  }));
}

export function stressedSpans(
  days: readonly { day: string; benchmark: number }[],
): { from: string; to: string }[] {
  const spans: { from: string; to: string; index: number }[] = [];
  for (const { index, name } of regimeDays(days.map(({ benchmark }) => benchmark))) {
    const day = days[index]?.day;
    if (name !== "stressed" || day === undefined) continue;
    const last = spans.at(-1);
    if (last !== undefined && last.index === index - 1) Object.assign(last, { to: day, index });
    else spans.push({ from: day, to: day, index });
  }
  return spans.map(({ from, to }) => ({ from, to }));
}

/** Returns annualised result, worst day and share of winning days by market regime. */
export function computeRegimes(benchmark: readonly number[], returns: readonly number[]): Regime[] {
  const known = regimeDays(benchmark);
  return REGIMES.flatMap((name) => {
    const own = known.filter((day) => day.name === name).map(({ index }) => returns[index] ?? 0);
    return own.length === 0
      ? []
      : [
          {
            name,
            days: own.length,
            yearly: mean(own) * TRADING_DAYS_PER_YEAR,
            worstDay: Math.min(...own),
            won: own.filter((value) => value > 0).length / own.length,
          },
        ];
  });
}

/**
 * Computes the significance of a record. `riskFree` is a yearly rate. Yields to the event loop every few milliseconds,
 * so that other requests are not delayed.
 */
export async function computeSignificance(subject: {
  equity: readonly EquityDay[];
  benchmark: readonly number[];
  capitalPaise: number;
  riskFree: number;
  trials: number;
}): Promise<Significance> {
  const returns = fixedReturns(subject.equity, subject.capitalPaise);
  const daily = (1 + subject.riskFree) ** (1 / TRADING_DAYS_PER_YEAR) - 1;
  const regimes = computeRegimes(subject.benchmark, returns);
  if (returns.length < SIGNIFICANCE_MIN_DAYS)
    return { deflated: null, growth: null, maxDrawdown: null, nextYear: null, regimes };
  const { growth, drawdown, next } = await resample(returns, countYears(subject.equity));
  const sorted = next.sort((a, b) => a - b);
  return {
    deflated: deflatedSharpe(returns, daily, subject.trials),
    growth: percentileInterval(growth, 0.9),
    maxDrawdown: percentileInterval(drawdown, 0.9),
    nextYear: { median: quantile(sorted, 0.5), oneInTwenty: quantile(sorted, 0.95) },
    regimes,
  };
}
