// Worker process of the catalogue's report: runs the backtests of one seed after another and returns figures.
import { EXCHANGE_CALENDAR } from "../../../../app/domain/market-sessions.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { PREMIA } from "../../exchange/market-model.ts";
import { runBacktests } from "./backtest.ts";
import { ASSUMED } from "./execution.ts";
import { HistoryTape } from "./history-day.ts";
import type { RecordPlan } from "./record-plans.ts";
import { type ReportFigures, reportFigures } from "./report-figures.ts";

export type ReportJob = { seed: number; plans: RecordPlan[] };
export type ReportAnswer = { seed: number; figures: { strategyId: string; figures: ReportFigures }[] };

process.on("message", ({ seed, plans }: ReportJob) => {
  const tape = new HistoryTape(new SandboxMarket(seed, EXCHANGE_CALENDAR));
  const made = runBacktests(
    tape,
    plans.map((plan) => ({ plan, execution: ASSUMED })),
  );
  const figures = plans.flatMap(({ strategyId, plan }, index) => {
    const backtest = made[index];
    return backtest === undefined
      ? []
      : [{ strategyId, figures: reportFigures(backtest, plan.minAmountRupees, PREMIA.cashYearly) }];
  });
  process.send?.({ seed, figures } satisfies ReportAnswer);
});
process.on("disconnect", () => process.exit(0));
