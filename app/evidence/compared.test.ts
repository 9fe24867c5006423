import { expect, it } from "vitest";
import { COMPARED_TERMS, extremesOf } from "./compared.ts";

const algo = (id: string, share: number, atWork: number) => ({
  id,
  atWork,
  values: COMPARED_TERMS.map(() => share),
  figures: COMPARED_TERMS.map(() => ({ value: `₹${Math.round(share * atWork)}` })),
});
/** 20 % of the smaller amount is a smaller loss in rupees than 10 % of the larger amount. */
const extremes = extremesOf([algo("small", -0.2, 100_000), algo("large", -0.1, 300_000)]);
const of = (start: string) => extremes[COMPARED_TERMS.findIndex((term) => term.startsWith(start))];

it.each([
  "Max drawdown",
  "Worst day",
  "Live result",
  "Worst trade",
  "Expected shortfall",
  "Expectancy per trade",
])("marks the algos with the best and the worst %s in rupees", (term) =>
  expect(of(term)).toEqual({ best: "small", worst: "large" }),
);

it.each([
  ["annual returns and total returns over less than a year", "Net CAGR", "in total", undefined],
  ["live results of different numbers of months", "Live result", "24 months", "2 months"],
])("does not rank %s against each other", (_, term, one, other) => {
  const at = COMPARED_TERMS.indexOf(term);
  const withNote = (id: string, share: number, note?: string) => {
    const one = algo(id, share, 100_000);
    return {
      ...one,
      figures: one.figures.map((figure) => (note === undefined ? figure : { ...figure, note })),
    };
  };
  const ofNotes = (...notes: (string | undefined)[]) =>
    extremesOf(notes.map((note, index) => withNote(String(index), 0.1 - index / 100, note)))[at];
  expect(ofNotes(one, other)).toBeNull();
  for (const note of [one, other]) expect(ofNotes(note, note)).toEqual({ best: "0", worst: "1" });
});

it("compares figures that are not in rupees by their numeric value", () => {
  expect(of("Sharpe ratio")).toEqual({ best: "large", worst: "small" });
});
