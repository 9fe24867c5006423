// Runs a strategy's rules over the sandbox's history, bar by bar: entries and exits at the bar's price with slippage, charges line by
// line, the algo's fee by the month, its own stops. Pure and deterministic: the same plan, seed and days give the same record.
import { isoDayOf } from "../../../app/wire/market-sessions.ts";
import { chargesOf } from "../broker/charges.ts";
import { type Held, marginOf } from "../broker/margin.ts";
import type { Plan } from "../catalogue/plans.ts";
import type { MarketInstrument } from "../market/instrument-master.ts";
import {
  type Decision,
  type Group,
  minuteOf,
  type RuleContext,
  resultOf,
  type SessionMemory,
} from "../rules/rule.ts";
import { RULES } from "../rules/rules.ts";
import { type HistoryTape, historyView } from "./history-view.ts";

export type CostLines = {
  brokeragePaise: number;
  transactionTaxPaise: number;
  exchangePaise: number;
  regulatorPaise: number;
  stampDutyPaise: number;
  gstPaise: number;
  slippagePaise: number;
};

export type BacktestLeg = {
  symbol: string;
  side: "BUY" | "SELL";
  quantity: number;
  entryPaise: number;
  /** Average; null while it is open. */
  exitPaise: number | null;
};

export type BacktestTrade = {
  number: number;
  tag: string;
  openedAt: string;
  /** Null: open at the end of the record, valued at its last price. */
  closedAt: string | null;
  legs: BacktestLeg[];
  /** Before costs, at prices without slippage. */
  grossPaise: number;
  costs: CostLines;
  netPaise: number;
  /** The furthest it was ahead and behind, before costs. */
  favourablePaise: number;
  adversePaise: number;
  marginPaise: number;
  entryReason: string;
  exitReason: string;
};

export type BacktestDay = {
  day: string;
  /** What the algo has made in all by the end of the day, costs and fees taken off. */
  netPaise: number;
  grossPaise: number;
  feePaise: number;
  /** What its positions block at the day's end. */
  marginPaise: number;
  trades: number;
  benchmark: number;
};

export type Backtest = { days: BacktestDay[]; trades: BacktestTrade[] };

type OpenLeg = {
  instrument: MarketInstrument;
  product: "CNC" | "INTRADAY" | "MARGIN";
  quantity: number;
  entryPaise: number;
  /** Signed cash of what was closed of it, without slippage. */
  cashPaise: number;
  closedQuantity: number;
  closedValue: number;
};
type OpenGroup = Omit<Group, "legs"> & { legs: OpenLeg[]; trade: BacktestTrade };

const NO_COSTS: CostLines = {
  brokeragePaise: 0,
  transactionTaxPaise: 0,
  exchangePaise: 0,
  regulatorPaise: 0,
  stampDutyPaise: 0,
  gstPaise: 0,
  slippagePaise: 0,
};
const FEE_GST = 0.18;

