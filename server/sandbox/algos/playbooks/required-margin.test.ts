import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR } from "../../../../app/domain/market-sessions.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { computeRequiredMargin } from "./required-margin.ts";

const market = new SandboxMarket(1, EXCHANGE_CALENDAR);
const { plans, strategies } = buildCatalogue();

describe("requiredMargin", () => {
  it.each(strategies.map(({ id }) => id))("is positive for %s at each tested time", (id) => {
    const plan = plans.get(id);
    if (plan === undefined) throw new Error("no plan");
    for (const at of ["2026-06-10T10:00:00+05:30", "2026-11-20T14:10:00+05:30"]) {
      const required = computeRequiredMargin({ plan, market, atMs: Date.parse(at) });
      expect(required?.marginPaise).toBeGreaterThan(0);
      expect(required?.chargesPaise).toBeGreaterThan(0);
    }
  });

  // Contracts of Nifty expire on 1 December 2026, contracts of Sensex on 3 December 2026.
  it.each(["2026-12-01T15:30:00+05:30", "2026-12-01T23:59:00+05:30", "2026-12-03T16:00:00+05:30"])(
    "can be computed for all algos at %s, after the close of an expiry day",
    (at) => {
      const without = strategies.filter(({ id }) => {
        const plan = plans.get(id);
        return plan && !(computeRequiredMargin({ plan, market, atMs: Date.parse(at) })?.legs.length ?? 0);
      });
      expect(without.map(({ id }) => id)).toEqual([]);
    },
  );

  it("grows with the multiplier, apart from rounding to whole lots and shares", () => {
    const plan = plans.get("ridgeline-condor");
    if (plan === undefined) throw new Error("no plan");
    const atMs = Date.parse("2026-06-10T10:00:00+05:30");
    const one = computeRequiredMargin({ plan, market, atMs });
    const three = computeRequiredMargin({ plan, market, atMs, multiplier: 3 });
    // Three times the amount buys three times the lots, plus one where the remainders add up to a lot.
    expect(three?.marginPaise).toBeGreaterThanOrEqual(3 * (one?.marginPaise ?? 0) - 3);
    expect(three?.marginPaise).toBeLessThanOrEqual(4 * (one?.marginPaise ?? 0));
    for (const [index, { quantity }] of (one?.legs ?? []).entries())
      expect(Math.abs(three?.legs[index]?.quantity ?? 0)).toBeGreaterThanOrEqual(3 * Math.abs(quantity));
  });
});
