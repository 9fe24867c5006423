// Computes the complete fill of a market order of the sandbox at once, with the matcher's limits, fills and repricing.
// Records use it, so their fills equal those of deployments.
import type { MarketInstrument } from "../exchange/instrument-master.ts";
import type { SandboxMarket } from "../exchange/market.ts";
import { isDueForRepricing, matchOrder, type UsedDepth } from "./matching.ts";
import { OrderPricing } from "./pricing.ts";

const LOOK_MS = 1_000;
/** A quantity that is still unfilled after this time is valued at its limit price. */
const WITHIN_MS = 60_000;

/**
 * Returns the value in paise of the complete fill of an order that is sent at `atMs`. `signed` is the quantity,
 * negative for a sale.
 */
export function marketFillPaise(
  market: SandboxMarket,
  usedDepth: UsedDepth,
  { instrument, signed, atMs }: { instrument: MarketInstrument; signed: number; atMs: number },
): number {
  const listed = market.find(instrument.exchangeSegment, instrument.securityId, atMs) ?? instrument;
  const { key, lotSize } = listed;
  const side = signed > 0 ? "BUY" : "SELL";
  let now = atMs;
  const pricing = new OrderPricing(market, () => now);
  let limitPaise = pricing.orderPrice({ instrument: listed, side, limitPaise: null });
  let remaining = Math.abs(signed);
  let value = 0;
  let [modifications, updatedAt] = [0, atMs];
  for (; remaining > 0 && now < atMs + WITHIN_MS; now += LOOK_MS) {
    if (isDueForRepricing({ modifications, updatedAt }, now)) {
      limitPaise = pricing.marketLimit(listed, side) ?? limitPaise;
      [modifications, updatedAt] = [modifications + 1, now];
    }
    const order = { key, side, quantity: remaining, limitPaise, lotSize } as const;
    for (const fill of matchOrder(order, market.book(listed, now), usedDepth, now)) {
      value += fill.quantity * fill.pricePaise;
      remaining -= fill.quantity;
      updatedAt = now;
    }
  }
  return value + remaining * limitPaise;
}
