import fc from "fast-check";
import { expect, it } from "vitest";
import { computePayoff, computeResult, type PayoffLeg } from "./payoff.ts";

const leg = fc.record({
  strike: fc.integer({ min: 1, max: 600 }).map((steps) => steps * 50),
  side: fc.constantFrom("CALL" as const, "PUT" as const),
  quantity: fc
    .integer({ min: -5, max: 5 })
    .filter((lots) => lots !== 0)
    .map((lots) => lots * 65),
  average: fc.integer({ min: 1, max: 400 }),
});
const legs = fc.array(leg, { minLength: 1, maxLength: 6 });
const price = fc.integer({ min: 0, max: 40_000 });

it("the payoff equals the sum of the legs, and satisfies put-call parity", () => {
  fc.assert(
    fc.property(legs, price, (all, at) => {
      const sum = all.reduce((total, one) => total + computeResult([one], at), 0);
      expect(computeResult(all, at)).toBeCloseTo(sum, 6);
    }),
  );
  fc.assert(
    fc.property(leg, price, (one, at) => {
      const call: PayoffLeg = { ...one, side: "CALL", quantity: 1, average: 0 };
      const put: PayoffLeg = { ...call, side: "PUT", quantity: -1 };
      expect(computeResult([call, put], at)).toBe(at - one.strike);
    }),
  );
});

it("the payoff is within the largest loss and gain, and is zero at break-even prices", () => {
  fc.assert(
    fc.property(legs, price, fc.integer({ min: 1_000, max: 30_000 }), (all, at, spot) => {
      const payoff = computePayoff(all, spot);
      const result = computeResult(all, at);
      if (payoff?.most.loss !== null) expect(result).toBeGreaterThanOrEqual((payoff?.most.loss ?? 0) - 1e-6);
      if (payoff?.most.gain !== null) expect(result).toBeLessThanOrEqual((payoff?.most.gain ?? 0) + 1e-6);
      for (const zero of payoff?.breakEvens ?? [])
        expect(Math.abs(computeResult(all, zero))).toBeLessThan(1e-3);
    }),
  );
});

it("the payoff of a put spread equals the values computed by hand", () => {
  const payoff = computePayoff(
    [
      { strike: 26_000, side: "PUT", quantity: -65, average: 41.2 },
      { strike: 25_700, side: "PUT", quantity: 65, average: 14.1 },
    ],
    26_302.55,
  );
  expect(payoff?.most.loss).toBeCloseTo(-17_738.5, 2);
  expect(payoff?.most.gain).toBeCloseTo(1_761.5, 2);
  expect(payoff?.breakEvens.map((zero) => Math.round(zero * 100) / 100)).toEqual([25_972.9]);
});
