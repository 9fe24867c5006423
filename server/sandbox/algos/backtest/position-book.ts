// Positions of a backtest: opened and reduced at the bar's price, with charges and slippage as separate lines. They are
// marked at every bar to record the largest gain and loss.
import type { OrderProduct } from "../../../../app/contract/base-api/order.ts";
import type { CostLines } from "../../../../app/contract/base-api/record.ts";
import { istDay } from "../../../../app/domain/time.ts";
import { type Charges, computeCharges, computeSettlementCharges } from "../../broker/charges.ts";
import type { MarginPosition } from "../../broker/margin.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import type { StoredGroup } from "../deployments/positions.ts";
import type { Decision, HeldLeg, PositionGroup, RuleContext } from "../rules/rule.ts";
import type { BacktestTrade } from "./backtest.ts";
import type { Execution } from "./execution.ts";
import type { DayPrices, HistoryDay } from "./history-day.ts";
import type { HistoryView } from "./history-view.ts";

type OpenLeg = HeldLeg & {
  product: OrderProduct;
  entryPaise: number;
  /** `nowRupees` at the bar of the last `markLegs`, rounded to the tick. */
  nowPaise: number;
  /** Signed cash flow of the closed part, before slippage. */
  cashPaise: number;
  closedQuantity: number;
  closedValue: number;
  /** Cached prices of the leg's instrument, and the day that they belong to. */
  prices: DayPrices;
  pricesDay: HistoryDay;
};
export type OpenGroup = {
  stored: StoredGroup;
  /** The group as the rule reads it. It contains the held legs only, in the order of `legs`. */
  ruleGroup: PositionGroup;
  legs: OpenLeg[];
  trade: BacktestTrade;
  /** Result before costs at the last bar, in paise, and total costs so far. */
  grossPaise: number;
  costsPaise: number;
};

/** Time and execution model of a trade. */
export type TradeInstant = {
  execution: Execution;
  atMs: number;
  /** Days and shares whose depository charge is already booked. */
  delivered: Set<string>;
};

export const NO_COSTS: CostLines = {
  brokeragePaise: 0,
  transactionTaxPaise: 0,
  exchangePaise: 0,
  regulatorPaise: 0,
  stampDutyPaise: 0,
  gstPaise: 0,
  slippagePaise: 0,
};

/** Opens a position at the current prices. `marginPaise` is the margin of all positions including this one. */
export function openGroup(
  decision: Extract<Decision, { do: "open" }>,
  { stored, number, marginPaise }: { stored: StoredGroup; number: number; marginPaise: number },
  { view, plan }: Pick<RuleContext, "plan"> & { view: HistoryView },
  instant: TradeInstant,
): OpenGroup {
  const trade: BacktestTrade = {
    number,
    tag: decision.tag,
    openedAt: new Date(view.atMs).toISOString(),
    closedAt: null,
    legs: [],
    grossPaise: 0,
    costs: { ...NO_COSTS },
    netPaise: 0,
    favourablePaise: 0,
    adversePaise: 0,
    marginPaise,
    entryReason: decision.reason,
    exitReason: "",
  };
  const legs = decision.legs.map((leg): OpenLeg => {
    const nowRupees = view.price(leg.instrument);
    const entryPaise = roundToTick(leg.instrument, nowRupees);
    charge(trade, leg, leg.quantity, entryPaise, false, instant);
    return {
      instrument: leg.instrument,
      product: leg.product as OpenLeg["product"],
      quantity: leg.quantity,
      entryPaise,
      entryRupees: entryPaise / 100,
      nowPaise: entryPaise,
      nowRupees,
      cashPaise: 0,
      closedQuantity: 0,
      closedValue: 0,
      prices: view.today.pricesOf(leg.instrument),
      pricesDay: view.today,
    };
  });
  trade.legs = legs.map(({ instrument, quantity, entryPaise }) => ({
    symbol: instrument.symbol,
    side: quantity > 0 ? "BUY" : "SELL",
    quantity: Math.abs(quantity),
    entryPaise,
    exitPaise: null,
  }));
  const ruleGroup: PositionGroup = {
    id: stored.id,
    tag: decision.tag,
    openedAtMs: view.atMs,
    openedSession: view.session,
    spotAtOpen: view.spot(plan.watched[0] ?? ""),
    bestRupees: stored.bestRupees,
    isReduced: stored.isReduced,
    legs,
  };
  return { stored, ruleGroup, legs, trade, grossPaise: 0, costsPaise: sumCosts(trade.costs) };
}

