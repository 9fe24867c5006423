import { expect, it } from "vitest";
import type { RiskStructure } from "../domain/risk-rating.ts";
import { lossRupees, positionLossTerm, positionRisk } from "./position-risk.ts";

const holding: RiskStructure = {
  product: "Delivery",
  direction: "rising",
  underlying: "share",
  legs: [{ kind: "share", ratio: 1, strike: 1, days: 0, volatility: 0 }],
  exposure: 0.2,
  positions: 5,
};
const naked: RiskStructure = {
  ...holding,
  product: "Intraday",
  underlying: "index",
  legs: [{ kind: "call", ratio: -1, strike: 1.02, days: 5, volatility: 0.15 }],
  exposure: 8,
  positions: 1,
};

it("states that each of five holdings can lose its complete value", () => {
  const risk = positionRisk(holding);
  expect(risk?.perPosition).toEqual({ kind: "defined", share: 0.2 });
  expect(risk?.inputs.map(({ key, band }) => [key, band])).toEqual([
    ["stressLoss", "Medium"],
    ["extremeLoss", "Low"],
    ["leverage", "Low"],
  ]);
  expect(lossRupees(0.2, 50_001)).toBe(10_001);
});

it("states that the loss of a naked option can exceed its stress loss", () => {
  const risk = positionRisk(naked);
  expect(risk).toMatchObject({ isUncovered: true, perPosition: { kind: "stress" } });
  expect(positionLossTerm(risk?.perPosition ?? { kind: "defined", share: 0 })).toContain("can be larger");
  expect(positionRisk(undefined)).toBeNull();
});
