import { expect, it } from "vitest";
import { COMPARED_TERMS, extremesOf } from "./compared.ts";

const algo = (id: string, share: number, atWork: number) => ({
  id,
  ...{ from: "2024-01-01", to: "2026-11-20" },
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

it("does not rank losses and total returns of records of different lengths", () => {
  const short = { ...algo("short", -0.1, 100_000), from: "2026-06-01" };
  const long = algo("long", -0.2, 100_000);
  const rankedTerms = (...shown: (typeof short)[]) =>
    extremesOf(shown).flatMap((extreme, index) => (extreme === null ? [] : [COMPARED_TERMS[index]]));
  const unranked = rankedTerms(long, { ...short, from: long.from }).filter(
    (term) => !rankedTerms(long, short).includes(term),
  );
  expect(unranked).toEqual(["Max drawdown", "Worst day", "Longest time under water", "Worst trade"]);
  const inTotal = (one: typeof short) => ({
    ...one,
    figures: one.figures.map((figure) => ({ ...figure, note: "in total" })),
  });
  const at = COMPARED_TERMS.findIndex((term) => term.startsWith("Net CAGR"));
  expect(extremesOf([inTotal(long), inTotal(short)])[at]).toBeNull();
  expect(extremesOf([long, { ...short, from: "2024-02-01" }])[0]).not.toBeNull();
});

it("compares figures that are not in rupees by their numeric value", () => {
  expect(of("Sharpe ratio")).toEqual({ best: "large", worst: "small" });
});
