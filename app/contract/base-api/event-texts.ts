// Texts of account events, for the event log and for notifications.

import type { Actor } from "../../domain/deployment-states.ts";
import { ORDER_STATUS_LABELS } from "../live/order-updates.ts";
import type { OrderStatus } from "./order.ts";
import type { AccountEvent, EventClass } from "./portfolio.ts";

export const EVENT_CLASS_LABELS: Record<EventClass, string> = {
  order: "Orders and fills",
  reject: "Rejects",
  limit: "Risk limits",
  manager: "Manager notices",
  state: "State changes",
};

export const ACTOR_LABELS: Record<Actor, string> = {
  trader: "you",
  manager: "the manager",
  provider: "the broker",
  exchange: "the exchange",
  guard: "a risk limit",
};

/** Labels of entries in the audit trail. */
export const EVENT_LABELS: Record<string, string> = {
  requested: "Requested",
  prepared: "Orders ready to confirm",
  confirmed: "Confirmed at the order window",
  started: "Started on paper",
  declined: "Declined",
  expired: "Order window expired",
  refused: "Refused",
  pause: "Entries paused",
  resume: "Resumed",
  exit: "Square off started",
  hand_over: "Positions taken over",
  stop: "Stop requested",
  flat: "All positions closed",
  new_version: "You consented to the new version",
  new_version_out: "New version published",
  terms_changed: "Capital or risk limits changed",
  kill_switch: "Kill switch",
  kill_switch_lifted: "Kill switch lifted",
  day_over: "No more entries today",
  trades_reached: "Max trades a day reached",
  passed_by: "Signal skipped",
  fee_booked: "Manager's fee",
  exit_refused: "Square off refused",
};

export const EVENT_TITLES = {
  byActor: ({ event, actor }: { event: string; actor: string }) => `${event}, by ${actor}`,
  bought: ({ quantity, symbol }: TradeTexts) => `Bought ${quantity} ${symbol}`,
  boughtAt: ({ quantity, symbol, price }: TradeTexts & { price: string }) =>
    `Bought ${quantity} ${symbol} at ${price}`,
  sold: ({ quantity, symbol }: TradeTexts) => `Sold ${quantity} ${symbol}`,
  soldAt: ({ quantity, symbol, price }: TradeTexts & { price: string }) =>
    `Sold ${quantity} ${symbol} at ${price}`,
  buyOrder: ({ status, quantity, symbol }: TradeTexts & { status: string }) =>
    `Buy order ${status}: ${quantity} ${symbol}`,
  sellOrder: ({ status, quantity, symbol }: TradeTexts & { status: string }) =>
    `Sell order ${status}: ${quantity} ${symbol}`,
};
type TradeTexts = { quantity: string; symbol: string };

export function eventText(what: string): string {
  return EVENT_LABELS[what] ?? what.replaceAll("_", " ");
}

/** Functions that format numbers in the texts. */
export type NumberFormats = { count(value: number): string; price(rupees: number): string };

/** Returns a title such as "Sold 65 NIFTY 26600 CE at 41.20" or "Entries paused, by a risk limit". */
export function eventTitle(
  event: Pick<AccountEvent, "order" | "what" | "by">,
  { count, price }: NumberFormats,
): string {
  const { order } = event;
  if (order === null) {
    const title = eventText(event.what);
    return event.by === null || event.by === "provider"
      ? title
      : EVENT_TITLES.byActor({ event: title, actor: ACTOR_LABELS[event.by as Actor] });
  }
  const { symbol } = order;
  const isBuy = order.side === "BUY";
  const quantity = count(order.filled === 0 ? order.quantity : order.filled);
  if (event.what === "TRADED") {
    if (order.averagePaise === null)
      return isBuy ? EVENT_TITLES.bought({ quantity, symbol }) : EVENT_TITLES.sold({ quantity, symbol });
    const trade = { quantity, symbol, price: price(Math.round(order.averagePaise) / 100) };
    return isBuy ? EVENT_TITLES.boughtAt(trade) : EVENT_TITLES.soldAt(trade);
  }
  const status = ORDER_STATUS_LABELS[event.what as OrderStatus]?.toLowerCase() ?? event.what;
  return isBuy
    ? EVENT_TITLES.buyOrder({ status, quantity, symbol })
    : EVENT_TITLES.sellOrder({ status, quantity, symbol });
}
