// The aims of the catalogue: most of its open algos have an ordinary Sharpe ratio, and more than half of them have a
// profit. This test uses one seed and longer bars; `report:catalogue -- --seeds 20` covers twenty seeds.
import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR } from "../../app/domain/market-sessions.ts";
import { dayOfIso } from "../../app/domain/time.ts";
import { runBacktests } from "../../server/sandbox/algos/backtest/backtest.ts";
import { ASSUMED_FILLS } from "../../server/sandbox/algos/backtest/execution.ts";
import { HistoryTape } from "../../server/sandbox/algos/backtest/history-day.ts";
import { RECORD_FROM_DAY, recordPlans } from "../../server/sandbox/algos/backtest/record-plans.ts";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { SandboxMarket } from "../../server/sandbox/exchange/market.ts";
import { PREMIA } from "../../server/sandbox/exchange/market-model.ts";
import { correlatedPairs, type ReportFigures, reportFigures, summaryOf } from "./report-figures.ts";

const usual: ReportFigures = {
  yearly: 0.05,
  ratio: 0.4,
  sharpe: 0,
  maxDrawdown: 0.2,
  worstDay: -0.03,
  trades: 100,
  finalOverPeak: 0.9,
  final: 1.2,
  costsYearly: 0.02,
  feesYearly: 0.01,
  missedSignals: 0,
  restarts: 0,
  idleDays: 0,
  isEnded: false,
};

describe("totals of the catalogue", () => {
  it("exclude algos that the broker suspended because their record ended", () => {
    const lost = { ...usual, yearly: -0.2, sharpe: -1.5, final: 0.45 };
    expect(summaryOf([usual, usual, usual, { ...lost, isEnded: true }])).toMatchObject({
      suspended: 0.25,
      positive: 1,
      "Sharpe between −0.5 and 1.2": 1,
      "lost more than half": 0,
    });
    expect(summaryOf([usual, lost])).toMatchObject({
      suspended: 0,
      positive: 0.5,
      "Sharpe between −0.5 and 1.2": 0.5,
      "lost more than half": 0.5,
    });
  });
});

describe("pairs of correlated algos", () => {
  const algo = (strategyId: string, managerId: string, results: number[]) => ({
    strategyId,
    managerId,
    results,
  });
  it("contain only algos of different managers whose correlation exceeds the limit", () => {
    const algos = [
      algo("a", "one", [1, 2, 3, 4]),
      algo("b", "one", [2, 4, 6, 8]),
      algo("c", "two", [1, 3, 2, 4]),
      algo("d", "two", [4, 3, 2, 1]),
      algo("constant", "two", [5, 5, 5, 5]),
    ];
    expect(correlatedPairs(algos, 0.7).map(({ pair }) => pair.join())).toEqual(["a,c", "b,c"]);
    expect(correlatedPairs(algos, 0.9)).toEqual([]);
  });
});

const BAR_SECONDS = 1_800;

describe("open algos of the catalogue", () => {
  it("mostly have a Sharpe ratio from −0.5 to 1.2, and more than half have a profit", () => {
    const catalogue = buildCatalogue();
    const open = new Set(
      catalogue.strategies.filter(({ status }) => status.state === "open").map(({ id }) => id),
    );
    const plans = recordPlans(catalogue, dayOfIso("2026-11-20"), { key: "IDX_I:13", name: "Nifty 50" })
      .filter(
        ({ evidence, start, version, strategyId, fromDay }) =>
          evidence === "backtest" &&
          start === "own" &&
          fromDay === RECORD_FROM_DAY &&
          open.has(strategyId) &&
          version === catalogue.strategies.find(({ id }) => id === strategyId)?.version,
      )
      .map((plan) => ({ ...plan, barSeconds: Math.max(plan.barSeconds, BAR_SECONDS) }));
    const made = runBacktests(
      new HistoryTape(new SandboxMarket(1, EXCHANGE_CALENDAR)),
      plans.map((plan) => ({ plan, execution: ASSUMED_FILLS })),
    );
    const totals = summaryOf(
      plans.flatMap(({ plan }, index) => {
        const backtest = made[index];
        return backtest === undefined
          ? []
          : [reportFigures(backtest, plan.minAmountRupees, PREMIA.cashYearly)];
      }),
    );
    expect(totals["Sharpe between −0.5 and 1.2"]).toBeGreaterThanOrEqual(0.65);
    expect(totals.positive).toBeGreaterThanOrEqual(0.5);
    expect(totals["lost more than half"]).toBe(0);
  }, 600_000);
});
