import { expect, it } from "vitest";
import { buildMonthCalendar } from "./day-calendar.ts";

const equity = [
  { day: "2026-09-30", equityPaise: 101_000 },
  { day: "2026-10-01", equityPaise: 100_000 },
  { day: "2026-10-05", equityPaise: 102_000 },
  { day: "2026-10-07", equityPaise: 102_000 },
];

it("groups a month's daily results into weeks from Monday and returns their sum", () => {
  const october = buildMonthCalendar(equity, 100_000, "2026-10");
  expect(october?.weeks.map((week) => week.map((day) => day?.day.slice(8) ?? null))).toEqual([
    [null, null, null, "01", null],
    ["05", null, "07", null, null],
  ]);
  expect(october?.weeks[0]?.[3]).toEqual({ day: "2026-10-01", paise: -1_000, share: -1_000 / 100_000 });
  expect([october?.totalPaise, october?.previous, october?.next]).toEqual([1_000, "2026-09", null]);
});

it("computes the first day's result from the capital and defaults to the last month", () => {
  expect(buildMonthCalendar(equity, 100_000, "2026-09")?.totalPaise).toBe(1_000);
  for (const requested of [null, "2027-01", "<b>"])
    expect(buildMonthCalendar(equity, 100_000, requested)?.month).toBe("2026-10");
  expect(buildMonthCalendar([], 100_000, null)).toBeNull();
});

it("shows a column for Saturday only if a Saturday has a result", () => {
  const month = buildMonthCalendar([...equity, { day: "2026-10-10", equityPaise: 102_500 }], 100_000, null);
  expect(month?.columns).toEqual([1, 2, 3, 4, 5, 6]);
});
