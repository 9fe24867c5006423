// The minimum amount of an algo is the margin of its largest position, by the broker's margin function, plus a buffer.
import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR } from "../../../../app/domain/market-sessions.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { computeRequiredMargin } from "../playbooks/required-margin.ts";
import type { OrderLeg } from "../rules/rule.ts";
import { buildCatalogue } from "./build-catalogue.ts";

const market = new SandboxMarket(1, EXCHANGE_CALENDAR);
const { plans, strategies } = buildCatalogue();
/** Days spread over the year, including expiry days. */
const INSTANTS = ["02-11", "04-08", "06-10", "08-12", "10-14", "11-18", "11-20"].map((day) =>
  Date.parse(`2026-${day}T10:30:00+05:30`),
);
const STEP_RUPEES = 1_000;

describe("minimum amounts and leverage", () => {
  it.each(strategies.map((strategy) => [strategy.id, strategy] as const))(
    "%s: the minimum amount is the year's largest margin plus a buffer",
    (id, strategy) => {
      const plan = plans.get(id);
      if (plan === undefined) throw new Error("no plan");
      const needed = INSTANTS.map((atMs) => {
        const required = computeRequiredMargin({ plan, market, atMs });
        return required === null ? 0 : (required.marginPaise + required.chargesPaise) / 100;
      });
      const { marginRupees, bufferRupees } = strategy.minimum;
      // The published margin is the largest margin of the year, rounded up.
      expect(marginRupees).toBe(Math.ceil(Math.max(...needed) / STEP_RUPEES) * STEP_RUPEES);
      expect(strategy.minAmountRupees).toBe(marginRupees + bufferRupees);
      expect(strategy.minAmountRupees % STEP_RUPEES).toBe(0);
      expect(bufferRupees).toBeGreaterThanOrEqual(0);
    },
  );

  it.each(strategies.map((strategy) => [strategy.id, strategy] as const))(
    "%s: the stated leverage equals the leverage of the largest position",
    (id, strategy) => {
      const plan = plans.get(id);
      if (plan === undefined) throw new Error("no plan");
      const most = Math.max(
        ...INSTANTS.map((atMs) =>
          exposureOf(computeRequiredMargin({ plan, market, atMs })?.legs ?? [], atMs),
        ),
      );
      expect(strategy.leverage).toBe(Math.ceil((most / strategy.minAmountRupees) * 10 - 1e-9) / 10);
    },
  );
});

const FUND = "NSE_EQ:10576";

/**
 * Returns the sum of the largest values per underlying. If a fund is held, returns its value alone, because the options
 * hedge it.
 */
function exposureOf(legs: readonly OrderLeg[], atMs: number): number {
  const largest = new Map<string, number>();
  for (const { instrument, quantity } of legs) {
    const key = instrument.option?.underlyingKey ?? instrument.key;
    largest.set(key, Math.max(largest.get(key) ?? 0, Math.abs(quantity) * market.spot(key, atMs)));
  }
  const fund = largest.get(FUND);
  return fund ?? [...largest.values()].reduce((sum, value) => sum + value, 0);
}