/** Books the costs of an order. Slippage is a separate cost line, so the legs keep the signal's prices. */
function charge(
  trade: BacktestTrade,
  { instrument, product }: { instrument: MarketInstrument; product: OpenLeg["product"] },
  signed: number,
  pricePaise: number,
  isHeldFromBefore: boolean,
  { execution, atMs, delivered }: TradeInstant,
): void {
  const day = istDay(atMs);
  const delivery = `${day} ${instrument.key}`;
  const isDelivery = isHeldFromBefore && signed < 0 && product === "CNC" && instrument.kind === "EQUITY";
  const isFirstDelivery = isDelivery && !delivered.has(delivery);
  if (isFirstDelivery) delivered.add(delivery);
  const slippage = execution.slippagePaise(instrument, signed, pricePaise, atMs);
  const filled = execution.usesFillPrices === true ? Math.sign(signed) * slippage : 0;
  addCharges(
    trade.costs,
    computeCharges({
      instrument,
      product,
      side: signed > 0 ? "BUY" : "SELL",
      valuePaise: Math.abs(signed) * pricePaise + filled,
      day,
      isFirstDelivery,
    }),
    execution.costFactor,
  );
  trade.costs.slippagePaise += Math.round(slippage * (execution.costFactor ?? 1));
}

/** Adds an order's charges to the cost lines. In a record the depository's charge is part of the exchange line. */
function addCharges(costs: CostLines, lines: Charges, factor = 1): void {
  const times = (paise: number) => Math.round(paise * factor);
  costs.brokeragePaise += times(lines.brokeragePaise);
  costs.transactionTaxPaise += times(lines.transactionTaxPaise);
  costs.exchangePaise += times(lines.exchangePaise + lines.depositoryPaise);
  costs.regulatorPaise += times(lines.regulatorPaise);
  costs.stampDutyPaise += times(lines.stampDutyPaise);
  costs.gstPaise += times(lines.gstPaise);
}

export function reduceGroup(
  group: OpenGroup,
  share: number,
  only: readonly string[] | undefined,
  reason: string,
  instant: TradeInstant,
): void {
  const day = istDay(instant.atMs);
  for (const leg of group.legs) {
    if (leg.quantity === 0 || (only !== undefined && !only.includes(leg.instrument.key))) continue;
    const lot = leg.instrument.lotSize;
    const quantity =
      share === 1 ? Math.abs(leg.quantity) : Math.floor((Math.abs(leg.quantity) * share) / lot) * lot;
    if (quantity === 0) continue;
    const sign = Math.sign(leg.quantity);
    const exit = leg.nowPaise;
    leg.quantity -= sign * quantity;
    leg.cashPaise += sign * quantity * (exit - leg.entryPaise);
    leg.closedQuantity += quantity;
    leg.closedValue += quantity * exit;
    // Settlement at expiry is not a trade: only the tax on exercise applies.
    const isSettled = leg.instrument.option !== null && reason.startsWith("Settled");
    const { instrument } = leg;
    if (isSettled)
      addCharges(
        group.trade.costs,
        computeSettlementCharges({
          instrument,
          side: sign > 0 ? "SELL" : "BUY",
          valuePaise: quantity * exit,
          day,
        }),
        instant.execution.costFactor,
      );
    else charge(group.trade, leg, -sign * quantity, exit, istDay(group.ruleGroup.openedAtMs) < day, instant);
  }
  group.ruleGroup.legs = group.legs.filter(({ quantity }) => quantity !== 0);
  group.costsPaise = sumCosts(group.trade.costs);
}

