import { describe, expect, it } from "vitest";
import { calmar, findCurrentDrawdown, findDrawdowns, findWorstEntry, largestDrawdown } from "./drawdowns.ts";
import {
  dailyReturns,
  distribution,
  type EquityDay,
  fixedReturns,
  monthlyReturns,
  returnIntervals,
  returnOver,
  rollingYears,
  sharpe,
  sortino,
  standardDeviation,
  totalReturn,
  tradeFigures,
  volatility,
  weekdayReturns,
} from "./statistics.ts";
import { computeBeta, tailLosses } from "./tail-risk.ts";

const at = (day: string, equityPaise: number): EquityDay => ({ day, equityPaise });

describe("returns", () => {
  const equity = [
    at("2024-01-31", 10_000),
    at("2024-02-29", 11_000),
    at("2024-03-31", 9_900),
    at("2025-03-31", 12_100),
  ];

  it("are relative to the previous day, and on the first day to the capital", () => {
    const returns = dailyReturns([at("2024-01-01", 11_000), at("2024-01-02", 9_900)], 10_000);
    expect(returns[0]).toBeCloseTo(0.1, 12);
    expect(returns[1]).toBeCloseTo(-0.1, 12);
  });

  it("for several months start at the previous close, and are null for short records", () => {
    expect(returnOver(equity, 12)).toBeCloseTo(12_100 / 9_900 - 1, 12);
    expect(returnOver(equity, 13)).toBeCloseTo(12_100 / 11_000 - 1, 12);
    expect(returnOver(equity, 24)).toBeNull();
  });

  it("are cumulative for records under a year, and annualised for longer records", () => {
    expect(totalReturn(equity.slice(0, 3), 10_000)).toEqual({
      share: 9_900 / 10_000 - 1,
      isYearly: false,
      days: 61,
    });
    const result = totalReturn([at("2023-01-01", 10_000), at("2024-12-30", 12_100)], 10_000);
    // Over 730 days, the yearly growth factor is the square root of 1.21, which is 1.1.
    expect(result?.days).toBe(730);
    expect(result?.share).toBeCloseTo(0.1, 12);
  });

  it("by month and year are fractions of the capital, and months add up to the year", () => {
    const rows = monthlyReturns(equity, 10_000);
    expect(rows.map(({ year }) => year)).toEqual([2024, 2025]);
    expect(rows[0]?.months[1]).toBeCloseTo(0.1, 12);
    expect(rows[0]?.months[2]).toBeCloseTo(-0.11, 12);
    expect(rows[0]?.months[3]).toBeNull();
    expect(rows[0]?.year_share).toBeCloseTo(-0.01, 12);
    expect(rows[1]?.year_share).toBeCloseTo((12_100 - 9_900) / 10_000, 12);
  });

  it("are grouped by weekday, sessions on Saturdays and Sundays together", () => {
    const days = [at("2026-11-16", 1), at("2026-11-17", 1), at("2026-11-21", 1), at("2026-11-22", 1)];
    expect(weekdayReturns([...days, at("2026-11-23", 1)], [0.1, -0.2, 0.5, -0.25, 0.3])).toEqual([
      { weekday: 1, days: 2, mean: 0.2, wins: 2 },
      { weekday: 2, days: 1, mean: -0.2, wins: 0 },
      { weekday: 6, days: 2, mean: 0.125, wins: 1 },
    ]);
  });
});

