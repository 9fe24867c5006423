// Conditional triggers: each watches a share or an index and sends its orders when its condition is met. Price
// conditions are checked on every tick. Indicator conditions are checked once a minute, because a bar covers at least a
// minute.

import type {
  AlertCondition,
  AlertOperator,
  ModifyAlert,
  PlaceAlert,
  TimeFrame,
} from "../../../../app/contract/trading-api/alerts.ts";
import { instrumentKey } from "../../../../app/domain/instrument-key.ts";
import { isTrading } from "../../../../app/domain/market-sessions.ts";
import { DAY_MS, istDay } from "../../../../app/domain/time.ts";
import { type Bar, dailyBar, sessionBars } from "../../exchange/candles.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import type { WorkSteps } from "../../slices.ts";
import { ApiFault } from "./fault.ts";
import {
  type Call,
  type Caller,
  createCaller,
  type HandlerContext,
  type Handlers,
} from "./handler-context.ts";
import { computeIndicator, countRequiredBars, type PriceBar } from "./indicators.ts";
import {
  checkDisclosed,
  checkLots,
  checkPrices,
  checkTriggerTick,
  findInstrument,
  placeOrderRequest,
} from "./order-handlers.ts";
import { type WaitingRow, WaitingRows } from "./waiting-rows.ts";
import { istTime, readIst, toRupees } from "./wire-format.ts";

type AlertStatus = "ACTIVE" | "TRIGGERED" | "EXPIRED" | "CANCELLED";
type AlertDocument = {
  request: Pick<PlaceAlert, "condition" | "orders">;
  status: AlertStatus;
  /** Expiry time, epoch ms. */
  expiresAt: number;
  triggeredAt: number | null;
  triggeredPaise: number | null;
  sent: number;
  /**
   * Result of the last check: the left operand was below (-1), equal to (0) or above (1) the right one. Null before the
   * first check.
   */
  side: number | null;
};

const ALERTS_MAX = 100;
const LIFETIME_MAX_DAYS = 366;
const INDICATOR_CHECK_MS = 60_000;
const BAR_MINUTES: Readonly<Record<Exclude<TimeFrame, "DAY">, number>> = {
  ONE_MIN: 1,
  FIVE_MIN: 5,
  FIFTEEN_MIN: 15,
};
/** Maximum number of days that minute bars are read for. It covers 800 bars of 15 minutes. */
const MINUTE_BAR_DAYS = 60;
/** Daily bars of this many days have highs and lows. For earlier days only the close is read. */
const HIGH_LOW_DAYS = 40;

type AlertCall = Call<"getAlert" | "modifyAlert" | "cancelAlert">;

export class ConditionalTriggers {
  readonly #context: HandlerContext;
  readonly #rows: WaitingRows<AlertDocument>;
  /** Minute of the last check of an indicator condition by the market's clock, by trigger id. */
  readonly #checkedAt = new Map<string, number>();

  constructor(context: HandlerContext) {
    this.#context = context;
    this.#rows = new WaitingRows(context, "alert_orders");
  }

