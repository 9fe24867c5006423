import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SiteContext } from "../context.ts";
import { findDrawdowns, largestDrawdown } from "../evidence/drawdowns.ts";
import { computeEquity, type EquityDay } from "../evidence/statistics.ts";

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  // Prevents other tests from receiving the cached selection.
  vi.resetModules();
});

const record = {
  state: "ready",
  evidence: "backtest",
  simulated: true,
  capitalRupees: 100_000,
  endedOn: null,
  costs: { brokeragePaise: 0 },
  // 1,000 days with a net result that rises and falls, including one very low day.
  days: Array.from({ length: 1_000 }, (_, index) => {
    const netPaise = index === 533 ? -400_000 : Math.round(200_000 * Math.sin(index / 40) + 900 * index);
    const day = new Date(Date.UTC(2023, 0, 1 + index)).toISOString().slice(0, 10);
    return { day, netPaise, grossPaise: netPaise, feePaise: 0, trades: index };
  }),
};

/** Returns a provider with eight algos that responds after `ms`. */
function contextAfter(ms: number, done = 8): Partial<SiteContext> {
  const items = Array.from({ length: 8 }, (_, index) => ({
    id: `algo-${index}`,
    name: `Algo ${index}`,
    manager: { id: "manager", name: "Manager" },
    disclosureBasis: "public",
    minAmountRupees: 100_000,
  }));
  return {
    provider: {
      cachedSince: () => null,
      listStrategies: () =>
        new Promise((resolve) => setTimeout(() => resolve({ items, total: items.length }), ms)),
    },
    evidence: {
      computationProgress: async () => ({ done, total: 278 }),
      records: async () => ({ kind: "shown", value: [{ state: "ready" }] }),
      record: async () => ({ kind: "shown", value: record }),
      trades: async () => ({ kind: "shown", value: [] }),
    },
  } as unknown as Partial<SiteContext>;
}

async function examplesAfter(context: Partial<SiteContext>, ms: number) {
  const { homeExamples } = await import("./examples.ts");
  const loading = homeExamples(context, 100_000);
  await vi.advanceTimersByTimeAsync(ms);
  return await loading;
}

it("returns three examples if the first selection takes 1.4 s", async () => {
  const { algos } = await examplesAfter(contextAfter(1_400), 1_500);
  expect(algos?.examples).toHaveLength(3);
});

it("returns no examples if the first selection takes longer than 1.5 s", async () => {
  expect((await examplesAfter(contextAfter(1_600), 1_500)).algos).toBeNull();
});

it("returns the previous selection if a new one takes longer than 0.4 s", async () => {
  await examplesAfter(contextAfter(0), 100);
  vi.setSystemTime(Date.now() + 11_000);
  const { algos } = await examplesAfter(contextAfter(60_000), 400);
  expect(algos?.examples).toHaveLength(3);
});

it("returns examples before the first record is computed", async () => {
  expect((await examplesAfter(contextAfter(0, 0), 100)).algos?.examples).toHaveLength(3);
});

it("retains the largest drawdown when it reduces the points of a curve", async () => {
  const { algos } = await examplesAfter(contextAfter(0), 100);
  const shareOf = (equity: EquityDay[]) => largestDrawdown(findDrawdowns(equity, 10_000_000))?.share;
  const curvePoints = [...(algos?.examples[0]?.curve.equity ?? [])];
  expect(curvePoints.length).toBeLessThan(200);
  expect(shareOf(curvePoints)).toBe(shareOf(computeEquity(record.days as never, 10_000_000)));
});
