// A process that makes records beside the sandbox's own: gets a list, answers one by one, ends.
import { EXCHANGE_CALENDAR } from "../../../../app/wire/market-sessions.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { type Backtest, runBacktest } from "./backtest.ts";
import { ASSUMED, followed } from "./execution.ts";
import { HistoryTape } from "./history-view.ts";
import type { RecordPlan } from "./record-plans.ts";

export type BacktestResult = { job: number; backtest: Backtest };
export type HistoryRun = { seed: number; barMinutes: number; jobs: { job: number; plan: RecordPlan }[] };

const BENCHMARK = "IDX_I:13";

function run({ seed, barMinutes, jobs }: HistoryRun): void {
  const market = new SandboxMarket(seed, EXCHANGE_CALENDAR);
  const tape = new HistoryTape(market, barMinutes);
  const left = [...jobs];
  const next = () => {
    const first = left.shift();
    if (first === undefined) return process.disconnect();
    const { plan, evidence, strategyId, fromDay, toDay, feeMonthlyRupees } = first.plan;
    const execution = evidence === "backtest" ? ASSUMED : followed(market, seed, strategyId, evidence);
    const backtest = runBacktest({
      plan,
      tape,
      fromDay,
      toDay,
      feeMonthlyRupees,
      benchmarkKey: BENCHMARK,
      execution,
    });
    const result: BacktestResult = { job: first.job, backtest };
    // The next when this one is on its way.
    process.send?.(result, next);
  };
  next();
}

process.once("message", (message) => run(message as HistoryRun));
process.on("disconnect", () => process.exit(0));