describe("risk", () => {
  it("standard deviation of a sample divides by the number of values minus one", () => {
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7), 12);
    expect(standardDeviation([1])).toBeNull();
    expect(volatility([0.01, -0.01])).toBeCloseTo(Math.sqrt(2) * 0.01 * Math.sqrt(252), 12);
  });

  it("Sharpe ratio without a risk-free rate is mean / standard deviation × √252", () => {
    const returns = [0.01, -0.005, 0.02, 0];
    expect(sharpe(returns, 0)).toBeCloseTo(
      (0.00625 / (standardDeviation(returns) ?? 1)) * Math.sqrt(252),
      10,
    );
    expect(sharpe([0.01, 0.01], 0)).toBeNull();
  });

  it("the Sharpe ratio's interval widens with autocorrelation", () => {
    const noise = Array.from({ length: 500 }, (_, index) => (Math.sin(index * 12.9898) * 43_758.5453) % 1);
    const alike = noise.map((_, index) => (noise[Math.floor(index / 10) * 10] ?? 0) * 0.01 + 0.0005);
    const apart = noise.map((value) => value * 0.01 + 0.0005);
    const width = (returns: number[]) => {
      const found = returnIntervals(returns, 0, 1)?.sharpe;
      return (found?.high ?? 0) - (found?.low ?? 0);
    };
    expect(width(alike)).toBeGreaterThan(1.4 * width(apart));
    // Lo (2002): for independent returns the standard error of the annualised ratio is about √(252/n).
    expect(width(apart) / (2 * 1.96 * Math.sqrt(252 / 500))).toBeGreaterThan(0.7);
    expect(width(apart) / (2 * 1.96 * Math.sqrt(252 / 500))).toBeLessThan(1.3);
    expect(returnIntervals(apart.slice(0, 10), 0, 1)).toBeNull();
  });

  it("returns on fixed capital are relative to the initial capital", () => {
    const equity = [at("2024-01-01", 20_000), at("2024-01-02", 19_000)];
    expect(fixedReturns(equity, 10_000)).toEqual([1, -0.1]);
    expect(dailyReturns(equity, 10_000)[1]).toBeCloseTo(-0.05, 12);
  });

  it("expected shortfall is the mean of the returns beyond the value-at-risk quantile", () => {
    const returns = Array.from({ length: 100 }, (_, index) => (index - 20) / 1_000);
    // The worst five returns are −20 to −16 thousandths; the fifth percentile lies between the fifth and the sixth.
    expect(tailLosses(returns, 0.05)?.expectedShortfall).toBeCloseTo(0.018, 12);
    expect(tailLosses(returns, 0.05)?.valueAtRisk).toBeCloseTo(0.01505, 12);
    expect(tailLosses(returns.slice(0, 10), 0.05)).toBeNull();
  });

  it("returns of twice the benchmark plus a constant have beta 2 and correlation 1", () => {
    const benchmark = [0.01, -0.02, 0.015];
    const found = computeBeta(
      benchmark.map((value) => 2 * value + 0.001),
      benchmark,
    );
    expect(found?.beta).toBeCloseTo(2, 12);
    expect(found?.correlation).toBeCloseTo(1, 12);
    expect(computeBeta([1, 2], [0, 0])).toBeNull();
  });

  it("the Sortino ratio uses only the deviation of returns below the target", () => {
    const returns = [0.02, -0.01, 0.03, -0.02];
    const shortfall = Math.sqrt((0.01 ** 2 + 0.02 ** 2) / 4);
    expect(sortino(returns, 0)).toBeCloseTo((0.005 / shortfall) * Math.sqrt(252), 10);
    expect(sortino([0.01, 0.02], 0)).toBeNull();
  });

  it("each drawdown has a depth, duration and recovery, even below the initial capital", () => {
    const equity = [
      at("2024-01-01", 9_500),
      at("2024-01-02", 10_000),
      at("2024-01-03", 12_000),
      at("2024-01-05", 9_000),
      at("2024-01-08", 10_000),
      at("2024-01-10", 12_500),
      at("2024-01-11", 12_000),
    ];
    const falls = findDrawdowns(equity, 10_000);
    expect(falls).toEqual([
      {
        peakDay: "2024-01-01",
        troughDay: "2024-01-01",
        recoveredDay: "2024-01-02",
        peakPaise: 10_000,
        share: -0.05,
        paise: -500,
        days: 1,
      },
      {
        peakDay: "2024-01-03",
        troughDay: "2024-01-05",
        recoveredDay: "2024-01-10",
        peakPaise: 12_000,
        share: -0.3,
        paise: -3_000,
        days: 7,
      },
      {
        peakDay: "2024-01-10",
        troughDay: "2024-01-11",
        recoveredDay: null,
        peakPaise: 12_500,
        share: -0.05,
        paise: -500,
        days: 1,
      },
    ]);
    expect(largestDrawdown(falls)?.troughDay).toBe("2024-01-05");
    expect(calmar({ share: 0.1, isYearly: true, days: 400 }, largestDrawdown(falls))).toBeCloseTo(1 / 3, 12);
    expect(calmar({ share: 0.1, isYearly: false, days: 100 }, largestDrawdown(falls))).toBeNull();
    expect(findDrawdowns([at("2024-01-01", 10_000)], 10_000)).toEqual([]);
  });

  it("the current drawdown starts at the initial capital if equity never exceeded it", () => {
    const falling = [at("2024-01-01", 9_800), at("2024-01-02", 9_000), at("2024-01-03", 9_300)];
    const now = findCurrentDrawdown(falling, 10_000);
    expect(now?.share).toBeCloseTo(-0.07, 12);
    expect(now).toMatchObject({ paise: -700, sinceDay: "2024-01-01", days: 2 });
    expect(findCurrentDrawdown([at("2024-01-01", 9_000), at("2024-01-02", 10_001)], 10_000)).toBeNull();
  });

  it("the worst day to start is before the largest drawdown in rupees, not in per cent", () => {
    const equity = [
      at("2024-01-01", 7_000),
      at("2024-01-02", 40_000),
      at("2024-01-03", 32_000),
      at("2024-01-04", 41_000),
    ];
    // The record falls by 30 % of the first 10,000, and later by 20 % of 40,000. A client who starts before the second
    // drawdown loses 8,000 of 10,000.
    expect(findWorstEntry(equity, 10_000)).toEqual({
      day: "2024-01-02",
      lossPaise: -8_000,
      share: -0.8,
      backDay: "2024-01-04",
    });
    expect(findWorstEntry([at("2024-01-01", 10_000)], 10_000)).toBeNull();
  });
});

