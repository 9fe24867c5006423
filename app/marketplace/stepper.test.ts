import { describe, expect, it } from "vitest";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { answersSearch, listFitReasons, readAnswers, stepperQuery } from "./stepper.ts";

function read(search: string) {
  return readAnswers(new URLSearchParams(search));
}

describe("the capital answer of the algo finder", () => {
  it.each([
    ["capital=50000", 50_000, 0],
    ["capital=5000", 5_000, 0],
    ["capital=500000", 500_000, 0],
    ["capital=1", 5_000, 1],
    ["capital=-5", null, 1],
    ["capital=900000", 500_000, 1],
    ["capital=52300", 50_000, 1],
    ["capital=abc", null, 1],
    ["capital=", null, 0],
    ["", null, 0],
    ["amount=1.5L&capital=5000", 150_000, 0],
    ["amount=&pick=25000&capital=5000", 25_000, 0],
    ["pick=1000000", 500_000, 1],
    ["amount=lots&pick=25000&capital=5000", 25_000, 0],
  ])("is parsed from %j as %s with %d notices", (search, capital, notices) => {
    const result = read(search);
    expect(result.answers.capital).toBe(capital);
    expect(result.notices).toHaveLength(notices);
  });
});

it("parses unknown answers in the query string as null", () => {
  expect(read("risk=Moderate&instrument=Gold").answers).toEqual({
    capital: null,
    risk: null,
    instrument: null,
  });
});

it("converts the answers to a query string and to a base API query", () => {
  const { answers } = read("capital=100000&risk=High&instrument=Index");
  expect(answersSearch(answers)).toBe("?capital=100000&risk=High&instrument=Index");
  expect(stepperQuery(answers, 12)).toEqual({
    state: ["open"],
    capital: 100_000,
    filter_risk: ["Moderate", "High"],
    tags: ["Index"],
    tags_match_type: "all",
    sort: "deployed",
    limit: 12,
  });
  expect(stepperQuery(answers, 3, "risk").filter_risk).toEqual(["Low", "Medium"]);
  expect(stepperQuery(answers, 3, "capital")).toMatchObject({
    min_amount: 100_001,
    min_amount_val: "Greater",
    sort: "min_amount",
  });
  expect(stepperQuery(answers, 3, "capital").capital).toBeUndefined();
  expect(stepperQuery(answers, 3, "instrument").tags).toBeUndefined();
  expect(stepperQuery({ ...answers, capital: 500_000 }, 3).capital).toBeUndefined();
});

it("states for each answer of the user why an algo fits or does not fit", () => {
  const strategy = {
    minAmountRupees: 130_000,
    risk: "Moderate",
    instrument: "Index Options",
    tags: ["Index", "Options"],
  };
  const reasons = listFitReasons(strategy as StrategySummary, {
    capital: 100_000,
    risk: "High",
    instrument: "Equity",
  });
  expect(reasons.map((reason) => [reason.criterion, reason.fits, reason.sentence])).toEqual([
    ["capital", false, "Needs ₹1,30,000, ₹30,000 more than your ₹1,00,000."],
    ["risk", true, "Its risk is moderately high, which your choice of high includes."],
    ["instrument", false, "It trades index options; you chose equity."],
  ]);
});
