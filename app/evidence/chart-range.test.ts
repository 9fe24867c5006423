import { expect, it } from "vitest";
import { alignLevels, readBenchmark } from "./chart-benchmark.ts";
import { daysOfRange, readSpan } from "./chart-range.ts";

const days = ["2025-01-02", "2025-01-03", "2025-01-06", "2025-01-07"].map((day) => ({ day }));
const span = (from: string, to: string) => readSpan(new URLSearchParams({ from, to }));

it("parses a span of days only if both days are valid and in order", () => {
  expect(span("2025-01-03", "2025-01-06")).toEqual({ from: "2025-01-03", to: "2025-01-06" });
  for (const [from, to] of [
    ["2025-01-06", "2025-01-03"],
    ["2025-01-03", "2025-01-03"],
    ["2025-02-30", "2025-03-01"],
    ["", "2025-01-03"],
  ] as const)
    expect(span(from, to)).toBeNull();
});

it("selects the record's days within a span of at least two days", () => {
  expect(daysOfRange(days, "all", span("2025-01-03", "2025-01-31"))).toEqual({
    startAt: 1,
    endAt: 3,
    span: { from: "2025-01-03", to: "2025-01-07" },
  });
  for (const outside of [
    span("2025-01-04", "2025-01-06"),
    span("2024-01-01", "2024-02-01"),
    span("2026-01-01", "2026-02-01"),
  ])
    expect(daysOfRange(days, "all", outside)).toEqual({ startAt: -1, endAt: 3, span: null });
});

it("returns a benchmark's latest close for each day, or null if the first is missing", () => {
  const closes = new Map([
    ["2025-01-01", 10],
    ["2025-01-03", 11],
    ["2025-01-07", 12],
  ]);
  expect(alignLevels(days, closes)).toEqual([10, 11, 11, 12]);
  closes.delete("2025-01-01");
  expect(alignLevels(days, closes)).toBeNull();
});

it("loads a benchmark's closes of several years in requests of at most one year", async () => {
  const calls: string[] = [];
  const markets = {
    listCandles: (_segment: string, _id: string, { from, before }: { from: string; before: string }) => {
      calls.push(`${from} ${before}`);
      return Promise.resolve({ items: [{ at: from, closePaise: 2_500_050 }] });
    },
  };
  const read = await readBenchmark(
    markets as never,
    { key: "IDX_I:25", name: "Nifty Bank" },
    { from: "2023-01-02", to: "2024-06-03" },
  );
  expect(calls).toEqual([
    "2022-12-20T18:30:00.000Z 2023-12-21T18:30:00.000Z",
    "2023-12-21T18:30:00.000Z 2024-06-03T18:30:00.000Z",
  ]);
  expect([...(read?.closes ?? [])]).toEqual([
    ["2022-12-21", 25_000.5],
    ["2023-12-22", 25_000.5],
  ]);
  const away = { listCandles: () => Promise.reject(new Response(null, { status: 503 })) };
  expect(
    await readBenchmark(
      away as never,
      { key: "IDX_I:25", name: "" },
      { from: "2025-01-01", to: "2025-01-02" },
    ),
  ).toBeNull();
});