  /**
   * Checks all waiting triggers once. Each trigger whose condition is met sends its orders in a separate transaction,
   * never twice.
   */
  *steps(onFault: (fault: unknown) => void): WorkSteps {
    const { broker } = this.#context;
    for (const row of this.#rows.listActive()) {
      try {
        this.#check(row);
      } catch (fault) {
        onFault(fault);
        broker.run(() => this.#end(row.id, "CANCELLED"));
      }
      yield;
    }
  }

  #check({ id, document }: WaitingRow<AlertDocument>): void {
    const { broker } = this.#context;
    const { condition } = document.request;
    const now = broker.now();
    if (now >= document.expiresAt) {
      broker.run(() => this.#end(id, "EXPIRED"));
      return;
    }
    // While the market is closed or an instrument is halted, the exchange would reject the orders, so the check waits.
    if (!isTrading(broker.market.session(condition.exchangeSegment, now))) return;
    if (document.request.orders.some((order) => this.#isHalted(order))) return;
    if (condition.comparisonType !== "PRICE_WITH_VALUE") {
      const minute = Math.floor(now / INDICATOR_CHECK_MS);
      if (this.#checkedAt.get(id) === minute) return;
      this.#checkedAt.set(id, minute);
    }
    const side = this.#sideOf(condition);
    if (side === null || !this.#rows.isActive(id)) return;
    if (isMet(condition.operator, document.side, side)) broker.run(() => this.#trigger(id));
    else if (side !== document.side)
      broker.run(() => {
        const row = this.#rows.read(id);
        if (row === null) return;
        row.document.side = side;
        this.#rows.write(row, true);
      });
  }

  #isHalted(order: PlaceAlert["orders"][number]): boolean {
    const { broker } = this.#context;
    const instrument = broker.instrument(instrumentKey(order));
    return instrument !== null && broker.market.events.isHalted(instrument, broker.now());
  }

  /** Returns the handlers. Those that write require a transaction. */
  handlers() {
    return {
      placeAlert: (call) => this.#place(call, call.body),
      modifyAlert: (call) => this.#modify(call, call.body),
      getAlert: (call) => this.#asAlert(this.#own(call)),
      listAlerts: (call) => this.#rows.page(call, (row) => [this.#asAlert(row)]),
      cancelAlert: (call) => {
        const row = this.#ownActive(call, "cancelled");
        this.#end(row.id, "CANCELLED");
        return { alertId: row.id, alertStatus: "CANCELLED" };
      },
    } satisfies Partial<Handlers>;
  }

  #place(call: Caller, { condition, orders }: PlaceAlert) {
    this.#rows.checkRoom(call, ALERTS_MAX, "pending conditional triggers");
    const expiresAt = this.#checkedExpiry(condition, orders);
    const id = this.#rows.nextId("71");
    const document: AlertDocument = {
      request: { condition, orders },
      status: "ACTIVE",
      expiresAt,
      triggeredAt: null,
      triggeredPaise: null,
      sent: 0,
      side: this.#sideOf(condition),
    };
    this.#rows.insert(id, call.client.id, document, true);
    return { alertId: id, alertStatus: "ACTIVE" };
  }

  #modify(call: Call<"modifyAlert">, { condition, orders }: ModifyAlert) {
    const row = this.#ownActive(call, "changed");
    const request = { condition, orders: orders ?? row.document.request.orders };
    const expiresAt = this.#checkedExpiry(condition, request.orders);
    Object.assign(row.document, { request, expiresAt, side: this.#sideOf(condition) });
    this.#checkedAt.delete(row.id);
    this.#rows.write(row, true);
    return { alertId: row.id, alertStatus: "ACTIVE" };
  }

  /**
   * Returns the expiry time in epoch ms. Throws ApiFault for a condition that cannot be watched or an order that cannot
   * be sent.
   */
  #checkedExpiry(condition: AlertCondition, orders: PlaceAlert["orders"]): number {
    const { broker } = this.#context;
    findInstrument(broker, condition.exchangeSegment, condition.securityId);
    const { comparisonType } = condition;
    const requireField = (
      name: "indicatorName" | "comparingIndicatorName" | "comparingValue",
      isNeeded: boolean,
    ) => {
      if (isNeeded && condition[name] === undefined)
        throw new ApiFault("DH-905", `condition.${name} is required for ${comparisonType}.`);
    };
    requireField("indicatorName", comparisonType.startsWith("TECHNICAL"));
    requireField("comparingIndicatorName", comparisonType === "TECHNICAL_WITH_INDICATOR");
    requireField("comparingValue", comparisonType.endsWith("WITH_VALUE"));
    for (const [index, order] of orders.entries()) {
      const instrument = findInstrument(broker, order.exchangeSegment, order.securityId);
      const at = `orders.${index}.`;
      checkLots(order.quantity, instrument, `${at}quantity`);
      const sent = toOrderRequest(order);
      checkPrices(sent, at);
      checkTriggerTick(sent, instrument, at);
      checkDisclosed(sent.disclosedQuantity, order.quantity, `${at}discQuantity`);
    }
    const now = broker.now();
    const last = condition.expDate === undefined ? null : readIst(condition.expDate);
    const expiresAt = last === null ? now + (LIFETIME_MAX_DAYS - 1) * DAY_MS : last + DAY_MS;
    if (expiresAt <= now || expiresAt > now + (LIFETIME_MAX_DAYS + 1) * DAY_MS)
      throw new ApiFault("DH-905", "condition.expDate must be from today to a year from now.");
    return expiresAt;
  }

  #trigger(id: string): void {
    const { broker } = this.#context;
    const row = this.#rows.read(id);
    if (row === null) return;
    const { document } = row;
    const caller = createCaller(this.#context, row.client_id);
    for (const order of document.request.orders) {
      try {
        placeOrderRequest(broker, caller, { ...toOrderRequest(order), parentId: id });
        document.sent += 1;
      } catch (fault) {
        // An invalid order, for example of an expired contract, does not stop the others.
        if (!(fault instanceof ApiFault)) throw fault;
      }
    }
    document.triggeredAt = broker.now();
    document.triggeredPaise = broker.lastPaise(instrumentKey(document.request.condition));
    document.status = "TRIGGERED";
    this.#checkedAt.delete(id);
    this.#rows.write(row, false);
  }

  #end(id: string, status: AlertStatus): void {
    const row = this.#rows.read(id);
    if (row === null) return;
    row.document.status = status;
    this.#checkedAt.delete(id);
    this.#rows.write(row, false);
  }

  #own(call: AlertCall): WaitingRow<AlertDocument> {
    return this.#rows.own(call, call.path.alertId, "conditional trigger");
  }

  #ownActive(call: AlertCall, what: string): WaitingRow<AlertDocument> {
    const row = this.#own(call);
    if (row.document.status !== "ACTIVE")
      throw new ApiFault(
        "DH-906",
        `The conditional trigger is ${row.document.status} and cannot be ${what}.`,
      );
    return row;
  }

  /** Returns the sign of the left operand minus the right one; null if either is unknown. */
  #sideOf(condition: AlertCondition): number | null {
    const { broker } = this.#context;
    const last = broker.lastPaise(instrumentKey(condition));
    if (last === null) return null;
    if (condition.comparisonType === "PRICE_WITH_VALUE")
      return Math.sign(last / 100 - (condition.comparingValue ?? 0));
    const { indicatorName, comparingIndicatorName, comparingValue = 0 } = condition;
    if (indicatorName === undefined) return null;
    const count = Math.max(
      ...[indicatorName, comparingIndicatorName ?? indicatorName].map(countRequiredBars),
    );
    const bars = this.#bars(condition, last / 100, count);
    const indicatorValue = computeIndicator(indicatorName, bars);
    const right =
      condition.comparisonType === "TECHNICAL_WITH_CLOSE"
        ? last / 100
        : comparingIndicatorName === undefined
          ? comparingValue
          : computeIndicator(comparingIndicatorName, bars);
    return indicatorValue === null || right === null ? null : Math.sign(indicatorValue - right);
  }

