// The stored document of a super order, the checks of its legs' prices, and its rows in lists and the order book.
import type { OrderSide } from "../../../../app/contract/base-api/order.ts";
import type { ApiOrder } from "../../../../app/contract/trading-api/orders.ts";
import type { PlaceSuper } from "../../../../app/contract/trading-api/super-orders.ts";
import type { Broker } from "../../broker/broker.ts";
import { isOpen, type OrderRow } from "../../broker/order-rows.ts";
import { ApiFault } from "./fault.ts";
import { ENDED_LEG_REASON, type WaitingRow } from "./waiting-rows.ts";
import { type ApiExtras, parseExtras, toApiOrder, toRupees } from "./wire-format.ts";

export type LegState = "PENDING" | "TRIGGERED" | "TRADED" | "CANCELLED" | "REJECTED";
export type SuperDocument = {
  orderRequest: PlaceSuper;
  targetPaise: number;
  stopPaise: number;
  trailingPaise: number;
  target: LegState;
  stop: LegState;
  /** Best price for the position since the entry, for a trailing stop. */
  bestPaise: number;
  exitId: string | null;
  isClosed: boolean;
  /** State of each leg in its last order update. */
  told?: { stop?: string; target?: string };
};

const LEGS = ["stop", "target"] as const;
const LEG_DIGIT = { stop: "2", target: "3" } as const;
const LEG_NAME = { stop: "STOP_LOSS_LEG", target: "TARGET_LEG" } as const;

/** Returns the id of a leg in the order book: the entry's order id followed by a digit for the leg. */
export function createLegId(entryId: string, leg: "stop" | "target"): string {
  return `${entryId}${LEG_DIGIT[leg]}`;
}

/** Converts a leg to an order row; null for a missing leg and for a leg that was sent as an order. */
function legRow(document: SuperDocument, entry: OrderRow, leg: "stop" | "target"): OrderRow | null {
  const id = createLegId(entry.id, leg);
  const price = leg === "stop" ? document.stopPaise : document.targetPaise;
  if (price === 0 || document.exitId === id) return null;
  const isWaiting = document[leg] === "PENDING" && (isOpen(entry) || entry.filled > 0);
  const extras: ApiExtras = {
    ...parseExtras(entry.api),
    triggerPrice: leg === "stop" ? toRupees(price) : 0,
    legName: LEG_NAME[leg],
    parentId: entry.id,
  };
  return {
    ...entry,
    id,
    side: entry.side === "BUY" ? "SELL" : "BUY",
    type: leg === "stop" ? "STOP_LOSS_MARKET" : "LIMIT",
    quantity: isOpen(entry) || entry.filled === 0 ? entry.quantity : entry.filled,
    filled: 0,
    value_paise: 0,
    price_paise: leg === "stop" ? 0 : price,
    trigger_paise: leg === "stop" ? price : null,
    status: isWaiting ? "PENDING" : "CANCELLED",
    reason: isWaiting ? null : ENDED_LEG_REASON,
    api: JSON.stringify(extras),
  };
}

/** Returns the legs as rows of the order book. A sent leg is listed there as an ordinary order instead. */
export function legRows(broker: Broker, document: SuperDocument, entry: OrderRow): ApiOrder[] {
  return LEGS.flatMap((leg): ApiOrder[] => {
    const row = legRow(document, entry, leg);
    return row === null ? [] : [{ ...toApiOrder(broker, row), exchangeOrderId: null, exchangeTime: "NA" }];
  });
}

/**
 * Returns the legs that have changed since the last report, and stores the new state in the document; requires a
 * transaction.
 */
export function legsToReport(document: SuperDocument, entry: OrderRow, atMs: number): OrderRow[] {
  return LEGS.flatMap((leg) => {
    const row = legRow(document, entry, leg);
    const known = document.told?.[leg];
    const hasEnded = known === undefined || known.startsWith("CANCELLED");
    if (row === null || (hasEnded && row.status === "CANCELLED")) return [];
    const seen = [row.status, row.price_paise, row.trigger_paise, row.quantity].join(" ");
    if (known === seen) return [];
    document.told = { ...document.told, [leg]: seen };
    return [{ ...row, updated_at: atMs }];
  });
}

