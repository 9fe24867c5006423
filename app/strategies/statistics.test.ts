// The figures by hand-worked cases, and by published ones.
import { describe, expect, it } from "vitest";
import {
  calmar,
  dailyReturns,
  deepest,
  distribution,
  drawdowns,
  type EquityDay,
  exposure,
  monthlyReturns,
  returnOver,
  rollingYears,
  sharpe,
  sortino,
  standardDeviation,
  totalReturn,
  tradeFigures,
  volatility,
  weekdayReturns,
  worstStart,
} from "./statistics.ts";

const at = (day: string, equityPaise: number): EquityDay => ({ day, equityPaise });

describe("returns", () => {
  const equity = [
    at("2024-01-31", 10_000),
    at("2024-02-29", 11_000),
    at("2024-03-31", 9_900),
    at("2025-03-31", 12_100),
  ];

  it("from day to day, the first against the capital", () => {
    const returns = dailyReturns([at("2024-01-01", 11_000), at("2024-01-02", 9_900)], 10_000);
    expect(returns[0]).toBeCloseTo(0.1, 12);
    expect(returns[1]).toBeCloseTo(-0.1, 12);
  });

  it("over months, from the last day on or before; none where the record is too short", () => {
    expect(returnOver(equity, 12)).toBeCloseTo(12_100 / 9_900 - 1, 12);
    expect(returnOver(equity, 13)).toBeCloseTo(12_100 / 11_000 - 1, 12);
    expect(returnOver(equity, 24)).toBeNull();
  });

  it("in all: cumulative under a year, compound from a year on", () => {
    expect(totalReturn(equity.slice(0, 3), 10_000)).toEqual({
      share: 9_900 / 10_000 - 1,
      isYearly: false,
      days: 61,
    });
    const whole = totalReturn([at("2023-01-01", 10_000), at("2024-12-30", 12_100)], 10_000);
    // 730 days: the root of 1.21 is 1.1.
    expect(whole?.days).toBe(730);
    expect(whole?.share).toBeCloseTo(0.1, 12);
  });

  it("by month and year", () => {
    const rows = monthlyReturns(equity, 10_000);
    expect(rows.map(({ year }) => year)).toEqual([2024, 2025]);
    expect(rows[0]?.months[1]).toBeCloseTo(0.1, 12);
    expect(rows[0]?.months[2]).toBeCloseTo(-0.1, 12);
    expect(rows[0]?.months[3]).toBeNull();
    expect(rows[0]?.year_share).toBeCloseTo(-0.01, 12);
    expect(rows[1]?.year_share).toBeCloseTo(12_100 / 9_900 - 1, 12);
  });

  it("by weekday", () => {
    const days = [at("2026-11-16", 1), at("2026-11-17", 1), at("2026-11-23", 1)];
    expect(weekdayReturns(days, [0.1, -0.2, 0.3])).toEqual([
      { weekday: 1, days: 2, mean: 0.2, wins: 2 },
      { weekday: 2, days: 1, mean: -0.2, wins: 0 },
    ]);
  });
});

