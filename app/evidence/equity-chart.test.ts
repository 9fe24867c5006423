import { expect, it } from "vitest";
import { idleWithin } from "./chart-points.ts";
import { thinPoints } from "./thin-points.ts";

it("clips periods without trades to the displayed days", () => {
  const stretches = [
    { from: "2023-01-10", to: "2023-02-10" },
    { from: "2024-03-01", to: "2024-04-01" },
    { from: "2026-01-01", to: "2026-12-31" },
  ];
  expect(idleWithin(stretches, "2024-01-01", "2026-06-30")).toEqual([
    { from: "2024-03-01", to: "2024-04-01" },
    { from: "2026-01-01", to: "2026-06-30" },
  ]);
  expect(idleWithin(stretches, "2023-02-01", "2023-02-05")).toEqual([
    { from: "2023-02-01", to: "2023-02-05" },
  ]);
});

it("retains the lowest and the highest day when a curve is reduced to fewer days", () => {
  const days = Array.from({ length: 1_001 }, (_, day) => ({
    day,
    value: day === 403 ? -9 : day === 598 ? 9 : 0,
  }));
  const drawn = thinPoints(days, 100, [({ value }) => value]);
  expect(drawn.length).toBeLessThanOrEqual(100 + 3);
  expect(drawn.map(({ day }) => day)).toEqual([...drawn.map(({ day }) => day)].sort((a, b) => a - b));
  expect([drawn[0]?.day, drawn.at(-1)?.day]).toEqual([0, 1_000]);
  expect(drawn.filter(({ value }) => value !== 0).map(({ day }) => day)).toEqual([403, 598]);
});
