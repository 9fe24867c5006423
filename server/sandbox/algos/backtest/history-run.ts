// Process that computes records for the sandbox: receives a list, answers one by one, and ends.
import { EXCHANGE_CALENDAR } from "../../../../app/domain/market-sessions.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { type Backtest, runBacktest } from "./backtest.ts";
import { ASSUMED, followed } from "./execution.ts";
import { HistoryTape } from "./history-view.ts";
import type { RecordPlan } from "./record-plans.ts";
import { runVariant, type StudyVariant } from "./study-variants.ts";

export type HistoryJob = { job: number; plan: RecordPlan };
export type HistoryResult = { job: number; backtest: Backtest };
/** One plan after another; the process asks for the next by answering. */
export type HistoryMessage =
  | { kind: "begin"; seed: number }
  | ({ kind: "job" } & HistoryJob)
  | { kind: "study"; variant: StudyVariant };

let market: SandboxMarket | null = null;
let seed = 0;
let tape: HistoryTape | null = null;

function hear(message: HistoryMessage): void {
  if (message.kind === "begin") {
    seed = message.seed;
    market = new SandboxMarket(seed, EXCHANGE_CALENDAR);
    tape = new HistoryTape(market);
    return;
  }
  if (market === null || tape === null) throw new Error("a job before the beginning");
  if (message.kind === "study") {
    process.send?.(runVariant(message.variant, market, tape));
    return;
  }
  const { plan, job } = message;
  const execution =
    plan.evidence === "backtest" ? ASSUMED : followed(market, seed, plan.strategyId, plan.evidence);
  const backtest = runBacktest({ plan, tape, execution });
  process.send?.({ job, backtest } satisfies HistoryResult);
}

process.on("message", (message) => hear(message as HistoryMessage));
process.on("disconnect", () => process.exit(0));