export function runBacktest(options: {
  plan: Plan;
  tape: HistoryTape;
  fromDay: number;
  /** The last day that is in it. */
  toDay: number;
  feeMonthlyRupees: number;
  benchmarkKey: string;
}): Backtest {
  const { plan, tape } = options;
  const { market } = tape;
  const rule = RULES[plan.playbook];
  const capitalRupees = plan.minAmountRupees;
  const days: BacktestDay[] = [];
  const trades: BacktestTrade[] = [];
  let groups: OpenGroup[] = [];
  let nextId = 1;
  let session = 0;
  let realisedNet = 0;
  let realisedGross = 0;
  let fees = 0;
  let month = -1;
  let dayStartPaise = 0;

  for (let day = options.fromDay; day <= options.toDay; day += 1) {
    if (!market.paths.isTradingDay(day)) continue;
    session += 1;
    const iso = isoDayOf(day);
    const thisMonth = Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7));
    if (thisMonth !== month) {
      month = thisMonth;
      fees += Math.round(options.feeMonthlyRupees * 100 * (1 + FEE_GST));
    }
    const today: SessionMemory = { opened: [], lossesInARow: 0, lastClosedMs: 0 };
    const weekday =
      ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][new Date(day * 86_400_000).getUTCDay()] ?? "";
    const isOwnDay = plan.days.includes(weekday);
    let isDayOver = false;
    const openMs = tape.openMs(day);
    const firstMinute = minuteOf(plan.rules.from);
    for (let bar = 0; bar < tape.barsADay; bar += 1) {
      // A bar on which it holds nothing and may open nothing needs no look.
      const atMs = openMs + bar * tape.barMs;
      const minute = 555 + (bar * tape.barMs) / 60_000;
      if (
        groups.length === 0 &&
        (minute < firstMinute || !isOwnDay || isDayOver || minute > minuteOf(plan.rules.to))
      )
        continue;
      const view = historyView(tape, day, atMs, session);
      const price = (instrument: MarketInstrument) => priceOf(instrument, view.price(instrument));
      for (const group of groups) mark(group, price);

      const dayResult = openResult(groups, price) + realisedNet - fees - dayStartPaise;
      const perDay = plan.perDayPercent === null ? null : capitalRupees * plan.perDayPercent;
      const close = (group: OpenGroup, reason: string, share = 1, only?: readonly string[]) => {
        reduce(group, price, share, only, reason, atMs);
        if (group.legs.some(({ quantity }) => quantity !== 0)) return;
        finish(group, atMs, reason);
        groups = groups.filter((other) => other !== group);
        realisedNet += group.trade.netPaise;
        realisedGross += group.trade.grossPaise;
        today.lossesInARow = group.trade.netPaise < 0 ? today.lossesInARow + 1 : 0;
        today.lastClosedMs = atMs;
      };
      if (perDay !== null && !isDayOver && dayResult <= -perDay) {
        isDayOver = true;
        for (const group of [...groups])
          close(group, `The algo's own loss limit for the day, ${plan.perDayPercent}% of the capital.`);
      }
      const perTrade = plan.perTradePercent === null ? null : (capitalRupees * plan.perTradePercent) / 100;
      if (perTrade !== null)
        for (const group of [...groups])
          if (resultOf(asSeen(group, view.price)) <= -perTrade)
            close(group, `The algo's own loss limit for one trade, ${plan.perTradePercent}% of the capital.`);

      const context: RuleContext = {
        plan,
        view,
        groups: groups.map((group) => asSeen(group, view.price)),
        today,
        capitalRupees,
        multiplier: 1,
      };
      for (const decision of rule(context)) {
        if (decision.do === "close") {
          const group = groups.find(({ id }) => id === decision.group);
          if (group === undefined) continue;
          if (decision.share !== undefined) group.isReduced = true;
          close(group, decision.reason, decision.share, decision.only);
        } else if (isOwnDay && !isDayOver) {
          today.opened.push(decision.tag);
          const opened = open(
            decision,
            nextId,
            context,
            price,
            groups,
            capitalRupees * 100 + realisedNet - fees,
            tape,
          );
          if (opened === null) continue;
          nextId += 1;
          groups.push(opened);
          trades.push(opened.trade);
        }
      }
    }
    const closeMs = openMs + (tape.barsADay - 1) * tape.barMs;
    const view = historyView(tape, day, closeMs, session);
    const price = (instrument: MarketInstrument) => priceOf(instrument, view.price(instrument));
    // What has expired is settled; what is left is valued.
    for (const group of [...groups]) {
      const expired = group.legs.filter(
        ({ instrument, quantity }) =>
          quantity !== 0 && instrument.option !== null && instrument.option.expiryDay <= day,
      );
      if (expired.length === 0) continue;
      reduce(
        group,
        price,
        1,
        expired.map(({ instrument }) => instrument.key),
        "Settled at expiry.",
        closeMs,
      );
      if (group.legs.every(({ quantity }) => quantity === 0)) {
        finish(group, closeMs, "Settled at expiry.");
        groups = groups.filter((other) => other !== group);
        realisedNet += group.trade.netPaise;
        realisedGross += group.trade.grossPaise;
      }
    }
    for (const group of groups) mark(group, price);
    const openNet = openResult(groups, price);
    const openGross = groups.reduce((sum, group) => sum + grossOf(group, price), 0);
    days.push({
      day: iso,
      netPaise: realisedNet + openNet - fees,
      grossPaise: realisedGross + openGross,
      feePaise: fees,
      marginPaise: groups.length === 0 ? 0 : marginOf(heldOf(groups), pricingAt(view, market, closeMs)),
      trades: trades.length,
      benchmark: Math.round(tape.priceAt(options.benchmarkKey, closeMs) * 100) / 100,
    });
    dayStartPaise = realisedNet + openNet - fees;
    if (day === options.toDay || !hasTradingDayAfter(market.paths, day, options.toDay))
      for (const group of groups) {
        group.trade.grossPaise = grossOf(group, price);
        group.trade.netPaise = group.trade.grossPaise - totalOf(group.trade.costs);
      }
  }
  return { days, trades };
}

