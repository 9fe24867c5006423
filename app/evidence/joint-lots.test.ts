import { expect, it } from "vitest";
import { fittingChoices, fittingLots, LOTS_MAX, nearbyLots, usedRupees } from "./joint-lots.ts";

const MINIMUMS = [48_000, 25_000, 10_000];

it("divides the amount equally among algos and removes a lot that does not fit", () => {
  // A third is 33,333: 1, 1 and 3 lots would need 1,03,000, so the third algo has one lot less.
  expect(fittingLots(MINIMUMS, 1_00_000)).toEqual([1, 1, 2]);
  expect(usedRupees(MINIMUMS, [1, 1, 2])).toBe(93_000);
});

it("gives each algo at least one lot, even if the lots exceed the amount", () => {
  expect(fittingLots(MINIMUMS, 50_000)).toEqual([1, 1, 1]);
});

it("suggests one lot more or less of each algo if the lots fit into the amount", () => {
  const nearby = nearbyLots(MINIMUMS, [1, 1, 2], 1_00_000);
  expect(nearby).toEqual([{ index: 2, isMore: false, lots: [1, 1, 1] }]);
  expect(nearbyLots(MINIMUMS, [1, 1, 2], 1_10_000)).toEqual([
    { index: 1, isMore: true, lots: [1, 2, 1] },
    { index: 2, isMore: true, lots: [1, 1, 3] },
    { index: 2, isMore: false, lots: [1, 1, 1] },
  ]);
});

it("suggests no more lots of an algo than a joint portfolio may have", () => {
  expect(fittingLots([10, 20], 10_00_000)).toEqual([LOTS_MAX, LOTS_MAX]);
  expect(nearbyLots([10, 20], [LOTS_MAX, 1], 10_00_000)).toEqual([
    { index: 0, isMore: false, lots: [LOTS_MAX - 1, 1] },
    { index: 1, isMore: true, lots: [LOTS_MAX, 2] },
  ]);
});

it.each([
  ["fewer lots of the same algos", [10, 20], [3, 3], 60, [{ indexes: [0, 1], lots: [3, 1] }]],
  ["the only algo that fits", [200, 10], [1, 1], 100, [{ indexes: [1], lots: [10] }]],
  [
    "the largest groups",
    [50, 50, 90],
    [1, 1, 1],
    140,
    [
      { indexes: [0, 1], lots: [1, 1] },
      { indexes: [0, 2], lots: [1, 1] },
      { indexes: [1, 2], lots: [1, 1] },
    ],
  ],
  [
    "the algos without one of them if the lots fit",
    [60, 40],
    [1, 1],
    100,
    [
      { indexes: [0], lots: [1] },
      { indexes: [1], lots: [2] },
    ],
  ],
  ["nothing", [200, 300], [1, 1], 100, []],
])("offers choices that fit into the amount: %s", (_, minimums, lots, amount, offered) => {
  expect(fittingChoices(minimums, lots, amount)).toEqual(offered);
});
