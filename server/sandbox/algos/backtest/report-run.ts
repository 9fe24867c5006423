// A process of the catalogue's report: runs the backtests of one bar size on one seed after another and answers with figures.
import { EXCHANGE_CALENDAR } from "../../../../app/wire/market-sessions.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { PREMIA } from "../../exchange/market-model.ts";
import { runBacktest } from "./backtest.ts";
import { ASSUMED } from "./execution.ts";
import { HistoryTape } from "./history-view.ts";
import type { RecordPlan } from "./record-plans.ts";
import { type ReportFigures, reportFigures } from "./report-figures.ts";

export type ReportJob = { seed: number; barMinutes: number; plans: RecordPlan[] };
export type ReportAnswer = { seed: number; figures: { strategyId: string; figures: ReportFigures }[] };

const BENCHMARK = "IDX_I:13";

process.on("message", ({ seed, barMinutes, plans }: ReportJob) => {
  const tape = new HistoryTape(new SandboxMarket(seed, EXCHANGE_CALENDAR), barMinutes);
  const figures = plans.map(({ strategyId, plan, fromDay, toDay, feeMonthlyRupees }) => {
    const backtest = runBacktest({
      plan,
      tape,
      fromDay,
      toDay,
      feeMonthlyRupees,
      benchmarkKey: BENCHMARK,
      execution: ASSUMED,
    });
    return { strategyId, figures: reportFigures(backtest, plan.minAmountRupees, PREMIA.cashYearly) };
  });
  process.send?.({ seed, figures } satisfies ReportAnswer);
});
process.on("disconnect", () => process.exit(0));