function hasTradingDayAfter(
  paths: { isTradingDay(day: number): boolean },
  day: number,
  last: number,
): boolean {
  for (let next = day + 1; next <= last; next += 1) if (paths.isTradingDay(next)) return true;
  return false;
}

function open(
  wish: Extract<Decision, { do: "open" }>,
  id: number,
  context: RuleContext,
  price: (instrument: MarketInstrument) => number,
  groups: readonly OpenGroup[],
  balancePaise: number,
  tape: HistoryTape,
): OpenGroup | null {
  const { view, plan } = context;
  const needed = marginOf(
    [
      ...heldOf(groups),
      ...wish.legs.map(({ instrument, quantity, product }) => ({ instrument, quantity, product })),
    ],
    pricingAt(view, tape.market, view.atMs),
  );
  // The same as for deployments: what the capital does not carry is passed by.
  if (needed > Math.min(balancePaise, context.capitalRupees * 100)) return null;
  const trade: BacktestTrade = {
    number: id,
    tag: wish.tag,
    openedAt: new Date(view.atMs).toISOString(),
    closedAt: null,
    legs: [],
    grossPaise: 0,
    costs: { ...NO_COSTS },
    netPaise: 0,
    favourablePaise: 0,
    adversePaise: 0,
    marginPaise: needed,
    entryReason: wish.reason,
    exitReason: "",
  };
  const legs = wish.legs.map((leg): OpenLeg => {
    const entryPaise = price(leg.instrument);
    charge(trade, leg.instrument, leg.product, leg.quantity, entryPaise);
    return {
      instrument: leg.instrument,
      product: leg.product as OpenLeg["product"],
      quantity: leg.quantity,
      entryPaise,
      cashPaise: 0,
      closedQuantity: 0,
      closedValue: 0,
    };
  });
  trade.legs = legs.map(({ instrument, quantity, entryPaise }) => ({
    symbol: instrument.symbol,
    side: quantity > 0 ? "BUY" : "SELL",
    quantity: Math.abs(quantity),
    entryPaise,
    exitPaise: null,
  }));
  return {
    id: `g${id}`,
    tag: wish.tag,
    openedAtMs: view.atMs,
    openedSession: view.session,
    spotAtOpen: view.spot(plan.watched[0] ?? ""),
    bestRupees: 0,
    isReduced: false,
    legs,
    trade,
  };
}

/** Slippage is half of the usual spread, at least one tick, on each fill; it is a cost line of its own. */
function charge(
  trade: BacktestTrade,
  instrument: MarketInstrument,
  product: OpenLeg["product"],
  signed: number,
  pricePaise: number,
): void {
  const quantity = Math.abs(signed);
  const kind = instrument.kind === "OPTIDX" || instrument.kind === "OPTSTK" ? instrument.kind : "EQUITY";
  const lines = chargesOf(kind, product, signed > 0 ? "BUY" : "SELL", quantity * pricePaise);
  const { costs } = trade;
  costs.brokeragePaise += lines.brokeragePaise;
  costs.transactionTaxPaise += lines.transactionTaxPaise;
  costs.exchangePaise += lines.exchangePaise;
  costs.regulatorPaise += lines.regulatorPaise;
  costs.stampDutyPaise += lines.stampDutyPaise;
  costs.gstPaise += lines.gstPaise;
  costs.slippagePaise += quantity * Math.max(1, Math.ceil(instrument.spreadTicks / 2)) * instrument.tickPaise;
}

