import { expect, it } from "vitest";
import { spread } from "./chart-names.ts";

const at = (names: { at: number }[]) => names.map((name) => name.at);

it("moves labels that are too close down, in order", () => {
  expect(at(spread([{ at: 30 }, { at: 10 }, { at: 12 }], 16))).toEqual([10, 26, 42]);
});

it("moves labels below the floor up, and other labels as needed", () => {
  expect(at(spread([{ at: 680 }, { at: 670 }, { at: 100 }], 100, 690))).toEqual([100, 590, 690]);
  expect(at(spread([{ at: 690 }, { at: 690 }, { at: 690 }], 118, 690))).toEqual([454, 572, 690]);
});
