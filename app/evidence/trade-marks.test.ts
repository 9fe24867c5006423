import { expect, it } from "vitest";
import { buildTradeMarks, MARKED_TRADES_MAX } from "./trade-marks.ts";

const days = Array.from({ length: 200 }, (_, index) =>
  new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10),
);
const points = days.map((day, index) => ({ day, equityPaise: 1_000 + index }));
const trade = (opened: string, closed: string | null, netPaise = 5) => ({
  openedAt: `${opened}T04:00:00.000Z`,
  closedAt: closed === null ? null : `${closed}T09:00:00.000Z`,
  netPaise,
});

it("marks a trade's entry and exit on the curve, on their days in Indian time", () => {
  expect(buildTradeMarks(points, [trade("2025-01-02", "2025-01-05", -7)])).toEqual({
    marks: [
      { kind: "entry", day: "2025-01-02", paise: 1_001 },
      { kind: "loss", day: "2025-01-05", paise: 1_004 },
    ],
    shown: 1,
    total: 1,
  });
});

it("omits marks outside the range and the exit mark of an open trade", () => {
  const marks = buildTradeMarks(points.slice(2, 5), [
    trade("2025-01-01", "2025-01-04"),
    trade("2025-01-05", null),
    trade("2025-02-01", "2025-02-02"),
  ]);
  expect(marks?.marks.map(({ kind, day }) => `${kind} ${day}`)).toEqual([
    "gain 2025-01-04",
    "entry 2025-01-05",
  ]);
  expect(marks).toMatchObject({ shown: 2, total: 2 });
  expect(buildTradeMarks(points, [])).toBeNull();
});

it("marks a limited number of evenly spaced trades, and returns the total number", () => {
  const marks = buildTradeMarks(
    points,
    days.map((day) => trade(day, day)),
  );
  expect(marks).toMatchObject({ shown: MARKED_TRADES_MAX, total: 200 });
  expect(marks?.marks).toHaveLength(2 * MARKED_TRADES_MAX);
  expect([marks?.marks[0]?.day, marks?.marks.at(-1)?.day]).toEqual([days[0], days.at(-1)]);
});
