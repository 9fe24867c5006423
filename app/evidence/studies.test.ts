import { expect, it } from "vitest";
import type { StudyResult } from "../contract/base-api/studies.ts";
import { buildStudyTables } from "./studies.ts";

const result = (kind: StudyResult["kind"], percent: number, value: string, net: number): StudyResult => ({
  kind,
  name: "",
  percent,
  value,
  capitalPaise: 10_000_000,
  netPaise: Math.round(net * 10_000_000),
  maxDrawdownPpm: 100_000,
  trades: 40,
});

it("compares an intraday backtest's result with its result on longer bars", () => {
  const [bars] = buildStudyTables([
    result("bars", 20, "1", 0.012),
    result("bars", 100, "5", -0.028),
    result("bars", 300, "15", -0.143),
  ]);
  expect(bars?.sentence).toContain(
    "every 5 minutes. With a check every 15 minutes the net result would be −14.3% instead of −2.8%.",
  );
  expect(bars?.rows.map(({ name, net }) => [name, net])).toEqual([
    ["1 minute", "+1.2%"],
    ["5 minutes", "−2.8%"],
    ["15 minutes", "−14.3%"],
  ]);
});
