// What an algo's rules need to run: its playbook, numbers and instruments, made from the same row as its page, so that what
// is written and what is traded cannot drift apart.
import type { Product } from "../../../../app/wire/vocabulary.ts";
import { INDICES, STOCKS } from "../../exchange/instruments.ts";
import type { Rules } from "../playbooks/playbook.ts";
import { type StrategyRow, UNIVERSES } from "./written-rows.ts";

export type Plan = {
  /** The name that a file in `playbooks/definitions` exports. */
  playbook: string;
  product: Product;
  rules: Rules;
  /** Keys such as "IDX_I:13" or "NSE_EQ:1333": an index, or the shares of its universe. */
  watched: string[];
  /** Rupees of one multiple: what the largest position blocks, and the least that is deployed. */
  marginRupees: number;
  minAmountRupees: number;
  /** Value of the underlying over the capital at the largest. */
  leverage: number;
  perTradePercent: number | null;
  perDayPercent: number | null;
  /** Weekdays on which it trades. */
  days: string[];
};

export function planOf(row: StrategyRow, rules: Rules, days: string[]): Plan {
  const watched =
    "index" in row.trades
      ? [INDICES[row.trades.index]]
      : UNIVERSES[row.trades.universe].stocks.map((name) => STOCKS[name]);
  return {
    playbook: row.playbook,
    product: row.product,
    rules,
    watched: watched.map(({ exchangeSegment, securityId }) => `${exchangeSegment}:${securityId}`),
    marginRupees: row.marginRupees,
    minAmountRupees: row.minAmountRupees,
    leverage: row.leverage,
    perTradePercent: row.stops.perTrade,
    perDayPercent: row.stops.perDay,
    days,
  };
}
