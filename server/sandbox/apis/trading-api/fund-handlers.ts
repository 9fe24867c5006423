// Handlers of funds, margin calculation, ledger and trade history.
import type { MarginRequest, MultiMargin } from "../../../../app/contract/trading-api/account-shapes.ts";
import { isFormerProduct } from "../../../../app/contract/trading-api/not-served.ts";
import { DAY_MS } from "../../../../app/domain/time.ts";
import { readBookedCharges } from "../../broker/booked-charges.ts";
import type { Broker } from "../../broker/broker.ts";
import { zeroCharges } from "../../broker/charges.ts";
import type { WaitingOrder } from "../../broker/margin.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import { ApiFault, formerProductFault } from "./fault.ts";
import type { Call, Caller, HandlerContext, Handlers } from "./handler-context.ts";
import { toIsin } from "./isin.ts";
import { checkLots, findInstrument } from "./order-handlers.ts";
import { readIst, toApiTrade, toPaise, toRupees } from "./wire-format.ts";

const TRADES_PER_PAGE = 50;
const STATEMENT_DAYS_MAX = 731;
/** Responses report this share of a derivative's margin as exposure margin. */
const EXPOSURE_SHARE = 0.2;

export function fundHandlers(context: HandlerContext) {
  const { broker } = context;
  return {
    getFundLimit: ({ client, account }) => {
      const funds = broker.funds(account);
      // Neither the proceeds of shares sold today nor today's profit is settled; today's loss reduces the balance.
      const settled = funds.availablePaise - funds.receivablePaise - Math.max(0, funds.realisedPaise);
      return {
        dhanClientId: client.id,
        availabelBalance: toRupees(funds.availablePaise),
        sodLimit: toRupees(funds.openingPaise),
        collateralAmount: toRupees(funds.collateralPaise),
        receiveableAmount: toRupees(funds.receivablePaise),
        utilizedAmount: toRupees(funds.usedPaise),
        blockedPayoutAmount: 0,
        withdrawableBalance: toRupees(Math.max(0, settled)),
        realizedProfit: toRupees(funds.realisedPaise),
      };
    },
    calculateMargin: (call) => margin(context, call, call.body),
    calculateMultiMargin: (call) => multiMargin(context, call, call.body),
    listLedger: (call) => ledger(context, call),
    listTradeHistory: (call) => tradeHistory(context, call),
  } satisfies Partial<Handlers>;
}

/**
 * Converts a margin request to an order as the broker would accept it: at its price, or at market with price
 * protection.
 */
function toWaitingOrder(broker: Broker, item: MarginRequest): WaitingOrder {
  const instrument = findInstrument(broker, item.exchangeSegment, item.securityId);
  if (instrument.kind === "INDEX")
    throw new ApiFault("DH-905", "securityId must not be an index, because an index cannot be traded.");
  checkLots(item.quantity, instrument);
  const { productType: product, transactionType: side, quantity, price = 0, triggerPrice = 0 } = item;
  const { orderType } = item;
  if (isFormerProduct(product)) throw formerProductFault("productType");
  if (triggerPrice !== 0 && orderType?.startsWith("STOP") === false)
    throw new ApiFault(
      "DH-905",
      `triggerPrice must be omitted, or 0, for a ${orderType} order. Only STOP_LOSS and STOP_LOSS_MARKET have a trigger.`,
    );
  const limitPaise = price === 0 || orderType?.endsWith("MARKET") === true ? null : toPaise(price);
  const triggerPaise = triggerPrice === 0 ? null : toPaise(triggerPrice);
  const pricePaise = broker.pricing.marginPrice({ instrument, side, limitPaise, triggerPaise });
  return broker.pricing.waitingOrder({ instrument, side, product, quantity, pricePaise });
}

/**
 * Returns the margin in rupees that an order adds to, or releases from, the positions of an account, and the missing
 * funds. The broker requires funds for the part of the order that opens a position before another part closes one.
 */
export function computeMarginChange(broker: Broker, account: string, item: MarginRequest) {
  const order = toWaitingOrder(broker, item);
  const held = broker.held(broker.positions({ account }));
  const change = broker.marginIfFilled(held, [order]) - broker.marginIfFilled(held, []);
  const others = broker.orders.resting.ofAccount(account);
  const { added, availablePaise } = broker.fundsNeededFor(account, others, order);
  return {
    totalMargin: toRupees(Math.max(0, change)),
    releasedMargin: toRupees(Math.max(0, -change)),
    availableBalance: toRupees(availablePaise),
    insufficientBalance: added > 0 ? toRupees(Math.max(0, added - availablePaise)) : 0,
  };
}

function margin(context: HandlerContext, caller: Caller, item: MarginRequest) {
  const { broker } = context;
  const order = toWaitingOrder(broker, item);
  const total = broker.marginIfFilled([], [order]);
  const value = Math.abs(order.costPaise);
  const available = broker.funds(caller.account).availablePaise;
  const charges = broker.pricing.chargesOfOrder({
    instrument: order.instrument,
    product: order.product,
    side: item.transactionType,
    quantity: item.quantity,
    pricePaise: value / item.quantity,
  });
  const isContract = !order.instrument.exchangeSegment.endsWith("_EQ");
  const isExposed = order.quantity < 0 || order.instrument.future !== null;
  const exposure = isContract && isExposed ? Math.round(total * EXPOSURE_SHARE) : 0;
  return {
    totalMargin: toRupees(total),
    spanMargin: isContract ? toRupees(total - exposure) : 0,
    exposureMargin: toRupees(exposure),
    availableBalance: toRupees(available),
    availabelBalance: toRupees(available),
    variableMargin: isContract ? 0 : toRupees(total),
    insufficientBalance: toRupees(Math.max(0, total + order.chargesPaise - available)),
    brokerage: toRupees(charges.brokeragePaise),
    leverage: (total === 0 ? 1 : Math.max(1, value / total)).toFixed(2),
  };
}