function reduce(
  group: OpenGroup,
  price: (instrument: MarketInstrument) => number,
  share: number,
  only: readonly string[] | undefined,
  reason: string,
  atMs: number,
): void {
  for (const leg of group.legs) {
    if (leg.quantity === 0 || (only !== undefined && !only.includes(leg.instrument.key))) continue;
    const lot = leg.instrument.lotSize;
    const quantity =
      share === 1 ? Math.abs(leg.quantity) : Math.floor((Math.abs(leg.quantity) * share) / lot) * lot;
    if (quantity === 0) continue;
    const sign = Math.sign(leg.quantity);
    const exit = price(leg.instrument);
    leg.quantity -= sign * quantity;
    leg.cashPaise += sign * quantity * (exit - leg.entryPaise);
    leg.closedQuantity += quantity;
    leg.closedValue += quantity * exit;
    // Settling at expiry is no trade: the exchange charges nothing for it here.
    const isSettled = leg.instrument.option !== null && reason.startsWith("Settled");
    if (!isSettled) charge(group.trade, leg.instrument, leg.product, -sign * quantity, exit);
  }
  void atMs;
}

function finish(group: OpenGroup, atMs: number, reason: string): void {
  const { trade } = group;
  trade.closedAt = new Date(atMs).toISOString();
  trade.exitReason = reason;
  trade.grossPaise = group.legs.reduce((sum, { cashPaise }) => sum + cashPaise, 0);
  trade.netPaise = trade.grossPaise - totalOf(trade.costs);
  for (const [index, leg] of group.legs.entries()) {
    const shown = trade.legs[index];
    if (shown !== undefined) shown.exitPaise = Math.round(leg.closedValue / Math.max(1, leg.closedQuantity));
  }
}

function mark(group: OpenGroup, price: (instrument: MarketInstrument) => number): void {
  const gross = grossOf(group, price);
  const { trade } = group;
  trade.favourablePaise = Math.max(trade.favourablePaise, gross);
  trade.adversePaise = Math.min(trade.adversePaise, gross);
  const [first] = group.legs;
  if (first !== undefined) group.bestRupees = Math.max(group.bestRupees, price(first.instrument) / 100);
}

function grossOf(group: OpenGroup, price: (instrument: MarketInstrument) => number): number {
  return group.legs.reduce(
    (sum, leg) =>
      sum +
      leg.cashPaise +
      (leg.quantity === 0 ? 0 : leg.quantity * (price(leg.instrument) - leg.entryPaise)),
    0,
  );
}

function openResult(groups: readonly OpenGroup[], price: (instrument: MarketInstrument) => number): number {
  return groups.reduce((sum, group) => sum + grossOf(group, price) - totalOf(group.trade.costs), 0);
}

export function totalOf(costs: CostLines): number {
  return Object.values(costs).reduce((sum, line) => sum + line, 0);
}

function asSeen(group: OpenGroup, price: (instrument: MarketInstrument) => number): Group {
  return {
    ...group,
    legs: group.legs
      .filter(({ quantity }) => quantity !== 0)
      .map(({ instrument, quantity, entryPaise }) => ({
        instrument,
        quantity,
        entryRupees: entryPaise / 100,
        nowRupees: price(instrument),
      })),
  };
}

function heldOf(groups: readonly OpenGroup[]): Held[] {
  return groups.flatMap(({ legs }) =>
    legs.map(({ instrument, quantity, product }) => ({ instrument, quantity, product })),
  );
}

function pricingAt(view: RuleContext["view"], market: HistoryTape["market"], atMs: number) {
  return {
    price: (instrument: MarketInstrument) => view.price(instrument),
    spot: (key: string) => view.spot(key),
    priceAt: (option: MarketInstrument, spot: number) => market.optionPriceAt(option, spot, atMs),
  };
}

/** Whole ticks. */
function priceOf(instrument: MarketInstrument, rupees: number): number {
  return Math.max(
    instrument.tickPaise,
    Math.round((rupees * 100) / instrument.tickPaise) * instrument.tickPaise,
  );
}
