import { expect, test } from "vitest";
import { linePath } from "./line-path.ts";

test("writes a path as offsets between rounded points", () => {
  expect(
    linePath([
      [0, 461.4],
      [6.4, 483],
      [12.8, 460],
      [10, 460],
    ]),
  ).toBe("M0 461l6 22 7-23-3 0");
  expect(
    linePath(
      [
        [0, 1],
        [0.33, 1.05],
        [0.66, 0.98],
      ],
      1,
    ),
  ).toBe("M0 1l0.3 0.1 0.4-0.1");
});