function multiMargin(context: HandlerContext, call: Caller, request: MultiMargin) {
  const { broker } = context;
  const items = (request.scripList ?? request.scripts ?? []).map((item) => toWaitingOrder(broker, item));
  const waiting =
    (request.includeOrder ?? request.includeOrders) === true ? broker.waitingOf(call.account) : [];
  const held =
    request.includePosition === true ? broker.held(broker.positions({ account: call.account })) : [];
  const margin = (isCounted: (instrument: MarketInstrument) => boolean) =>
    broker.marginIfFilled(
      held.filter(({ instrument }) => isCounted(instrument)),
      [...waiting, ...items].filter(({ instrument }) => isCounted(instrument)),
    );
  const total = margin(() => true);
  const equity = margin(({ exchangeSegment }) => exchangeSegment.endsWith("_EQ"));
  const derivatives = margin(({ exchangeSegment }) => !exchangeSegment.endsWith("_EQ"));
  const exposure = Math.round(derivatives * EXPOSURE_SHARE);
  const alone = [...waiting, ...items].reduce((sum, order) => sum + broker.marginIfFilled([], [order]), 0);
  const unhedged = alone + held.reduce((sum, one) => sum + broker.marginIfFilled([one], []), 0);
  const text = (paise: number) => toRupees(paise).toFixed(2);
  return {
    clientId: call.client.id,
    totalMargin: toRupees(total),
    spanMargin: toRupees(derivatives - exposure),
    exposure: toRupees(exposure),
    equityMargin: toRupees(equity),
    foMargin: toRupees(derivatives),
    commodity: 0,
    currency: 0,
    total_margin: text(total),
    span_margin: text(derivatives - exposure),
    exposure_margin: text(exposure),
    equity_margin: text(equity),
    fo_margin: text(derivatives),
    commodity_margin: text(0),
    hedge_benefit: text(Math.max(0, unhedged - total)),
  };
}

/** Returns the period from the start of one day to the end of another. */
function period(fromText: string, toText: string): { fromMs: number; untilMs: number } {
  const [fromMs, toMs] = [readIst(fromText), readIst(toText)];
  if (fromMs === null || toMs === null) throw new ApiFault("DH-905", "Dates must have the form YYYY-MM-DD.");
  if (toMs < fromMs) throw new ApiFault("DH-905", "The second day must not be before the first.");
  if (toMs - fromMs > STATEMENT_DAYS_MAX * DAY_MS)
    throw new ApiFault("DH-905", "The period must not exceed two years.");
  return { fromMs, untilMs: toMs + DAY_MS };
}

function ledger({ broker }: HandlerContext, { client, account, query }: Call<"listLedger">) {
  const { fromMs, untilMs } = period(query["from-date"], query["to-date"]);
  let balance = broker.ledger.balanceBefore(account, fromMs);
  const month = new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "2-digit",
    year: "numeric",
    timeZone: "Asia/Kolkata",
  });
  return broker.ledger.of(account, fromMs, untilMs).map(({ number, at, kind, amount_paise: amount }) => {
    balance += amount;
    return {
      dhanClientId: client.id,
      narration: LEDGER_NARRATIONS[kind] ?? kind,
      voucherdate: month.format(at),
      exchange: "NSE-CAPITAL",
      voucherdesc: kind.toUpperCase(),
      vouchernumber: String(number).padStart(8, "0"),
      debit: (amount < 0 ? -amount / 100 : 0).toFixed(2),
      credit: (amount > 0 ? amount / 100 : 0).toFixed(2),
      runbal: (balance / 100).toFixed(2),
    };
  });
}

function tradeHistory(context: HandlerContext, { account, path }: Call<"listTradeHistory">) {
  const { broker } = context;
  const { fromMs, untilMs } = period(path.fromDate, path.toDate);
  return broker.orders
    .tradesOfAccount(account, {
      since: fromMs,
      until: untilMs,
      limit: TRADES_PER_PAGE,
      offset: Number(path.page ?? 0) * TRADES_PER_PAGE,
    })
    .map((row) => {
      const trade = toApiTrade(broker, row);
      const isShare = trade.exchangeSegment.endsWith("_EQ");
      const lines = readBookedCharges(row) ?? { ...zeroCharges(), brokeragePaise: row.charges_paise };
      return {
        ...trade,
        drvOptionType: trade.drvOptionType ?? "NA",
        isin: isShare ? toIsin(trade.securityId) : "NA",
        instrument: isShare ? "EQUITY" : "DERIVATIVES",
        sebiTax: toRupees(lines.regulatorPaise),
        stt: toRupees(lines.transactionTaxPaise),
        brokerageCharges: toRupees(lines.brokeragePaise),
        serviceTax: toRupees(lines.gstPaise),
        exchangeTransactionCharges: toRupees(lines.exchangePaise + lines.depositoryPaise),
        stampDuty: toRupees(lines.stampDutyPaise),
      };
    });
}

const LEDGER_NARRATIONS: Record<string, string> = {
  opening: "Funds added by the sandbox",
  trade: "Bill of a trade",
  charges: "Brokerage, taxes and charges",
  fee: "Manager's fee of an algo",
};