/** Converts a super order to its row in the list of super orders. */
export function toSuperOrder(broker: Broker, row: WaitingRow<SuperDocument>, entry: OrderRow) {
  const { document } = row;
  const order = toApiOrder(broker, entry);
  const exit = document.exitId === null ? null : (broker.orders.read(document.exitId) ?? null);
  const opposite = entry.side === "BUY" ? ("SELL" as const) : ("BUY" as const);
  const leg = (
    legName: "STOP_LOSS_LEG" | "TARGET_LEG",
    state: LegState,
    pricePaise: number,
    jumpPaise: number,
  ) => ({
    orderId: row.id,
    legName,
    transactionType: opposite,
    totalQuatity: entry.quantity,
    remainingQuantity:
      state === "PENDING" ? entry.quantity : state === "TRIGGERED" && exit ? exit.quantity - exit.filled : 0,
    triggeredQuantity: state === "TRIGGERED" || state === "TRADED" ? (exit?.quantity ?? 0) : 0,
    price: toRupees(pricePaise),
    orderStatus: state,
    trailingJump: toRupees(jumpPaise),
  });
  const isTriggered = document.target === "TRIGGERED" || document.stop === "TRIGGERED";
  return {
    dhanClientId: order.dhanClientId,
    orderId: row.id,
    correlationId: order.correlationId,
    orderStatus: document.isClosed ? "CLOSED" : isTriggered ? "TRIGGERED" : order.orderStatus,
    transactionType: order.transactionType,
    exchangeSegment: order.exchangeSegment,
    productType: order.productType,
    orderType: order.orderType,
    validity: order.validity,
    tradingSymbol: order.tradingSymbol,
    securityId: order.securityId,
    quantity: order.quantity,
    remainingQuantity: order.remainingQuantity,
    ltp: toRupees(broker.lastPaise(entry.instrument) ?? 0),
    price: order.price,
    afterMarketOrder: order.afterMarketOrder,
    legName: "ENTRY_LEG",
    trailingJump: toRupees(document.trailingPaise),
    exchangeOrderId: order.exchangeOrderId,
    createTime: order.createTime,
    updateTime: order.updateTime,
    exchangeTime: order.exchangeTime,
    omsErrorDescription: order.omsErrorDescription,
    averageTradedPrice: order.averageTradedPrice,
    filledQty: order.filledQty,
    algoId: order.algoId,
    legDetails: [
      leg("STOP_LOSS_LEG", document.stop, document.stopPaise, document.trailingPaise),
      leg("TARGET_LEG", document.target, document.targetPaise, 0),
    ],
  };
}

export function entryDirection(entry: Pick<OrderRow, "side">): 1 | -1 {
  return entry.side === "BUY" ? 1 : -1;
}

/** Returns the leg whose price was reached; the stop takes precedence. */
export function findReachedLeg(
  document: SuperDocument,
  direction: 1 | -1,
  last: number,
): "target" | "stop" | null {
  if (document.stop === "PENDING" && (last - document.stopPaise) * direction <= 0) return "stop";
  return document.target === "PENDING" && (last - document.targetPaise) * direction >= 0 ? "target" : null;
}

export function endLegs(document: SuperDocument): void {
  if (document.target === "PENDING") document.target = "CANCELLED";
  if (document.stop === "PENDING") document.stop = "CANCELLED";
}

/**
 * Throws ApiFault for prices in the wrong order. A purchase needs stop below entry below target, a sale the reverse. 0
 * means no target or no stop.
 */
export function checkLegPrices(side: OrderSide, entry: number, target: number, stop: number): void {
  const direction = side === "BUY" ? 1 : -1;
  if (target === 0 && stop === 0)
    throw new ApiFault("DH-905", "At least one of targetPrice and stopLossPrice must be above 0.");
  if (target !== 0 && (target - entry) * direction <= 0)
    throw new ApiFault(
      "DH-905",
      `targetPrice must be ${side === "BUY" ? "above" : "below"} the entry price.`,
    );
  if (stop !== 0 && (entry - stop) * direction <= 0)
    throw new ApiFault(
      "DH-905",
      `stopLossPrice must be ${side === "BUY" ? "below" : "above"} the entry price.`,
    );
}
