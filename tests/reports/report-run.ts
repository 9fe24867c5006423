// Worker process of the catalogue's report: runs the backtests of one seed after another and returns figures.
import { EXCHANGE_CALENDAR } from "../../app/domain/market-sessions.ts";
import { runBacktests } from "../../server/sandbox/algos/backtest/backtest.ts";
import { ASSUMED_FILLS } from "../../server/sandbox/algos/backtest/execution.ts";
import { HistoryTape } from "../../server/sandbox/algos/backtest/history-day.ts";
import type { RecordPlan } from "../../server/sandbox/algos/backtest/record-plans.ts";
import { SandboxMarket } from "../../server/sandbox/exchange/market.ts";
import { PREMIA } from "../../server/sandbox/exchange/market-model.ts";
import {
  type Correlated,
  correlatedPairs,
  dailyResults,
  type ReportFigures,
  reportFigures,
} from "./report-figures.ts";

/** The catalogue should contain no two open algos of different managers with a higher correlation. */
const MAX_CORRELATION = 0.9;

/** `openManagers` is the manager of each open algo, by id of the algo. */
export type ReportJob = { seed: number; plans: RecordPlan[]; openManagers: Record<string, string> };
export type ReportResponse = {
  seed: number;
  figures: { strategyId: string; figures: ReportFigures }[];
  correlated: Correlated[];
};

process.on("message", ({ seed, plans, openManagers }: ReportJob) => {
  const tape = new HistoryTape(new SandboxMarket(seed, EXCHANGE_CALENDAR));
  const made = runBacktests(
    tape,
    plans.map((plan) => ({ plan, execution: ASSUMED_FILLS })),
  );
  const figures = plans.flatMap(({ strategyId, plan }, index) => {
    const backtest = made[index];
    return backtest === undefined
      ? []
      : [{ strategyId, figures: reportFigures(backtest, plan.minAmountRupees, PREMIA.cashYearly) }];
  });
  const correlated = correlatedPairs(
    plans.flatMap(({ strategyId }, index) => {
      const [managerId, backtest] = [openManagers[strategyId], made[index]];
      return managerId === undefined || backtest === undefined
        ? []
        : [{ strategyId, managerId, results: dailyResults(backtest) }];
    }),
    MAX_CORRELATION,
  );
  process.send?.({ seed, figures, correlated } satisfies ReportResponse);
});
process.on("disconnect", () => process.exit(0));
