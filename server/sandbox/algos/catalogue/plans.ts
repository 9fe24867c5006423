// The plan of an algo: playbook, parameters and instruments of its rule. It is built from the same row as its page, so
// the two agree.
import { instrumentKey } from "../../../../app/domain/instrument-key.ts";
import type { Product } from "../../../../app/domain/vocabulary.ts";
import { INDICES, STOCKS } from "../../exchange/instruments.ts";
import type { Rules } from "../playbooks/playbook.ts";
import { type StrategyRow, UNIVERSES } from "./algo-rows.ts";

export type Plan = {
  /** Name of the playbook, which a file in `playbooks/definitions` exports. */
  playbook: string;
  product: Product;
  rules: Rules;
  /**
   * Instruments that the rule watches, such as "IDX_I:13" or "NSE_EQ:1333": an index, or the shares of its universe.
   */
  watched: string[];
  /** Margin of the largest position, and the minimum amount, in rupees, for a deployment with multiple 1. */
  marginRupees: number;
  minAmountRupees: number;
  /** Largest value of the underlying, divided by the capital. */
  leverage: number;
  perTradePercent: number | null;
  perDayPercent: number | null;
  /** Weekdays when the algo trades. */
  days: string[];
};

export function createPlan(row: StrategyRow, rules: Rules, days: string[]): Plan {
  const watched =
    "index" in row.trades
      ? [INDICES[row.trades.index]]
      : UNIVERSES[row.trades.universe].stocks.map((name) => STOCKS[name]);
  return {
    playbook: row.playbook,
    product: row.product,
    rules,
    watched: watched.map(instrumentKey),
    marginRupees: row.marginRupees,
    minAmountRupees: row.minAmountRupees,
    leverage: row.leverage,
    perTradePercent: row.stopPerTrade,
    perDayPercent: row.stopPerDay,
    days,
  };
}
