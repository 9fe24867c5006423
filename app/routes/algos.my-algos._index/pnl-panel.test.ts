import { expect, it } from "vitest";
import { readRange } from "./pnl-panel.tsx";

it.each([
  { requested: null, days: 1, range: "1d" },
  { requested: null, days: 40, range: "3m" },
  { requested: "1d", days: 40, range: "1d" },
  { requested: "3m", days: 1, range: "3m" },
  { requested: "9y", days: 40, range: "3m" },
])(
  "shows the P&L range $range if $requested is requested and $days days exist",
  ({ requested, days, range }) => {
    expect(readRange(requested, days)).toBe(range);
  },
);
