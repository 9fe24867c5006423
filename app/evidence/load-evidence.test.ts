import { expect, it } from "vitest";
import { findOutOfSample } from "./load-evidence.ts";

const record = (...days: string[]) => ({
  version: "1.0",
  evidence: "backtest" as const,
  days: days.map((day) => ({ day })),
});
const fixedOn = (since: string) => ({ versions: [{ version: "1.0", since, until: null, change: null }] });

it("counts the days since the algo's rules were fixed as out-of-sample", () => {
  const found = findOutOfSample(record("2026-01-01", "2026-01-02", "2026-01-05"), fixedOn("2026-01-02"));
  expect(found).toEqual({ from: "2026-01-02", days: 2, recordDays: 3 });
});

it("returns no out-of-sample days if the rules were fixed before or after the record", () => {
  expect(findOutOfSample(record("2026-01-01", "2026-01-02"), fixedOn("2025-12-01"))).toBeNull();
  expect(findOutOfSample(record("2026-01-01", "2026-01-02"), fixedOn("2026-02-01"))).toBeNull();
});
