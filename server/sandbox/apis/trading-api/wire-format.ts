// Formats the broker's rows for the trading API: rupees as decimals, Indian local time, the provider's names of
// statuses and order types.

import type { z } from "zod";
import type { OrderFault } from "../../../../app/contract/trading-api/faults.ts";
import type { ApiOrder, apiTradeSchema } from "../../../../app/contract/trading-api/orders.ts";
import { splitInstrumentKey } from "../../../../app/domain/instrument-key.ts";
import { IST_OFFSET_MS, isoDayOf, istDay } from "../../../../app/domain/time.ts";
import { isAtMarket } from "../../../protocol/order-alert.ts";
import type { Broker } from "../../broker/broker.ts";
import type { OrderRow, TradeRow } from "../../broker/order-rows.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";

/** Formats a time, for example "2026-11-20 10:15:00". */
export function istTime(atMs: number): string {
  return new Date(atMs + IST_OFFSET_MS).toISOString().slice(0, 19).replace("T", " ");
}

/** Parses "2026-11-20", optionally with a time, to epoch ms; null if it is not a date. */
export function readIst(text: string): number | null {
  const at = Date.parse(`${text.length === 10 ? `${text}T00:00:00` : text.replace(" ", "T")}+05:30`);
  return Number.isNaN(at) || istTime(at).slice(0, 10) !== text.slice(0, 10) ? null : at;
}

export const toRupees = (paise: number) => Math.round(paise) / 100;
export const toPaise = (value: number) => Math.round(value * 100);

/** Fields of an order that only the trading API needs. */
export type ApiExtras = {
  disclosedQuantity: number;
  /** Trigger price of the request. */
  triggerPrice: number;
  isAfterMarket: boolean;
  legName: "ENTRY_LEG" | "TARGET_LEG" | "STOP_LOSS_LEG" | null;
  /** Id of the super or forever order that the order belongs to. */
  parentId: string | null;
  /** Fault to simulate. */
  fault: OrderFault | null;
};
export const NO_EXTRAS: ApiExtras = {
  disclosedQuantity: 0,
  triggerPrice: 0,
  isAfterMarket: false,
  legName: null,
  parentId: null,
  fault: null,
};

export function parseExtras(api: string | null): ApiExtras {
  return api === null || !api.startsWith("{") ? NO_EXTRAS : { ...NO_EXTRAS, ...JSON.parse(api) };
}

export function derivativeFields(instrument: MarketInstrument | null) {
  const option = instrument?.option ?? null;
  const expiryDay = (option ?? instrument?.future)?.expiryDay;
  return {
    drvExpiryDate: expiryDay === undefined ? null : isoDayOf(expiryDay),
    drvOptionType: option === null ? null : option.side === "CE" ? ("CALL" as const) : ("PUT" as const),
    drvStrikePrice: option?.strikeRupees ?? 0,
  };
}

/** True if the order has reached the exchange, which has then given it a number. */
export function isAtExchange({ status, is_after_market }: OrderRow): boolean {
  return status !== "REJECTED" && status !== "TRANSIT" && is_after_market !== 1;
}

export function toApiOrder(broker: Broker, row: OrderRow): ApiOrder {
  const extras = parseExtras(row.api);
  const hasExchangeNumber = isAtExchange(row);
  const { exchangeSegment, securityId } = splitInstrumentKey(row.instrument);
  return {
    dhanClientId: row.client_id,
    orderId: row.id,
    exchangeOrderId: hasExchangeNumber ? `1${row.id}` : null,
    correlationId: row.correlation_id,
    orderStatus: row.status,
    transactionType: row.side,
    exchangeSegment: exchangeSegment as ApiOrder["exchangeSegment"],
    productType: row.product,
    orderType: row.type,
    validity: row.validity,
    tradingSymbol: row.symbol,
    securityId,
    quantity: row.quantity,
    disclosedQuantity: extras.disclosedQuantity,
    price: isAtMarket(row.type) ? 0 : toRupees(row.price_paise),
    triggerPrice: extras.triggerPrice,
    afterMarketOrder: extras.isAfterMarket,
    boProfitValue: 0,
    boStopLossValue: 0,
    legName: extras.legName,
    createTime: istTime(row.created_at),
    updateTime: istTime(row.updated_at),
    exchangeTime: hasExchangeNumber ? istTime(row.updated_at) : "NA",
    ...derivativeFields(broker.market.findByKey(row.instrument, row.created_at)),
    omsErrorCode: row.status === "REJECTED" ? "DH-906" : null,
    omsErrorDescription: row.status === "REJECTED" ? row.reason : null,
    rejectCode: row.reject_cause,
    algoId: row.deployment_id === null ? "0" : row.deployment_id,
    remainingQuantity: row.quantity - row.filled,
    averageTradedPrice: row.filled === 0 ? 0 : Math.round(row.value_paise / row.filled) / 100,
    filledQty: row.filled,
  };
}

export function toApiTrade(
  broker: Broker,
  row: TradeRow & { order_type: OrderRow["type"] },
): z.infer<typeof apiTradeSchema> {
  const { exchangeSegment, securityId } = splitInstrumentKey(row.instrument);
  const instrument = broker.market.findByKey(row.instrument, row.at);
  const derivative = derivativeFields(instrument);
  return {
    dhanClientId: row.client_id,
    orderId: row.order_id,
    exchangeOrderId: `1${row.order_id}`,
    exchangeTradeId: String(row.number),
    transactionType: row.side,
    exchangeSegment: exchangeSegment as ApiOrder["exchangeSegment"],
    productType: row.product,
    orderType: row.order_type,
    tradingSymbol: row.symbol,
    customSymbol: instrument?.name ?? row.symbol,
    securityId,
    tradedQuantity: row.quantity,
    tradedPrice: toRupees(row.price_paise),
    createTime: istTime(row.at),
    updateTime: istTime(row.at),
    exchangeTime: istTime(row.at),
    ...derivative,
    drvExpiryDate: derivative.drvExpiryDate ?? "NA",
  };
}

export function currentIstDay(broker: Broker): number {
  return istDay(broker.now());
}
