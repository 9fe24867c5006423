// Holdings and positions of an account in the trading API: shares delivered on earlier days are holdings; today's
// trades and overnight contracts are positions. Results are computed by the broker, so that they add up to the funds.

import type { OrderProduct } from "../../../../app/contract/base-api/order.ts";
import { splitInstrumentKey } from "../../../../app/domain/instrument-key.ts";
import { istDayStart } from "../../../../app/domain/time.ts";
import type { Broker } from "../../broker/broker.ts";
import type { NetPosition } from "../../broker/position.ts";
import { toIsin } from "./isin.ts";
import { currentIstDay, derivativeFields, toRupees } from "./wire-format.ts";

/** Value per unit in rupees. */
const average = (value: number, quantity: number) =>
  quantity === 0 ? 0 : Math.round(Math.abs(value) / quantity) / 100;

export function listPositions(broker: Broker, clientId: string, account: string) {
  return broker
    .positions({ account }, true)
    .filter(isOfToday)
    .map((position) => toApiPosition(broker, clientId, position));
}

/**
 * True if the position was traded or converted today, or is held overnight. Delivered shares of earlier days are
 * holdings.
 */
function isOfToday({ product, quantity, costPaise, day }: NetPosition): boolean {
  const hasTraded = day.bought.quantity + day.sold.quantity > 0;
  if (product === "CNC" || product === "MTF") return hasTraded || costPaise !== day.costPaise;
  return hasTraded || quantity !== 0 || day.quantity !== 0;
}

function toApiPosition(broker: Broker, clientId: string, position: NetPosition) {
  const { instrument: key, symbol, product, day } = position;
  // Delivery shares from earlier days are holdings and not part of the day's position.
  const isDelivered = isDelivery(product);
  const carried = isDelivered ? { quantity: 0, costPaise: 0 } : day;
  const cfBuy =
    carried.quantity > 0 ? { quantity: carried.quantity, value: carried.costPaise } : EMPTY_POSITION;
  const cfSell =
    carried.quantity < 0 ? { quantity: -carried.quantity, value: -carried.costPaise } : EMPTY_POSITION;
  const net = openQuantity(position);
  const cost = averageCost(position, net);
  const last = broker.lastPaise(key) ?? cost;
  const buyQty = cfBuy.quantity + day.bought.quantity;
  const sellQty = cfSell.quantity + day.sold.quantity;
  const derivative = derivativeFields(broker.market.findByKey(key, position.lastAt));
  const { exchangeSegment, securityId } = splitInstrumentKey(key);
  return {
    dhanClientId: clientId,
    tradingSymbol: symbol,
    securityId,
    positionType: net > 0 ? ("LONG" as const) : net < 0 ? ("SHORT" as const) : ("CLOSED" as const),
    exchangeSegment,
    productType: product,
    buyAvg: average(cfBuy.value + day.bought.valuePaise, buyQty),
    sellAvg: average(cfSell.value + day.sold.valuePaise, sellQty),
    costPrice: toRupees(cost),
    buyQty,
    sellQty,
    netQty: net,
    realizedProfit: toRupees(day.realisedPaise),
    unrealizedProfit: toRupees((isDelivered ? Math.max(0, net) : net) * (last - cost)),
    rbiReferenceRate: 1,
    multiplier: 1,
    carryForwardBuyQty: cfBuy.quantity,
    carryForwardSellQty: cfSell.quantity,
    carryForwardBuyValue: toRupees(cfBuy.value),
    carryForwardSellValue: toRupees(cfSell.value),
    dayBuyQty: day.bought.quantity,
    daySellQty: day.sold.quantity,
    dayBuyValue: toRupees(day.bought.valuePaise),
    daySellValue: toRupees(day.sold.valuePaise),
    ...derivative,
    drvExpiryDate: derivative.drvExpiryDate ?? "0001-01-01",
    crossCurrency: false,
  };
}

/**
 * Returns the cost per unit of the open quantity in paise. For delivery shares it includes only today's purchases,
 * because the holdings contain the cost of earlier ones. After a sale from the holdings, it is the cost of the sold
 * shares.
 */