describe("risk", () => {
  it("standard deviation of a sample: 2, 4, 4, 4, 5, 5, 7, 9 give the root of 32/7", () => {
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7), 12);
    expect(standardDeviation([1])).toBeNull();
    expect(volatility([0.01, -0.01])).toBeCloseTo(Math.sqrt(2) * 0.01 * Math.sqrt(252), 12);
  });

  it("Sharpe without a risk-free rate is mean over deviation times the root of 252; Lo's interval is around it", () => {
    const returns = [0.01, -0.005, 0.02, 0];
    const daily = 0.00625 / (standardDeviation(returns) ?? 1);
    const ratio = sharpe(returns, 0);
    expect(ratio?.value).toBeCloseTo(daily * Math.sqrt(252), 10);
    const error = Math.sqrt((1 + daily ** 2 / 2) / 4);
    expect(ratio?.interval?.high).toBeCloseTo((daily + 1.959964 * error) * Math.sqrt(252), 10);
    expect(sharpe([0.01, 0.01])).toBeNull();
  });

  it("Sharpe of Lo's table: monthly 0.5 over 12 months has a standard error of 0.306", () => {
    // Lo (2002), table 1: SR 0.50, T 12: 0.306.
    const SR = 0.5;
    expect(Math.sqrt((1 + SR ** 2 / 2) / 12)).toBeCloseTo(0.306, 3);
  });

  it("Sortino counts what fell short alone", () => {
    const returns = [0.02, -0.01, 0.03, -0.02];
    const shortfall = Math.sqrt((0.01 ** 2 + 0.02 ** 2) / 4);
    expect(sortino(returns, 0)).toBeCloseTo((0.005 / shortfall) * Math.sqrt(252), 10);
    expect(sortino([0.01, 0.02], 0)).toBeNull();
  });

  it("falls: depth, days, recovery; one that goes on has no end; a fall from the start is from the capital", () => {
    const equity = [
      at("2024-01-01", 9_500),
      at("2024-01-02", 10_000),
      at("2024-01-03", 12_000),
      at("2024-01-05", 9_000),
      at("2024-01-08", 10_000),
      at("2024-01-10", 12_500),
      at("2024-01-11", 12_000),
    ];
    const falls = drawdowns(equity, 10_000);
    expect(falls).toEqual([
      {
        peakDay: "2024-01-01",
        troughDay: "2024-01-01",
        recoveredDay: "2024-01-02",
        share: 9_500 / 10_000 - 1,
        paise: -500,
        days: 1,
      },
      {
        peakDay: "2024-01-03",
        troughDay: "2024-01-05",
        recoveredDay: "2024-01-10",
        share: -0.25,
        paise: -3_000,
        days: 7,
      },
      {
        peakDay: "2024-01-10",
        troughDay: "2024-01-11",
        recoveredDay: null,
        share: 12_000 / 12_500 - 1,
        paise: -500,
        days: 1,
      },
    ]);
    expect(deepest(falls)?.troughDay).toBe("2024-01-05");
    expect(calmar({ share: 0.1, isYearly: true, days: 400 }, deepest(falls))).toBeCloseTo(0.4, 12);
    expect(calmar({ share: 0.1, isYearly: false, days: 100 }, deepest(falls))).toBeNull();
    expect(worstStart(equity, 10_000, 50_000)).toEqual({
      day: "2024-01-03",
      lossPaise: -15_000,
      share: -0.3,
      backDay: "2024-01-10",
    });
    expect(drawdowns([at("2024-01-01", 10_000)], 10_000)).toEqual([]);
  });

  it("exposure is the share of days with something at risk", () => {
    expect(exposure([{ marginPaise: 0 }, { marginPaise: 5 }])).toBe(0.5);
    expect(exposure([])).toBeNull();
  });
});

describe("trades", () => {
  const trade = (netPaise: number, openedAt = String(netPaise)) => ({ openedAt, netPaise });

  it("win rate beside payoff and the rate at which it comes out even", () => {
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

  it("Wilson's interval as Newcombe publishes it: 81 of 263 is 0.2553 to 0.3662", () => {
    // Newcombe, Statistics in Medicine 17 (1998), table I.
    const figures = tradeFigures([...Array(81).fill(trade(1)), ...Array(182).fill(trade(-1))]);
    expect(figures?.winInterval.low).toBeCloseTo(0.2553, 4);
    expect(figures?.winInterval.high).toBeCloseTo(0.3662, 4);
  });

  it("what was opened at one moment is one decision; without a loss some things cannot be said", () => {
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

describe("shapes", () => {
  it("results fall into bins of a round width with an edge at zero, each once", () => {
    const bins = distribution([-25_000, -100, 0, 100, 9_999, 10_000, 31_000], 6);
    expect(bins[1]).toEqual({ fromPaise: -20_000, toPaise: -10_000, count: 0 });
    expect(bins.map(({ count }) => count)).toEqual([1, 0, 1, 3, 1, 0, 1]);
    expect(bins.some(({ fromPaise }) => fromPaise === 0)).toBe(true);
    expect(distribution([])).toEqual([]);
    expect(distribution([500, 500])).toEqual([{ fromPaise: 500, toPaise: 600, count: 2 }]);
  });

  it("rolling years are from month's end to month's end", () => {
    const equity = Array.from({ length: 14 }, (_, index) =>
      at(
        `${2024 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}-28`,
        10_000 + index * 100,
      ),
    );
    expect(rollingYears(equity)).toEqual([
      { day: "2025-01-28", share: 11_200 / 10_000 - 1 },
      { day: "2025-02-28", share: 11_300 / 10_100 - 1 },
    ]);
    expect(rollingYears(equity.slice(0, 12))).toEqual([]);
  });
});
