// The complete results of all algos over a few weeks, trades and daily curve, as hashes. A faster engine must not
// change the hashes. A change of rules, market or costs does; `vitest -u` then replaces the stored hashes.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR } from "../../../../app/domain/market-sessions.ts";
import { dayOfIso } from "../../../../app/domain/time.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { runBacktest } from "./backtest.ts";
import { ASSUMED_FILLS, depthExecution, type Execution, paperOrLiveExecution } from "./execution.ts";
import { HistoryTape } from "./history-day.ts";
import { type RecordPlan, recordPlans } from "./record-plans.ts";

const BENCHMARK = { key: "IDX_I:13", name: "Nifty 50" };
const HASH_LENGTH = 16;

const catalogue = buildCatalogue();
const current = new Map(catalogue.strategies.map(({ id, version }) => [id, version]));
const plans = recordPlans(catalogue, dayOfIso("2026-11-20"), BENCHMARK).filter(
  ({ strategyId, version }) => current.get(strategyId) === version,
);

/** Formats each result as a line: name, days, trades, net result in paise, and a hash of the complete result. */
function resultLines(
  seed: number,
  from: string,
  to: string,
  wanted: (plan: RecordPlan) => boolean,
): string[] {
  const market = new SandboxMarket(seed, EXCHANGE_CALENDAR);
  const tape = new HistoryTape(market);
  const lineOf = (name: string, plan: RecordPlan, execution: Execution) => {
    const made = runBacktest({
      plan: { ...plan, fromDay: dayOfIso(from), toDay: dayOfIso(to) },
      tape,
      execution,
    });
    const { cashFlows, ...result } = made;
    const content = cashFlows.length === 0 ? result : made;
    const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, HASH_LENGTH);
    return [name, made.days.length, made.trades.length, made.days.at(-1)?.netPaise ?? 0, hash].join(" ");
  };
  return plans.filter(wanted).flatMap((plan) => {
    const name = `${plan.strategyId} ${plan.evidence}`;
    if (plan.evidence !== "backtest")
      return [lineOf(name, plan, paperOrLiveExecution(market, seed, plan.strategyId, plan.evidence))];
    return [lineOf(name, plan, ASSUMED_FILLS), lineOf(`${name} depth`, plan, depthExecution(market))];
  });
}

describe("results of all algos", () => {
  it("match the stored hashes for backtest, paper and live records of March 2026", async () => {
    const lines = resultLines(
      1,
      "2026-03-02",
      "2026-03-13",
      ({ start, part }) => start === "own" && part === undefined,
    );
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("golden-seed-1.txt");
  }, 60_000);

  it("match the stored hashes for backtests with another seed across a quarter's end", async () => {
    const lines = resultLines(
      7,
      "2025-03-20",
      "2025-05-09",
      ({ evidence, start }) => evidence === "backtest" && start === "own",
    );
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("golden-seed-7.txt");
  }, 60_000);
});