  /** Returns `count` bars up to the current, unfinished one, oldest first. */
  #bars(
    { timeFrame = "DAY", exchangeSegment, securityId }: AlertCondition,
    last: number,
    count: number,
  ): PriceBar[] {
    const { broker } = this.#context;
    const instrument = findInstrument(broker, exchangeSegment, securityId);
    return timeFrame === "DAY"
      ? this.#days(instrument, last, count)
      : this.#minutes(instrument, BAR_MINUTES[timeFrame], count);
  }

  #days(instrument: MarketInstrument, last: number, count: number): PriceBar[] {
    const { broker } = this.#context;
    const { market } = broker;
    const today = istDay(broker.now());
    const closes = market.closesBefore(instrument.key, today, count);
    const bars = closes.map((close): PriceBar => ({ high: close, low: close, close }));
    for (let day = today - 1, place = bars.length - 1; place >= 0 && day > today - HIGH_LOW_DAYS; day -= 1) {
      if (!market.paths.isTradingDay(day)) continue;
      const bar = dailyBar(market.tapes, instrument, day, broker.now());
      if (bar !== null) bars[place] = toPriceBar(bar);
      place -= 1;
    }
    const now = market.paths.isTradingDay(today)
      ? dailyBar(market.tapes, instrument, today, broker.now())
      : null;
    if (now !== null) bars.push({ ...toPriceBar(now), close: last });
    return bars;
  }

  #minutes(instrument: MarketInstrument, interval: number, count: number): PriceBar[] {
    const { broker } = this.#context;
    const { tapes } = broker.market;
    const today = istDay(broker.now());
    let bars: PriceBar[] = [];
    for (let day = today; day > today - MINUTE_BAR_DAYS && bars.length < count; day -= 1) {
      const ofDay = tapes.sessions
        .ofDay(instrument.exchangeSegment, day)
        .filter(({ kind }) => kind !== "extended")
        .flatMap((session) => sessionBars(tapes, instrument, session, interval, broker.now()))
        .map(toPriceBar);
      bars = [...ofDay, ...bars];
    }
    return bars.slice(-count);
  }

  #asAlert({ id, created_at, document }: WaitingRow<AlertDocument>) {
    const { condition, orders } = document.request;
    const { comparingValue, ...rest } = condition;
    const last = document.triggeredPaise ?? this.#context.broker.lastPaise(instrumentKey(condition));
    return {
      alertId: id,
      alertStatus: document.status,
      createdTime: new Date(created_at).toISOString(),
      triggeredTime: document.triggeredAt === null ? null : new Date(document.triggeredAt).toISOString(),
      lastPrice: last === null ? "0" : String(toRupees(last)),
      condition: {
        ...rest,
        timeFrame: rest.timeFrame ?? "DAY",
        frequency: "ONCE" as const,
        expDate: istTime(document.expiresAt - 1).slice(0, 10),
        ...(comparingValue === undefined ? {} : { comparingValue: String(comparingValue) }),
      },
      orders,
      orderCount: document.sent,
    };
  }
}