describe("trades", () => {
  const trade = (netPaise: number, openedAt = String(netPaise)) => ({ openedAt, netPaise });

  it("computes win rate, payoff and the break-even win rate", () => {
    const figures = tradeFigures([trade(300), trade(100), trade(-200), trade(-100), trade(0)]);
    expect(figures).toMatchObject({
      count: 5,
      winRate: 0.4,
      averageWinPaise: 200,
      averageLossPaise: -150,
      profitFactor: 400 / 300,
      expectancyPaise: 20,
      bestPaise: 300,
      worstPaise: -200,
    });
    expect(figures?.payoff).toBeCloseTo(4 / 3, 12);
    expect(figures?.breakEvenWinRate).toBeCloseTo(3 / 7, 12);
  });

  it("the win rate's interval for independent trades is close to Wilson's interval", () => {
    // Newcombe, Statistics in Medicine 17 (1998), table I. Wins are distributed evenly among losses.
    const trades = Array.from({ length: 263 }, (_, index) => trade((index * 81) % 263 < 81 ? 1 : -1));
    const interval = tradeFigures(trades)?.winInterval;
    expect(interval?.low).toBeGreaterThan(0.22);
    expect(interval?.low).toBeLessThan(0.308);
    expect(interval?.high).toBeLessThan(0.4);
    // The interval is wider if all wins occur in a row than if they are evenly distributed.
    const inRows = tradeFigures([...Array(81).fill(trade(1)), ...Array(182).fill(trade(-1))])?.winInterval;
    expect((inRows?.high ?? 0) - (inRows?.low ?? 0)).toBeGreaterThan(
      1.5 * ((interval?.high ?? 1) - (interval?.low ?? 0)),
    );
    expect(tradeFigures([trade(1)])?.winInterval).toBeNull();
  });

  it("counts simultaneous trades as one decision, and returns no ratios without a loss", () => {
    const figures = tradeFigures([trade(1, "a"), trade(2, "a"), trade(3, "b")]);
    expect(figures).toMatchObject({
      count: 3,
      decisions: 2,
      payoff: null,
      breakEvenWinRate: null,
      profitFactor: null,
    });
    expect(tradeFigures([])).toBeNull();
  });
});

describe("distributions of trade results", () => {
  it("count each result once, in bins with round widths and an edge at zero", () => {
    const bins = distribution([-25_000, -100, 0, 100, 9_999, 10_000, 31_000], 6);
    expect(bins[1]).toEqual({ fromPaise: -20_000, toPaise: -10_000, count: 0 });
    expect(bins.map(({ count }) => count)).toEqual([1, 0, 1, 3, 1, 0, 1]);
    expect(bins.some(({ fromPaise }) => fromPaise === 0)).toBe(true);
    expect(distribution([])).toEqual([]);
    expect(distribution([500, 500])).toEqual([{ fromPaise: 500, toPaise: 600, count: 2 }]);
  });

  it("contain one rolling one-year return per month end", () => {
    const equity = Array.from({ length: 14 }, (_, index) =>
      at(
        `${2024 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}-28`,
        10_000 + index * 100,
      ),
    );
    const january = { day: "2025-01-28", share: 11_200 / 10_000 - 1 };
    expect(rollingYears(equity)).toEqual([january, { day: "2025-02-28", share: 11_300 / 10_100 - 1 }]);
    expect(rollingYears(equity.slice(0, 12))).toEqual([]);
    // March has not ended on the 3rd. If February 2024 is missing, February 2025 has no twelve-month result.
    expect(rollingYears([...equity, at("2025-03-03", 20_000)])).toHaveLength(2);
    expect(rollingYears(equity.toSpliced(1, 1))).toEqual([january]);
  });
});
