// Runs a strategy's rules over the sandbox's history, bar by bar: entries and exits at the bar's price with slippage, charges line by
// line, the algo's fee by the month, its own stops. Pure and deterministic: the same plan, execution and days give the same record.
import { isoDayOf } from "../../../../app/wire/market-sessions.ts";
import type {
  EndKind,
  IdleSegment,
  MissedSignal,
  RecordDay,
  RecordTrade,
} from "../../../../app/wire/record.ts";
import { marginOf } from "../../broker/margin.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import { isStopped } from "../playbooks/playbook.ts";
import { minuteOf, type RuleContext, resultOf, type SessionMemory } from "../rules/rule.ts";
import { RULES } from "../rules/rules.ts";
import type { Execution } from "./execution.ts";
import { type HistoryTape, historyView } from "./history-view.ts";
import {
  asSeen,
  finish,
  grossOf,
  heldOf,
  mark,
  type OpenGroup,
  open,
  openResult,
  priceOf,
  pricingAt,
  reduce,
  totalOf,
} from "./position-book.ts";
import type { RecordPlan } from "./record-plans.ts";

/** A trade of the record, with the tag that its rule knows it by. */
export type BacktestTrade = RecordTrade & { tag: string };
/** A day of the record before it is sealed. */
export type BacktestDay = Omit<RecordDay, "hash">;
export type Backtest = {
  days: BacktestDay[];
  trades: BacktestTrade[];
  missed: MissedSignal[];
  /** Signals that the capital did not carry, to the end, and those after it. */
  signalsPassed: number;
  signalsAfterEnd: number;
  idle: IdleSegment[];
  /** The end for want of capital; null where there was none. */
  exhausted: { on: string; kind: EndKind; reason: string } | null;
};

const FEE_GST = 0.18;
const AWAY = {
  kind: "away",
  reason: "The algo could not reach the exchange.",
} as const satisfies Partial<MissedSignal>;

export function runBacktest(run: { plan: RecordPlan; tape: HistoryTape; execution: Execution }): Backtest {
  const { tape, execution, plan: options } = run;
  const { plan } = options;
  const { market } = tape;
  const rule = RULES[plan.playbook];
  const capitalRupees = plan.minAmountRupees;
  const days: BacktestDay[] = [];
  const trades: BacktestTrade[] = [];
  const missed: MissedSignal[] = [];
  let signals = 0;
  let signalsPassed = 0;
  let groups: OpenGroup[] = [];
  let nextId = 1;
  let session = 0;
  let realisedNet = 0;
  let realisedGross = 0;
  let fees = 0;
  let month = -1;
  let dayStartPaise = 0;
  const delivered = new Set<string>();

  for (let day = options.fromDay; day <= options.toDay; day += 1) {
    if (!market.paths.isFullDay(day)) continue;
    session += 1;
    const iso = isoDayOf(day);
    const thisMonth = Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7));
    // What has lost so much of its capital has stopped: no fee, no trade.
    const isSpent = groups.length === 0 && isStopped(capitalRupees, capitalRupees + dayStartPaise / 100);
    if (thisMonth !== month && !isSpent) {
      month = thisMonth;
      fees += Math.round(options.feeMonthlyRupees * 100 * (1 + FEE_GST));
    }
    const today: SessionMemory = { opened: [], lossesInARow: 0, lastClosedMs: 0 };
    const weekday =
      ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][new Date(day * 86_400_000).getUTCDay()] ?? "";
    const isOwnDay = plan.days.includes(weekday) && !isSpent;
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
      const isAway = execution.isAway(atMs);

      const dayResult = openResult(groups, price) + realisedNet - fees - dayStartPaise;
      const perDay = plan.perDayPercent === null ? null : capitalRupees * plan.perDayPercent;
      const close = (group: OpenGroup, reason: string, share = 1, only?: readonly string[]) => {
        reduce(group, price, share, only, reason, { execution, atMs, delivered });
        if (group.legs.some(({ quantity }) => quantity !== 0)) return;
        finish(group, atMs, reason);
        groups = groups.filter((other) => other !== group);
        realisedNet += group.trade.netPaise;
        realisedGross += group.trade.grossPaise;
        today.lossesInARow = group.trade.netPaise < 0 ? today.lossesInARow + 1 : 0;
        today.lastClosedMs = atMs;
      };
      if (perDay !== null && !isDayOver && !isAway && dayResult <= -perDay) {
        isDayOver = true;
        for (const group of [...groups])
          close(group, `The algo's own loss limit for the day, ${plan.perDayPercent}% of the capital.`);
      }
      const perTrade = plan.perTradePercent === null ? null : (capitalRupees * plan.perTradePercent) / 100;
      if (perTrade !== null && !isAway)
        for (const group of [...groups])
          if (resultOf(asSeen(group, view.price)) <= -perTrade)
            close(group, `The algo's own loss limit for one trade, ${plan.perTradePercent}% of the capital.`);

      const context: RuleContext = {
        plan,
        view,
        groups: groups.map((group) => asSeen(group, view.price)),
        today,
        capitalRupees,
        balanceRupees: capitalRupees + (dayResult + dayStartPaise) / 100,
        multiplier: 1,
      };
      for (const decision of rule(context)) {
        if (decision.do === "close") {
          // It wishes so again at the next bar.
          if (isAway) continue;
          const group = groups.find(({ id }) => id === decision.group);
          if (group === undefined) continue;
          if (decision.share !== undefined) group.isReduced = true;
          close(group, decision.reason, decision.share, decision.only);
        } else if (isOwnDay && !isDayOver) {
          today.opened.push(decision.tag);
          signals += 1;
          const miss = isAway ? AWAY : execution.miss(signals, atMs);
          if (miss !== null) {
            missed.push({ at: new Date(atMs).toISOString(), ...miss });
            continue;
          }
          const opened = open(
            decision,
            nextId,
            context,
            price,
            groups,
            capitalRupees * 100 + realisedNet - fees,
            tape,
            { execution, atMs, delivered },
          );
          if (opened === null) {
            signalsPassed += 1;
            continue;
          }
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
        { execution, atMs: closeMs, delivered },
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
      benchmark: Math.round(tape.priceAt(options.benchmark.key, closeMs) * 100) / 100,
    });
    dayStartPaise = realisedNet + openNet - fees;
    if (day === options.toDay || !hasTradingDayAfter(market.paths, day, options.toDay))
      for (const group of groups) {
        group.trade.grossPaise = grossOf(group, price);
        group.trade.netPaise = group.trade.grossPaise - totalOf(group.trade.costs);
      }
  }
  return { days, trades, missed, signalsPassed, signalsAfterEnd: 0, idle: [], exhausted: null };
}

function hasTradingDayAfter(paths: { isFullDay(day: number): boolean }, day: number, last: number): boolean {
  for (let next = day + 1; next <= last; next += 1) if (paths.isFullDay(next)) return true;
  return false;
}