function averageCost({ product, costPaise, day }: NetPosition, net: number): number {
  if (net === 0) return 0;
  if (!isDelivery(product)) return costPaise / net;
  const { sold } = day;
  return net < 0 && sold.quantity > 0
    ? (sold.valuePaise - day.realisedPaise) / sold.quantity
    : (costPaise - day.costPaise) / net;
}

/** Returns the quantity to close. A sale from the holdings is final, so it leaves nothing to close. */
export function quantityToClose(position: NetPosition): number {
  const quantity = openQuantity(position);
  return isDelivery(position.product) ? Math.max(0, quantity) : quantity;
}

/** Returns the open quantity. Delivered shares of earlier days are holdings and do not count. */
function openQuantity({ product, quantity, day }: NetPosition): number {
  return isDelivery(product) ? quantity - day.quantity : quantity;
}

/** Returns the result since the start of the day in paise, before charges, realised and unrealised. */
export function dayResultPaise(broker: Broker, position: NetPosition): number {
  const { instrument: key, product, quantity, costPaise, day } = position;
  const instrument = broker.instrument(key);
  if (instrument === null) return day.realisedPaise;
  const { lastPaise, previousClosePaise } = broker.market.quote(instrument, broker.now());
  if (isDelivery(product)) {
    const bought = quantityToClose(position);
    return day.realisedPaise + (bought === 0 ? 0 : bought * lastPaise - (costPaise - day.costPaise));
  }
  const gainedBefore = day.quantity * previousClosePaise - day.costPaise;
  return day.realisedPaise + quantity * lastPaise - costPaise - gainedBefore;
}

const EMPTY_POSITION = { quantity: 0, value: 0 };

export function listHoldings(broker: Broker, account: string) {
  const byShare = new Map<string, NetPosition[]>();
  for (const position of broker.positions({ account }, true)) {
    const isHeld = position.day.quantity > 0 && isDelivery(position.product);
    if (isHeld) byShare.set(position.instrument, [...(byShare.get(position.instrument) ?? []), position]);
  }
  return [...byShare].map(([key, positions]) => {
    const sum = (of: (position: NetPosition) => number) =>
      positions.reduce((total, position) => total + of(position), 0);
    const total = sum(({ day }) => day.quantity);
    const unsettled = Math.min(total, boughtOnLastTradingDay(broker, account, key));
    const available = sum(({ day, quantity }) => Math.max(0, Math.min(day.quantity, quantity)));
    const { exchangeSegment, securityId } = splitInstrumentKey(key);
    return {
      exchange: exchangeSegment === "BSE_EQ" ? ("BSE" as const) : ("NSE" as const),
      tradingSymbol: positions[0]?.symbol ?? securityId,
      securityId,
      isin: toIsin(securityId),
      totalQty: total,
      dpQty: total - unsettled,
      t1Qty: unsettled,
      availableQty: available,
      collateralQty: 0,
      avgCostPrice:
        available === 0 ? average(sum(costAtStart), total) : average(sum(costOfUnsold), available),
      lastTradedPrice: toRupees(broker.lastPaise(key) ?? 0),
      mtf_t1_qty: 0,
      mtf_qty: 0,
    };
  });
}

const costAtStart = ({ day }: NetPosition) => day.costPaise;

/**
 * Cost of the shares in the holdings that are not sold. A sale is booked at the average cost of the holding and today's
 * purchases. Once it includes shares of the holding, the remaining shares have this cost too.
 */
function costOfUnsold({ quantity, costPaise, day }: NetPosition): number {
  return quantity <= day.quantity ? costPaise : day.costPaise;
}

const isDelivery = (product: OrderProduct) => product === "CNC" || product === "MTF";

/**
 * Returns the net quantity of a share that was bought for delivery, or converted to it, on the last trading day before
 * today. These shares are delivered one day later.
 */
function boughtOnLastTradingDay(broker: Broker, account: string, key: string): number {
  let day = currentIstDay(broker) - 1;
  while (!broker.market.paths.isTradingDay(day)) day -= 1;
  return Math.max(
    0,
    broker.positionStore.netDelivered(account, key, istDayStart(day), istDayStart(currentIstDay(broker))),
  );
}
