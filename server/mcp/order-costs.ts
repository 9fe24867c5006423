// Value, margin and charges of previewed orders.
import type { PlaceOrder } from "../../app/contract/trading-api/orders.ts";
import type { ToolContext } from "./tool.ts";
import { ToolRefusal } from "./trading-caller.ts";

/** Maximum value of one order of an assistant, in rupees. */
const ORDER_VALUE_MAX = 1_000_000;

export type PreviewedOrder = Pick<
  PlaceOrder,
  | "transactionType"
  | "exchangeSegment"
  | "securityId"
  | "productType"
  | "orderType"
  | "validity"
  | "quantity"
  | "price"
  | "triggerPrice"
>;

export const rupees = (value: number) => `₹${value.toLocaleString("en-IN", { maximumFractionDigits: 2 })}`;
/** Rounds rupees to whole paise. */
const roundToPaise = (amount: number) => Math.round(amount * 100) / 100;

/**
 * Returns price, value, margin and charges of an order. Throws ToolRefusal if the value exceeds ORDER_VALUE_MAX.
 */
export async function computeOrderCosts({ trading }: ToolContext, order: PreviewedOrder) {
  const { data } = await trading.call<{
    data: Record<string, Record<string, { last_price: number }>>;
  }>("quoteLtp", { body: { [order.exchangeSegment]: [order.securityId] } });
  const lastPrice = data[order.exchangeSegment]?.[order.securityId]?.last_price;
  if (lastPrice === undefined)
    throw new ToolRefusal("Unknown instrument. Use find_instrument to look it up.");
  const fillPrice = highestFillPrice(order, lastPrice);
  const valueRupees = roundToPaise(order.quantity * fillPrice);
  if (valueRupees > ORDER_VALUE_MAX)
    throw new ToolRefusal(
      `This order is worth ${rupees(valueRupees)}. An assistant's order must not exceed ${rupees(ORDER_VALUE_MAX)}.`,
    );
  const { orderType: _, validity: __, ...asked } = order;
  const [margin, charges] = await Promise.all([
    trading.margin(asked),
    trading.charges({
      exchangeSegment: order.exchangeSegment,
      securityId: order.securityId,
      transactionType: order.transactionType,
      productType: order.productType,
      quantity: order.quantity,
      price: fillPrice,
    }),
  ]);
  return { lastPrice, valueRupees, margin, charges };
}

/**
 * Returns the price for the value and the charges of an order. A sale may be filled far above its limit, so a low limit
 * must not reduce its value. A stop order to buy is filled at its trigger price or above.
 */
function highestFillPrice(
  { transactionType, price: limit, triggerPrice = 0 }: PreviewedOrder,
  lastPrice: number,
): number {
  if (transactionType === "SELL") return Math.max(limit ?? 0, lastPrice);
  return limit ?? Math.max(triggerPrice, lastPrice);
}

/**
 * Returns the charges and the value, in rupees, of orders that close positions at their last prices. The daily limit
 * does not apply to these orders.
 */
export async function closingCosts({ trading }: ToolContext, orders: readonly PreviewedOrder[]) {
  const bySegment: Record<string, string[]> = {};
  for (const { exchangeSegment, securityId } of orders)
    bySegment[exchangeSegment] = [...(bySegment[exchangeSegment] ?? []), securityId];
  const { data } = await trading.call<{
    data: Record<string, Record<string, { last_price: number }>>;
  }>("quoteLtp", { body: bySegment });
  const charges: Record<string, number> = {};
  let valueRupees = 0;
  for (const { exchangeSegment, securityId, transactionType, productType, quantity } of orders) {
    const lastPrice = data[exchangeSegment]?.[securityId]?.last_price ?? 0;
    const own = { exchangeSegment, securityId, transactionType, productType, quantity };
    const lines = await trading.charges({ ...own, price: lastPrice });
    for (const [name, amount] of Object.entries(lines))
      charges[name] = roundToPaise((charges[name] ?? 0) + amount);
    valueRupees += quantity * lastPrice;
  }
  return { valueRupees: roundToPaise(valueRupees), charges };
}
