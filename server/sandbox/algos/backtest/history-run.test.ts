// Tests the process that computes records.
import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { istDay } from "../../../../app/domain/time.ts";
import { programFile } from "../../../programs.ts";
import { sandboxSettings } from "../../process-settings.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import type { HistoryMessage } from "./history-run.ts";
import { recordPlans } from "./record-plans.ts";

it("ends without a result if the sandbox exited before the process had started", {
  timeout: 60_000,
}, async () => {
  const { marketSeed: seed, benchmark } = sandboxSettings({ dataDir: ".", port: 0 });
  const plans = recordPlans(buildCatalogue(), istDay(Date.now()) - 1, benchmark).slice(0, 1);
  const child = fork(programFile("sandbox/algos/backtest/history-run"), {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
  });
  const results: unknown[] = [];
  child.on("message", (result) => {
    results.push(result);
    child.disconnect();
  });
  // This process is the parent, so the parent is not the process with this id.
  child.send({ kind: "begin", seed, sandboxPid: 1 } satisfies HistoryMessage);
  child.send({ kind: "records", plans } satisfies HistoryMessage);
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(results).toEqual([]);
});