/** Returns a trigger's order as a request to place it. */
const toOrderRequest = (order: PlaceAlert["orders"][number]) => ({
  ...order,
  price: Number(order.price ?? 0),
  triggerPrice: Number(order.triggerPrice ?? 0),
  disclosedQuantity: Number(order.discQuantity ?? 0),
});
const toPriceBar = ({ highPaise, lowPaise, closePaise }: Bar): PriceBar => ({
  high: highPaise / 100,
  low: lowPaise / 100,
  close: closePaise / 100,
});

/**
 * True if the condition is met. `side` and `before` are the results of this check and of the last one; `before` is null
 * at the first check.
 */
function isMet(operator: AlertOperator, before: number | null, side: number): boolean {
  switch (operator) {
    case "CROSSING_UP":
      return before === -1 && side >= 0;
    case "CROSSING_DOWN":
      return before === 1 && side <= 0;
    case "CROSSING_ANY_SIDE":
      return (before === -1 && side >= 0) || (before === 1 && side <= 0);
    case "GREATER_THAN":
      return side > 0;
    case "LESS_THAN":
      return side < 0;
    case "GREATER_THAN_EQUAL":
      return side >= 0;
    case "LESS_THAN_EQUAL":
      return side <= 0;
    case "EQUAL":
      return side === 0;
    case "NOT_EQUAL":
      return side !== 0;
  }
}