export function finishGroup(group: OpenGroup, atMs: number, reason: string): void {
  const { trade } = group;
  trade.closedAt = new Date(atMs).toISOString();
  trade.exitReason = reason;
  trade.grossPaise = group.legs.reduce((sum, { cashPaise }) => sum + cashPaise, 0);
  trade.netPaise = trade.grossPaise - sumCosts(trade.costs);
  for (const [index, leg] of group.legs.entries()) {
    const tradeLeg = trade.legs[index];
    if (tradeLeg !== undefined)
      tradeLeg.exitPaise = Math.round(leg.closedValue / Math.max(1, leg.closedQuantity));
  }
}

/**
 * Values the open legs at the current bar. The first leg is valued even after it was closed, because the group's best
 * price depends on it.
 */
export function markLegs({ legs }: OpenGroup, { today, sinceOpen }: HistoryView): void {
  for (let index = 0; index < legs.length; index += 1) {
    const leg = legs[index];
    if (leg === undefined || (index > 0 && leg.quantity === 0)) continue;
    if (leg.pricesDay !== today) {
      leg.pricesDay = today;
      leg.prices = today.pricesOf(leg.instrument);
    }
    leg.nowRupees = leg.prices.at(sinceOpen);
    leg.nowPaise = roundToTick(leg.instrument, leg.nowRupees);
  }
}

/** Updates the group's gross result and its largest gain and loss, at the current prices of its legs. */
export function updateExtremes(group: OpenGroup): void {
  const gross = computeGross(group);
  const { trade } = group;
  group.grossPaise = gross;
  if (gross > trade.favourablePaise) trade.favourablePaise = gross;
  if (gross < trade.adversePaise) trade.adversePaise = gross;
}

export function computeGross({ legs }: OpenGroup): number {
  let paise = 0;
  for (let index = 0; index < legs.length; index += 1) {
    const leg = legs[index];
    if (leg === undefined) continue;
    paise += leg.cashPaise + (leg.quantity === 0 ? 0 : leg.quantity * (leg.nowPaise - leg.entryPaise));
  }
  return paise;
}

/** Returns the total result after costs of all groups at their last valuation. */
export function openResult(groups: readonly OpenGroup[]): number {
  let paise = 0;
  for (let index = 0; index < groups.length; index += 1) {
    const group = groups[index];
    if (group !== undefined) paise += group.grossPaise - group.costsPaise;
  }
  return paise;
}

export function sumCosts(costs: CostLines): number {
  return (
    costs.brokeragePaise +
    costs.transactionTaxPaise +
    costs.exchangePaise +
    costs.regulatorPaise +
    costs.stampDutyPaise +
    costs.gstPaise +
    costs.slippagePaise
  );
}

export function toRuleGroup({ ruleGroup, stored }: OpenGroup): PositionGroup {
  ruleGroup.bestRupees = stored.bestRupees;
  ruleGroup.isReduced = stored.isReduced;
  return ruleGroup;
}

export function toMarginPositions(groups: readonly OpenGroup[]): MarginPosition[] {
  return groups.flatMap(({ legs }) =>
    legs.map(({ instrument, quantity, product, entryPaise }) => ({
      instrument,
      quantity,
      product,
      costPaise: quantity * entryPaise,
    })),
  );
}

/**
 * Returns a price in paise. An option's price is rounded to its tick. Prices of shares and futures are already on the
 * tick of their day, which may differ from the tick at which the position was opened.
 */
function roundToTick({ option, tickPaise }: MarketInstrument, rupees: number): number {
  const step = option === null ? 1 : tickPaise;
  return Math.max(step, Math.round((rupees * 100) / step) * step);
}
