// Stretches without trades, cut to what is drawn.
import { expect, it } from "vitest";
import { idleWithin } from "./equity-chart.tsx";

it("keeps what lies within the drawing, cut at its edges", () => {
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
