// The worker that runs backtests beside the sandbox's own thread: takes a list, answers one by one.
import { parentPort, workerData } from "node:worker_threads";
import { EXCHANGE_CALENDAR } from "../../../app/wire/market-sessions.ts";
import type { Plan } from "../catalogue/plans.ts";
import { SandboxMarket } from "../market/market.ts";
import { type Backtest, runBacktest } from "./backtest.ts";
import { HistoryTape } from "./history-view.ts";

export type BacktestJob = { strategyId: string; version: string; plan: Plan; feeMonthlyRupees: number };
export type BacktestResult = { strategyId: string; version: string; backtest: Backtest };

const BENCHMARK = "IDX_I:13";
const QUICK_BAR_MINUTES = 5;
const SLOW_BAR_MINUTES = 15;

const { seed, fromDay, toDay, jobs } = workerData as {
  seed: number;
  fromDay: number;
  toDay: number;
  jobs: BacktestJob[];
};
const market = new SandboxMarket(seed, EXCHANGE_CALENDAR);
const tapes = {
  quick: new HistoryTape(market, QUICK_BAR_MINUTES),
  slow: new HistoryTape(market, SLOW_BAR_MINUTES),
};
for (const { strategyId, version, plan, feeMonthlyRupees } of jobs) {
  const isQuick = plan.product === "Intraday" || plan.product === "Scalping";
  const backtest = runBacktest({
    plan,
    tape: isQuick ? tapes.quick : tapes.slow,
    fromDay,
    toDay,
    feeMonthlyRupees,
    benchmarkKey: BENCHMARK,
  });
  parentPort?.postMessage({ strategyId, version, backtest } satisfies BacktestResult);
}
