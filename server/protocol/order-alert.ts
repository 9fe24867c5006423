// Messages of the provider's order-update socket. The sandbox writes every key in both spellings, and the relay reads
// either spelling. Unknown fields and other messages are ignored.

import type { Order, OrderStatus } from "../../app/contract/base-api/order.ts";
import type { OrderChange } from "../../app/contract/live/order-updates.ts";
import { parseJson } from "../../app/domain/parse-json.ts";
import { IST_OFFSET_MS } from "../../app/domain/time.ts";
import { ORDER_STATUSES } from "../../app/domain/vocabulary.ts";

const PRODUCT_LETTER = { CNC: "C", INTRADAY: "I", MARGIN: "M", MTF: "F" } as const;
const TYPE_TEXT = { LIMIT: "LMT", MARKET: "MKT", STOP_LOSS: "SL", STOP_LOSS_MARKET: "SLM" } as const;
const REASON_CHARS = 300;
const CONFIRMED = "CONFIRMED";

/** Fields of an order alert that are not part of the order. */
export type OrderAlertDetails = {
  /** Sender of the order. P: the trading API, A: an algo. */
  source: string;
  disclosedQuantity: number;
  /** Trigger price in rupees. */
  triggerPrice: number;
  /** Number of the order that a leg belongs to; empty if there is none. */
  algoOrderNo: string;
  isAfterMarket: boolean;
  remarks: string;
  /** 1 entry, 2 stop-loss, 3 target. */
  legNumber: 1 | 2 | 3;
  instrument: string;
  lotSize: number;
  strikePrice: number;
  /** Expiry date; "0001-01-01 00:00:00" for an instrument that does not expire. */
  expiryDate: string;
  optionType: "CE" | "PE" | "XX";
  displayName: string;
  isin: string;
  series: string;
  /** Last price in rupees. */
  lastPrice: number;
  tickSize: number;
  algoId: string;
  hasExchangeNumber: boolean;
};

const NO_DETAILS: OrderAlertDetails = {
  source: "P",
  disclosedQuantity: 0,
  triggerPrice: 0,
  algoOrderNo: "",
  isAfterMarket: false,
  remarks: "NR",
  legNumber: 1,
  instrument: "NA",
  lotSize: 1,
  strikePrice: 0,
  expiryDate: "0001-01-01 00:00:00",
  optionType: "XX",
  displayName: "",
  isin: "NA",
  series: "EQ",
  lastPrice: 0,
  tickSize: 0.05,
  algoId: "0",
  hasExchangeNumber: true,
};

/** True for orders without a limit price from the client; their price is the broker's protection limit. */
export function isAtMarket(type: Order["type"]): boolean {
  return type === "MARKET" || type === "STOP_LOSS_MARKET";
}

export function encodeOrderAlert(
  clientId: string,
  order: Order,
  details: OrderAlertDetails = NO_DETAILS,
): string {
  const time = (iso: string) =>
    new Date(Date.parse(iso) + IST_OFFSET_MS).toISOString().slice(0, 19).replace("T", " ");
  const isDerivative = order.exchangeSegment.endsWith("_FNO");
  const data = {
    Exchange: order.exchangeSegment.split("_")[0],
    Segment: isDerivative ? "D" : "E",
    Source: details.source,
    SecurityId: order.securityId,
    ClientId: clientId,
    ExchOrderNo: details.hasExchangeNumber ? `1${order.id}` : "",
    OrderNo: order.id,
    Product: PRODUCT_LETTER[order.product],
    TxnType: order.side === "BUY" ? "B" : "S",
    OrderType: TYPE_TEXT[order.type],
    Validity: order.validity,
    DiscQuantity: details.disclosedQuantity,
    DiscQtyRem: Math.min(details.disclosedQuantity, order.quantity - order.filledQuantity),
    RemainingQuantity: order.quantity - order.filledQuantity,
    Quantity: order.quantity,
    TradedQty: order.filledQuantity,
    Price: isAtMarket(order.type) ? 0 : order.pricePaise / 100,
    TriggerPrice: details.triggerPrice,
    TradedPrice: (order.averagePaise ?? 0) / 100,
    AvgTradedPrice: (order.averagePaise ?? 0) / 100,
    AlgoOrdNo: details.algoOrderNo,
    OffMktFlag: details.isAfterMarket ? "1" : "0",
    OrderDateTime: time(order.createdAt),
    ExchOrderTime: time(order.updatedAt),
    LastUpdatedTime: time(order.updatedAt),
    Remarks: order.correlationId ?? details.remarks,
    MktType: "NL",
    ReasonDescription: order.reason ?? CONFIRMED,
    LegNo: details.legNumber,
    Instrument: details.instrument,
    InstrumentType: details.instrument,
    Symbol: order.symbol,
    ProductName: order.product,
    Status: order.status,
    LotSize: details.lotSize,
    StrikePrice: details.strikePrice,
    ExpiryDate: details.expiryDate,
    OptType: details.optionType,
    DisplayName: details.displayName === "" ? order.symbol : details.displayName,
    Isin: details.isin,
    Series: details.series,
    GoodTillDaysDate: time(order.createdAt).slice(0, 10),
    RefLtp: details.lastPrice,
    TickSize: details.tickSize,
    AlgoId: details.algoId,
    Multiplier: 1,
    CorrelationId: order.correlationId ?? "",
  };
  const lower = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [`${name.charAt(0).toLowerCase()}${name.slice(1)}`, value]),
  );
  return JSON.stringify({ Data: { ...data, ...lower }, Type: "order_alert" });
}

/** Parses an order alert. Returns null for any other or incomplete message. */
export function readOrderAlert(text: string): { clientId: string; change: OrderChange } | null {
  const message = parseJson(text);
  if (!isRecord(message) || message.Type !== "order_alert" || !isRecord(message.Data)) return null;
  const data = message.Data;
  const field = (name: string): unknown =>
    data[`${name.charAt(0).toLowerCase()}${name.slice(1)}`] ?? data[name];
  const textOf = (name: string) => {
    const value = field(name);
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const count = (name: string) => {
    const value = Number(field(name));
    return Number.isFinite(value) && value >= 0 ? value : 0;
  };
  const status = parseStatus(textOf("Status"));
  const clientId = textOf("ClientId");
  const id = textOf("OrderNo");
  if (status === null || clientId === "" || !/^\d{1,40}$/.test(id)) return null;
  const filled = Math.trunc(count("TradedQty"));
  const average = count("AvgTradedPrice");
  const reason = textOf("ReasonDescription");
  return {
    clientId,
    change: {
      id,
      symbol: textOf("DisplayName") || textOf("Symbol"),
      side: textOf("TxnType").toUpperCase().startsWith("S") ? "SELL" : "BUY",
      quantity: Math.trunc(count("Quantity")),
      filled,
      averagePaise: filled > 0 && average > 0 ? Math.round(average * 100) : null,
      status: status === "TRADED" && filled < count("Quantity") ? "PART_TRADED" : status,
      reason: reason === "" || reason === CONFIRMED ? null : reason.slice(0, REASON_CHARS),
    },
  };
}

/** Parses a status in upper or title case, with spaces or underscores. */
function parseStatus(text: string): OrderStatus | null {
  const normalized = text
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, "_");
  return ORDER_STATUSES.find((status) => status === normalized) ?? null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
