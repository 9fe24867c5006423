import { expect, it } from "vitest";
import { spreadLabels } from "./chart-names.ts";

const at = (names: { at: number }[]) => names.map((name) => name.at);

it("moves a label down if it is too close to the label above", () => {
  expect(at(spreadLabels([{ at: 30 }, { at: 10 }, { at: 12 }], 16))).toEqual([10, 26, 42]);
});

it("moves labels up if one is below the chart's lower edge", () => {
  expect(at(spreadLabels([{ at: 680 }, { at: 670 }, { at: 100 }], 100, 690))).toEqual([100, 590, 690]);
  expect(at(spreadLabels([{ at: 690 }, { at: 690 }, { at: 690 }], 118, 690))).toEqual([454, 572, 690]);
});
