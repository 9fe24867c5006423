import { expect, it } from "vitest";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { statedLossLimits } from "./limits-in-short.tsx";

type Limits = NonNullable<StrategySummary["lossLimits"]>;
const limits = (given: Partial<Limits>): Limits => ({
  perTradePercent: null,
  perDayPercent: null,
  worstCase: "gap",
  ...given,
});

it.each<[string, Partial<Limits>, string]>([
  ["a stop on a trade", { perTradePercent: 8, perDayPercent: 10 }, "Stop-loss per trade −₹16,000 8%"],
  ["only a stop for the day", { perDayPercent: 1.5 }, "Stop-loss per day −₹3,000 1.5%"],
  ["no stop", {}, "Stop none the rules have no stop"],
])("states the stop-loss of rules with %s", (_, given, words) => {
  const [first] = statedLossLimits({ lossLimits: limits(given), structure: undefined }, 200_000);
  expect(`${first?.term} ${first?.rupees} ${first?.note}`).toBe(words);
});

it("states whether the largest loss follows from the legs or from the stress table", () => {
  const bought = {
    product: "Swing" as const,
    direction: "rising" as const,
    underlying: "index" as const,
    legs: [{ kind: "call" as const, ratio: 1, strike: 1, days: 7, volatility: 0.14 }],
    exposure: 2,
    positions: 1,
  };
  const sold = {
    ...bought,
    legs: [{ kind: "call" as const, ratio: -1, strike: 1, days: 7, volatility: 0.14 }],
  };
  const of = (structure: StrategySummary["structure"]) =>
    statedLossLimits({ lossLimits: undefined, structure }, 100_000)[0];
  expect(of(bought)?.note).toContain("typical; can be larger");
  expect(of(sold)?.note).toContain("stress-test loss; can be larger");
  expect(of(sold)?.rupees).toMatch(/^−₹[\d,]+$/);
});

it("returns no loss limits if the provider's summary contains none", () => {
  expect(statedLossLimits({ lossLimits: undefined, structure: undefined }, 100_000)).toEqual([]);
});
