import { expect, it } from "vitest";
import { sentLots } from "./load-portfolio.ts";

it.each([
  ["the slider if the number is unchanged", "was=2&slider=4&lots=2", [4]],
  ["the number if both were changed", "was=2&slider=4&lots=3", [3]],
  ["a number with spaces", "was=2&slider=2&lots=+3+", [3]],
  ["the earlier number instead of a text", "was=2&slider=4&lots=two", [2]],
  ["the earlier number instead of an empty field", "was=2&slider=2&lots=", [2]],
  ["one lot if nothing is valid", "was=x&slider=-1&lots=x", [1]],
  ["no slider without a number", "was=2&slider=4", []],
  ["numbers without sliders, as in a link", "lots=2&lots=1000&lots=0", [2, 1, 1]],
  ["sliders and numbers in their order", "lots=1&was=1&slider=5&lots=2&was=9&slider=7", [5, 2]],
])("reads the lots of a form: %s", (_, search, lots) => {
  expect(sentLots(new URLSearchParams(search))).toEqual(lots);
});
