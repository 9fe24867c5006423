// Margin of a strategy's largest position at a given time, for the strategy's page. The order window computes it in the
// same way.
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import type { StrategyMargin } from "../../../../app/contract/base-api/strategy-margin.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { readPlan } from "../catalogue/strategy-rows.ts";
import { computeRequiredMargin } from "../playbooks/required-margin.ts";

export function strategyMargin(
  db: SandboxDatabase,
  market: SandboxMarket,
  { id, version }: Pick<Strategy, "id" | "version">,
  atMs: number,
): StrategyMargin {
  const plan = readPlan(db, id, version);
  const required = plan === null ? null : computeRequiredMargin({ plan, market, atMs });
  return {
    strategyId: id,
    marginPaise: required?.marginPaise ?? null,
    chargesPaise: required?.chargesPaise ?? null,
    legs: (required?.legs ?? []).map(({ instrument, quantity, product }) => ({
      symbol: instrument.symbol,
      side: quantity > 0 ? "BUY" : "SELL",
      quantity: Math.abs(quantity),
      product,
      pricePaise: market.quote(instrument, atMs).lastPaise,
    })),
    asOf: new Date(atMs).toISOString(),
  };
}
