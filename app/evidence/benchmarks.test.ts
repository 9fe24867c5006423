import { expect, it } from "vitest";
import { computeBenchmarks } from "./record-stats.ts";

const record = (simulated: boolean) => ({
  benchmark: "Nifty 50",
  simulated,
  days: [
    { day: "2024-01-01", benchmark: 20_000 },
    { day: "2024-12-30", benchmark: 22_000 },
  ],
});

it("computes the benchmark of a simulated market without dividends", () => {
  const [index] = computeBenchmarks(record(true), "market");
  expect(index).toMatchObject({ name: "Nifty 50", isOwnKind: true });
  expect(index?.total?.share).toBeCloseTo(0.1, 3);
  expect(index?.means).toContain("pay no dividends");
});

it("computes the benchmark of a real market with reinvested dividends", () => {
  const [index] = computeBenchmarks(record(false), "market");
  expect(index?.name).toBe("Nifty 50, total return");
  expect(index?.total?.share).toBeGreaterThan(0.11);
});
