// The process that runs backtests beside the sandbox's own: gets a list, answers one by one, ends.
import { EXCHANGE_CALENDAR } from "../../../app/wire/market-sessions.ts";
import type { Plan } from "../catalogue/plans.ts";
import { SandboxMarket } from "../market/market.ts";
import { type Backtest, runBacktest } from "./backtest.ts";
import { HistoryTape } from "./history-view.ts";

export type BacktestJob = { strategyId: string; version: string; plan: Plan; feeMonthlyRupees: number };
export type BacktestResult = { strategyId: string; version: string; backtest: Backtest };
export type HistoryRun = { seed: number; fromDay: number; toDay: number; jobs: BacktestJob[] };

const BENCHMARK = "IDX_I:13";
const QUICK_BAR_MINUTES = 5;
const SLOW_BAR_MINUTES = 15;

function run({ seed, fromDay, toDay, jobs }: HistoryRun): void {
  const market = new SandboxMarket(seed, EXCHANGE_CALENDAR);
  const tapes = {
    quick: new HistoryTape(market, QUICK_BAR_MINUTES),
    slow: new HistoryTape(market, SLOW_BAR_MINUTES),
  };
  const left = [...jobs];
  const next = () => {
    const job = left.shift();
    if (job === undefined) return process.disconnect();
    const { strategyId, version, plan, feeMonthlyRupees } = job;
    const isQuick = plan.product === "Intraday" || plan.product === "Scalping";
    const tape = isQuick ? tapes.quick : tapes.slow;
    const backtest = runBacktest({ plan, tape, fromDay, toDay, feeMonthlyRupees, benchmarkKey: BENCHMARK });
    const result: BacktestResult = { strategyId, version, backtest };
    // The next when this one is on its way.
    process.send?.(result, next);
  };
  next();
}

process.once("message", (message) => run(message as HistoryRun));
process.on("disconnect", () => process.exit(0));
