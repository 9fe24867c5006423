// Splits the charges of a fill into lines. The store contains only their sum.
import { splitInstrumentKey } from "../../../app/domain/instrument-key.ts";
import { istDay } from "../../../app/domain/time.ts";
import { type Charges, computeFillCharges, computeSettlementCharges, zeroCharges } from "./charges.ts";
import { SETTLEMENT_INTENT } from "./exchange-rules.ts";
import type { TradeRow } from "./order-rows.ts";

export type BookedFill = Pick<
  TradeRow,
  "instrument" | "symbol" | "product" | "side" | "quantity" | "price_paise" | "charges_paise" | "at"
> & {
  order_intent: string | null;
  /** Total value of the order's earlier fills, in paise. */
  before_paise: number;
};

/** SQL expression of the column `before_paise` for queries of the table `trades`. */
export const EARLIER_VALUE_COLUMN = `(SELECT coalesce(sum(earlier.quantity * earlier.price_paise), 0) FROM trades AS earlier
  WHERE earlier.order_id = trades.order_id AND earlier.number < trades.number) AS before_paise`;

/**
 * Recomputes the charge lines of a fill from the rates of its day. Returns null if the lines do not add up to the
 * booked sum, for example for a fill booked under another tariff. A fill without charges, such as an initial holding,
 * has no lines.
 */
export function readBookedCharges(fill: BookedFill): Charges | null {
  if (fill.charges_paise === 0) return zeroCharges();
  const { exchangeSegment } = splitInstrumentKey(fill.instrument);
  const isOption = /\b(?:CE|PE|CALL|PUT)$/i.test(fill.symbol);
  const kind = exchangeSegment.endsWith("_EQ") ? "EQUITY" : isOption ? "OPTIDX" : "FUTIDX";
  const trade = {
    instrument: { kind, exchangeSegment },
    product: fill.product,
    side: fill.side,
    valuePaise: fill.quantity * fill.price_paise,
    day: istDay(fill.at),
  } as const;
  const candidates =
    fill.order_intent === SETTLEMENT_INTENT
      ? [computeSettlementCharges(trade)]
      : [false, true].map((isFirstDelivery) =>
          computeFillCharges({ ...trade, isFirstDelivery }, fill.before_paise),
        );
  return candidates.find(({ totalPaise }) => totalPaise === fill.charges_paise) ?? null;
}
