import { expect, it } from "vitest";
import { findMarketDrawdowns } from "./market-drawdowns.ts";

const days = [
  ["2024-01-15", 100],
  ["2024-02-10", 120],
  ["2024-03-20", 102],
  ["2024-05-10", 121],
  ["2024-12-20", 110],
  ["2025-01-10", 106.48],
  ["2025-03-01", 125],
  ["2025-03-02", 123],
] as const;
const rows = days.map(([day, benchmark]) => ({ day, benchmark }));
const equity = days.map(([day], index) => ({ day, equityPaise: 1_000 + index * 100 }));

it("lists the benchmark's drawdowns of 5 % or more by date, named by their months", () => {
  const found = findMarketDrawdowns(rows, equity, true, "Index");
  expect(found.map(({ name, from, to }) => [name, from, to])).toEqual([
    ["Index, February to March 2024", "2024-02-10", "2024-03-20"],
    ["Index, May 2024 to January 2025", "2024-05-10", "2025-01-10"],
  ]);
  expect(found[0]?.benchmark).toBeCloseTo(-0.15, 12);
  expect(found[0]?.algo).toBeCloseTo(1_200 / 1_100 - 1, 12);
  expect(found[1]?.benchmark).toBeCloseTo(-0.12, 12);
});

it("uses well-known names for drawdowns of the real market", () => {
  expect(findMarketDrawdowns(rows, equity, false, "Index")[1]?.name).toBe("The correction of 2024 and 2025");
});

it("lists no drawdowns for a record without days", () => {
  expect(findMarketDrawdowns([], [], true, "Index")).toEqual([]);
});
