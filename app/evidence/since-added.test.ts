import { expect, it } from "vitest";
import type { EvidenceService } from "../context.ts";
import type { RecordDay } from "../contract/base-api/record.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { computeSinceAdded, loadSinceAdded } from "./since-added.ts";

const day = (name: string, netPaise: number) => ({ day: name, netPaise }) as RecordDay;
const record = {
  evidence: "live" as const,
  capitalRupees: 1_000,
  days: [day("2026-11-18", 1_000), day("2026-11-19", 3_000), day("2026-11-20", 2_000)],
};

it.each([
  ["2026-11-01", 3, 0.02],
  ["2026-11-19", 2, 0.01],
  ["2026-11-21", 0, 0],
])(
  "computes an algo's result since the last close before the user added it on %s",
  (addedOn, days, share) => {
    expect(computeSinceAdded([record], addedOn)).toEqual({ evidence: "live", addedOn, days, share });
  },
);

it("returns no result for a record without days", () => {
  expect(computeSinceAdded([{ ...record, days: [] }], "2026-11-01")).toBeNull();
});

it("adds an earlier version's live results and never replaces them by a backtest", async () => {
  const newer = { ...record, days: [day("2026-11-23", -5_000)] };
  expect(computeSinceAdded([record, newer], "2026-11-19")).toMatchObject({ days: 3, share: 0.01 - 0.05 });
  const listing = { evidence: "live", version: "1.0", state: "ready", from: "2026-11-18", to: "2026-11-20" };
  const evidence = {
    records: async () => ({ kind: "shown", value: [listing] }),
    record: async (_: unknown, choice?: { evidence: string }) => ({
      kind: "shown",
      value: { ...record, state: "ready", evidence: choice?.evidence ?? "backtest" },
    }),
  } as unknown as EvidenceService;
  const strategy = { id: "swing", version: "2.0" } as StrategySummary;
  const { swing } = await loadSinceAdded(evidence, [strategy], { swing: "2026-11-19T06:00:00Z" });
  expect(swing).toMatchObject({ evidence: "live", days: 2, share: 0.01 });
});
