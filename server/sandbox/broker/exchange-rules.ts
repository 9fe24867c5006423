// Checks of an order by the exchange, which do not depend on the account. A rejection has a cause and a message for the
// client.

import { isTrading } from "../../../app/domain/market-sessions.ts";
import { istDay } from "../../../app/domain/time.ts";
import type { ExchangeSegment } from "../../../app/domain/vocabulary.ts";
import { formatPaise } from "../../../app/format/rupees.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";
import type { SandboxMarket } from "../exchange/market.ts";
import type { OrderToCheck, Rejection } from "./order-request.ts";

export const EXCHANGE_LIMITS = {
  /** Time between the square-off of intraday positions and the end of their session. */
  squareOffBeforeMs: 10 * 60_000,
} as const;

/** Intent of the broker's orders that close intraday positions. */
export const SQUARE_OFF_INTENT = "Closed by the broker before the end of the session";

/** Intent of a limit order that a client sends to close a position. Such an order is never repriced. */
export const EXIT_LIMIT_INTENT = "Exit order, sent by you.";

/** Intent of the trade that settles an expired contract. */
export const SETTLEMENT_INTENT = "Settled at expiry";

type ExchangeOrder = Required<
  Pick<
    OrderToCheck,
    "instrument" | "side" | "product" | "quantity" | "limitPaise" | "triggerPaise" | "isAfterMarket"
  >
>;

/** Returns why the exchange rejects the order; null if it accepts it. */
export function findExchangeRejection(
  market: SandboxMarket,
  order: ExchangeOrder,
  nowMs: number,
): Rejection | null {
  const { instrument, quantity, product } = order;
  if (instrument.kind === "INDEX") return { cause: "PRODUCT", text: "An index cannot be traded." };
  if (quantity <= 0 || quantity % instrument.lotSize !== 0)
    return {
      cause: "LOT_SIZE",
      text: `The quantity must be a multiple of the lot size (${instrument.lotSize}).`,
    };
  if (quantity > instrument.freezeQuantity)
    return {
      cause: "FREEZE_QUANTITY",
      text: `The quantity exceeds the exchange's freeze quantity of ${instrument.freezeQuantity} per order. Use a sliced order.`,
    };
  const isShare = instrument.exchangeSegment.endsWith("_EQ");
  if (!isShare && (product === "CNC" || product === "MTF"))
    return {
      cause: "PRODUCT",
      text: `Derivatives cannot be traded with the product ${product}. Use INTRADAY or MARGIN.`,
    };
  if (!order.isAfterMarket && !isTrading(market.session(instrument.exchangeSegment, nowMs)))
    return { cause: "MARKET_CLOSED", text: "The market is closed." };
  if (!order.isAfterMarket && market.events.isHalted(instrument, nowMs))
    return { cause: "HALTED", text: `Trading in ${instrument.symbol} is halted.` };
  return priceRejection(market, order, nowMs);
}

/** False while the exchange would reject every order: its market is closed, or the instrument is halted. */
export function canTrade(market: SandboxMarket, instrument: MarketInstrument, nowMs: number): boolean {
  return (
    isTrading(market.session(instrument.exchangeSegment, nowMs)) && !market.events.isHalted(instrument, nowMs)
  );
}

function priceRejection(market: SandboxMarket, order: ExchangeOrder, nowMs: number): Rejection | null {
  const { instrument, side, limitPaise, triggerPaise } = order;
  const { lastPaise, lowerCircuitPaise, upperCircuitPaise } = market.quote(instrument, nowMs);
  for (const [name, price] of [
    ["price", limitPaise],
    ["trigger price", triggerPaise],
  ] as const) {
    if (price === null) continue;
    if (price <= 0 || price % instrument.tickPaise !== 0)
      return {
        cause: "TICK_SIZE",
        text: `The ${name} must be a multiple of the tick size (${formatPaise(instrument.tickPaise)}).`,
      };
    if (price < lowerCircuitPaise || price > upperCircuitPaise)
      return {
        cause: "PRICE_BAND",
        text: `The ${name} must be within the day's price band, ${formatPaise(lowerCircuitPaise)} to ${formatPaise(upperCircuitPaise)}.`,
      };
  }
  if (triggerPaise === null) return null;
  const isBuy = side === "BUY";
  if (limitPaise !== null && (isBuy ? limitPaise < triggerPaise : limitPaise > triggerPaise))
    return {
      cause: "TRIGGER_PRICE",
      text: `The price of a stop-loss ${isBuy ? "buy" : "sell"} order must not be ${isBuy ? "below" : "above"} its trigger price.`,
    };
  if (order.isAfterMarket) return null;
  if (isBuy ? triggerPaise <= lastPaise : triggerPaise >= lastPaise)
    return {
      cause: "TRIGGER_PRICE",
      text: `The trigger price of a stop-loss ${isBuy ? "buy" : "sell"} order must be ${isBuy ? "above" : "below"} the last price (${formatPaise(lastPaise)}).`,
    };
  return null;
}

/**
 * Returns the time of the square-off of intraday positions in a segment on the day of `nowMs`. Null on a day without a
 * session. A market that never closes accepts intraday orders even after that time; they belong to the next day.
 */
export function squareOffTime(
  market: SandboxMarket,
  segment: ExchangeSegment,
  nowMs: number,
): { atMs: number; isContinuous: boolean } | null {
  const hours = market.paths.hours(segment, istDay(nowMs));
  if (hours === null) return null;
  return {
    atMs: hours.toMs - EXCHANGE_LIMITS.squareOffBeforeMs,
    isContinuous: market.session(segment, nowMs).until === null,
  };
}

/** True if new intraday positions are no longer accepted on the day of `nowMs`. */
export function hasSquareOffStarted(market: SandboxMarket, segment: ExchangeSegment, nowMs: number): boolean {
  const squareOff = squareOffTime(market, segment, nowMs);
  return squareOff !== null && !squareOff.isContinuous && nowMs >= squareOff.atMs;
}
