// What a trade costs beside its price: brokerage and the levies on it, in whole paise, line by line. Rates are the
// published ones of 1 October 2024 (exchange circulars, Finance Act 2024, Indian Stamp Rules 2019); the brokerage is the
// sandbox's own tariff.
import type { OrderProduct, OrderSide } from "../../../app/wire/order.ts";

export type ChargedKind = "EQUITY" | "OPTIDX" | "OPTSTK";
export type Charges = {
  brokeragePaise: number;
  transactionTaxPaise: number;
  exchangePaise: number;
  regulatorPaise: number;
  stampDutyPaise: number;
  gstPaise: number;
  totalPaise: number;
};

const BROKERAGE_FLAT_PAISE = 2_000;
const BROKERAGE_SHARE = 0.0003;
const GST = 0.18;
const REGULATOR = 0.000001;

type Rates = { taxBuy: number; taxSell: number; exchange: number; stampBuy: number };
const DELIVERY: Rates = { taxBuy: 0.001, taxSell: 0.001, exchange: 0.0000297, stampBuy: 0.00015 };
const INTRADAY: Rates = { taxBuy: 0, taxSell: 0.00025, exchange: 0.0000297, stampBuy: 0.00003 };
const OPTIONS: Rates = { taxBuy: 0, taxSell: 0.001, exchange: 0.0003503, stampBuy: 0.00003 };

/**
 * Of one order whose fills are worth `valuePaise` so far. Brokerage is once an order: nothing on delivery, 0.03% and at
 * most 20 rupees on intraday shares, 20 rupees on options.
 */
export function chargesOf(
  kind: ChargedKind,
  product: OrderProduct,
  side: OrderSide,
  valuePaise: number,
): Charges {
  const isEquity = kind === "EQUITY";
  const isDelivered = product === "CNC" || product === "MTF";
  const rates = isEquity ? (isDelivered ? DELIVERY : INTRADAY) : OPTIONS;
  const brokerage =
    valuePaise === 0 || (isEquity && isDelivered)
      ? 0
      : isEquity
        ? Math.min(BROKERAGE_FLAT_PAISE, valuePaise * BROKERAGE_SHARE)
        : BROKERAGE_FLAT_PAISE;
  const exchange = valuePaise * rates.exchange;
  const regulator = valuePaise * REGULATOR;
  const lines = {
    brokeragePaise: Math.round(brokerage),
    transactionTaxPaise: Math.round(valuePaise * (side === "BUY" ? rates.taxBuy : rates.taxSell)),
    exchangePaise: Math.round(exchange),
    regulatorPaise: Math.round(regulator),
    stampDutyPaise: side === "BUY" ? Math.round(valuePaise * rates.stampBuy) : 0,
    gstPaise: Math.round((brokerage + exchange + regulator) * GST),
  };
  return { ...lines, totalPaise: Object.values(lines).reduce((sum, line) => sum + line, 0) };
}
