// What an account holds, as the trading API tells it: shares delivered on earlier days are holdings, today's trades and carried
// contracts are positions. Averages and results from the trades alone.

import type { OrderProduct } from "../../../app/wire/order.ts";
import type { Broker } from "../broker/broker.ts";
import { splitKey } from "../broker/order-book.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { isinOf } from "./isin.ts";
import { dayStart, derivativeOf, instrumentOf, today } from "./wire-format.ts";

type TradeSum = {
  instrument: string;
  symbol: string;
  product: OrderProduct;
  side: "BUY" | "SELL";
  quantity: number;
  value: number;
  last_at: number;
};

function sums(db: SandboxDatabase, account: string, fromMs: number, toMs: number): TradeSum[] {
  return db
    .prepare(
      `SELECT instrument, symbol, product, side, sum(quantity) AS quantity, sum(quantity * price_paise) AS value, max(at) AS last_at
       FROM trades WHERE account = ? AND at >= ? AND at < ? GROUP BY instrument, product, side ORDER BY min(number)`,
    )
    .all(account, fromMs, toMs) as TradeSum[];
}

const isDelivered = (product: OrderProduct) => product === "CNC" || product === "MTF";
/** A value of paise times units, per unit, in rupees. */
const average = (value: number, quantity: number) =>
  quantity === 0 ? 0 : Math.round(value / quantity) / 100;
const inRupees = (paise: number) => Math.round(paise) / 100;

export function positionsOf(db: SandboxDatabase, broker: Broker, clientId: string, account: string) {
  const start = dayStart(today(broker));
  const end = Number.MAX_SAFE_INTEGER;
  const day = sums(db, account, start, end);
  const before = sums(db, account, 0, start).filter(({ product }) => !isDelivered(product));
  const names = [
    ...new Set([...before, ...day].map(({ instrument, product }) => `${instrument} ${product}`)),
  ];
  return names.flatMap((name) => {
    const [key = "", product = ""] = name.split(" ");
    const pick = (list: TradeSum[], side: "BUY" | "SELL") => {
      const found = list.find(
        (one) => one.instrument === key && one.product === product && one.side === side,
      );
      return { quantity: found?.quantity ?? 0, value: found?.value ?? 0 };
    };
    const carriedBuy = pick(before, "BUY");
    const carriedSell = pick(before, "SELL");
    // What was flat before today is over.
    const carried = carriedBuy.quantity - carriedSell.quantity;
    const [dayBuy, daySell] = [pick(day, "BUY"), pick(day, "SELL")];
    if (carried === 0 && dayBuy.quantity + daySell.quantity === 0) return [];
    const carriedAverage =
      carried > 0
        ? carriedBuy.value / carriedBuy.quantity
        : carried < 0
          ? carriedSell.value / carriedSell.quantity
          : 0;
    const cfBuy =
      carried > 0 ? { quantity: carried, value: carried * carriedAverage } : { quantity: 0, value: 0 };
    const cfSell =
      carried < 0 ? { quantity: -carried, value: -carried * carriedAverage } : { quantity: 0, value: 0 };
    const buyQty = cfBuy.quantity + dayBuy.quantity;
    const sellQty = cfSell.quantity + daySell.quantity;
    const buyValue = cfBuy.value + dayBuy.value;
    const sellValue = cfSell.value + daySell.value;
    const netQty = buyQty - sellQty;
    const buyAverage = buyQty === 0 ? 0 : buyValue / buyQty;
    const sellAverage = sellQty === 0 ? 0 : sellValue / sellQty;
    const closed = Math.min(buyQty, sellQty);
    const cost = netQty > 0 ? buyAverage : netQty < 0 ? sellAverage : 0;
    const last = broker.lastPaise(key) ?? cost;
    const at = [...before, ...day].find((one) => one.instrument === key)?.last_at ?? broker.now();
    const derivative = derivativeOf(instrumentOf(broker, key, at));
    const { exchangeSegment, securityId } = splitKey(key);
    return [
      {
        dhanClientId: clientId,
        tradingSymbol: [...before, ...day].find((one) => one.instrument === key)?.symbol ?? securityId,
        securityId,
        positionType: netQty > 0 ? ("LONG" as const) : netQty < 0 ? ("SHORT" as const) : ("CLOSED" as const),
        exchangeSegment,
        productType: product as OrderProduct,
        buyAvg: average(buyValue, buyQty),
        sellAvg: average(sellValue, sellQty),
        costPrice: inRupees(cost),
        buyQty,
        sellQty,
        netQty,
        realizedProfit: inRupees(closed * (sellAverage - buyAverage)),
        unrealizedProfit: inRupees(netQty * (last - cost)),
        rbiReferenceRate: 1,
        multiplier: 1,
        carryForwardBuyQty: cfBuy.quantity,
        carryForwardSellQty: cfSell.quantity,
        carryForwardBuyValue: inRupees(cfBuy.value),
        carryForwardSellValue: inRupees(cfSell.value),
        dayBuyQty: dayBuy.quantity,
        daySellQty: daySell.quantity,
        dayBuyValue: inRupees(dayBuy.value),
        daySellValue: inRupees(daySell.value),
        ...derivative,
        drvExpiryDate: derivative.drvExpiryDate ?? "0001-01-01",
        crossCurrency: false,
      },
    ];
  });
}

export function holdingsOf(db: SandboxDatabase, broker: Broker, account: string) {
  const start = dayStart(today(broker));
  let lastTradingDay = today(broker) - 1;
  while (!broker.market.paths.isTradingDay(lastTradingDay)) lastTradingDay -= 1;
  const net = (list: TradeSum[], key: string) =>
    list
      .filter(({ instrument, product }) => instrument === key && isDelivered(product))
      .reduce((sum, { side, quantity }) => sum + (side === "BUY" ? quantity : -quantity), 0);
  const before = sums(db, account, 0, start);
  const recent = sums(db, account, dayStart(lastTradingDay), start);
  const soldToday = sums(db, account, start, Number.MAX_SAFE_INTEGER);
  return [
    ...new Set(before.filter(({ product }) => isDelivered(product)).map(({ instrument }) => instrument)),
  ].flatMap((key) => {
    const total = net(before, key);
    if (total <= 0) return [];
    const buys = before.filter(
      (one) => one.instrument === key && isDelivered(one.product) && one.side === "BUY",
    );
    const quantity = buys.reduce((sum, one) => sum + one.quantity, 0);
    const value = buys.reduce((sum, one) => sum + one.value, 0);
    const t1 = Math.min(total, Math.max(0, net(recent, key)));
    const { exchangeSegment, securityId } = splitKey(key);
    return [
      {
        exchange: exchangeSegment === "BSE_EQ" ? ("BSE" as const) : ("NSE" as const),
        tradingSymbol: buys[0]?.symbol ?? securityId,
        securityId,
        isin: isinOf(securityId),
        totalQty: total,
        dpQty: total - t1,
        t1Qty: t1,
        availableQty: Math.max(0, total + Math.min(0, net(soldToday, key))),
        collateralQty: 0,
        avgCostPrice: average(value, quantity),
        lastTradedPrice: inRupees(broker.lastPaise(key) ?? 0),
        mtf_t1_qty: 0,
        mtf_qty: 0,
      },
    ];
  });
}
