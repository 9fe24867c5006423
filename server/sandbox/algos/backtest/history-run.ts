// Worker process that computes records and studies for the sandbox, several at a time over the same prices.
import { EXCHANGE_CALENDAR } from "../../../../app/domain/market-sessions.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { type Backtest, runBacktests } from "./backtest.ts";
import { recordRuns } from "./execution.ts";
import { HistoryTape } from "./history-day.ts";
import type { RecordPlan } from "./record-plans.ts";
import { runVariants, type StudyVariant } from "./study-variants.ts";

/**
 * `job` is the index of the plan in the message. The parent sends the next message after the result of the last plan.
 */
export type HistoryResult = { job: number; backtest: Backtest };
/**
 * Messages to the worker. The results of all studies of a message are returned in one response. `sandboxPid` is the
 * process id of the sender.
 */
export type HistoryMessage =
  | { kind: "begin"; seed: number; sandboxPid: number }
  | { kind: "records"; plans: RecordPlan[] }
  | { kind: "studies"; variants: StudyVariant[] };

let market: SandboxMarket | null = null;
let seed = 0;
let sandboxPid = 0;
let tape: HistoryTape | null = null;

/** Ends this process when the sandbox has exited. A computation receives no "disconnect" event before its end. */
class OwnedTape extends HistoryTape {
  override day(day: number) {
    if (process.ppid !== sandboxPid) process.exit(0);
    return super.day(day);
  }
}

function handleMessage(message: HistoryMessage): void {
  if (message.kind === "begin") {
    ({ seed, sandboxPid } = message);
    market = new SandboxMarket(seed, EXCHANGE_CALENDAR);
    tape = new OwnedTape(market);
    return;
  }
  if (market === null || tape === null) throw new Error("a job before the beginning");
  if (message.kind === "studies") {
    process.send?.(runVariants(message.variants, market, tape));
    return;
  }
  const all = runBacktests(tape, recordRuns(message.plans, market, seed));
  for (const [job, backtest] of all.entries()) process.send?.({ job, backtest } satisfies HistoryResult);
}

process.on("message", (message) => handleMessage(message as HistoryMessage));
process.on("disconnect", () => process.exit(0));
