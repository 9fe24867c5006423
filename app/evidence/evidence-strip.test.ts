// Lists and the comparison state the same reason for a missing record as the algo's page.
import { expect, it } from "vitest";
import type { EvidenceService } from "../context.ts";
import type { Strategy, StrategySummary } from "../contract/base-api/strategy.ts";
import { loadStrips } from "./evidence-strip.ts";
import { findJointWithheldReason, loadThroughGate } from "./load-joint-evidence.ts";

const none = { kind: "withheld", reason: "no_record" } as const;
const algo = { id: "one" } as unknown as Strategy & StrategySummary;

it.each([
  ["is being computed", { kind: "shown", basis: "backtest", value: [] } as const, "being_made"],
  ["was not published", none, "no_record"],
])("states like the algo's page that a missing record %s", async (_, listed, reason) => {
  const evidence = {
    record: async () => none,
    trades: async () => none,
    records: async () => listed,
  } as unknown as EvidenceService;
  const [strip] = await loadStrips(evidence, [algo]);
  expect(strip?.kind === "withheld" ? strip.reason : strip?.kind).toBe(reason);
  expect(findJointWithheldReason(await loadThroughGate(evidence, algo))).toBe(reason);
});
