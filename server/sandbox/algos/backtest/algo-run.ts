// Runs an algo over the sandbox's history, bar by bar, with the step function of deployments
// (deployments/algo-step.ts). The execution model decides the fills. Charges are booked per cost line, and the
// manager's fee monthly. The record ends when the capital is exhausted.
import type { MissedSignal } from "../../../../app/contract/base-api/record.ts";
import { isoDayOf, weekdayOf } from "../../../../app/domain/time.ts";
import { rupeesText } from "../../rupees.ts";
import {
  beginSession,
  closeMarkedGroups,
  enforceDayLimit,
  enforceTradeLimit,
  followRule,
  type GroupPart,
  type OpenDecision,
  removeFinishedGroup,
  type SkippedSignal,
  type StepAccount,
  updateBestPrices,
} from "../deployments/algo-step.ts";
import { type AlgoMemory, readAlgoMemory, type StoredGroup } from "../deployments/positions.ts";
import { type PositionGroup, parseMinute, type RuleContext } from "../rules/rule.ts";
import type { Backtest } from "./backtest.ts";
import type { Execution } from "./execution.ts";
import { type HistoryTape, LAST_MINUTE, OPEN_MINUTE } from "./history-day.ts";
import { HistoryView } from "./history-view.ts";
import { findIdleSegments, type TradingDay } from "./idle-segments.ts";
import {
  computeGross,
  finishGroup,
  markLegs,
  type OpenGroup,
  openGroup,
  openResult,
  reduceGroup,
  sumCosts,
  toRuleGroup,
  updateExtremes,
} from "./position-book.ts";
import { RecordCapital } from "./record-capital.ts";
import { type BarContext, RecordMargins } from "./record-margins.ts";
import type { RecordPlan } from "./record-plans.ts";
import { RecordStart } from "./record-start.ts";

const EXCHANGE_UNREACHABLE = {
  kind: "away",
  reason: "The algo could not reach the exchange.",
} as const satisfies Partial<MissedSignal>;

const NO_GROUPS: readonly PositionGroup[] = [];
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
/** Value of `#nextCheck` when no further evaluation is due today. No session reaches this minute. */
const NEVER_TODAY = Number.POSITIVE_INFINITY;

type RunDay = {
  day: number;
  view: HistoryView;
  bar: BarContext;
  account: StepAccount;
  /** True if the algo's plan includes this weekday. */
  isTradingWeekday: boolean;
  /** Entry window, in minutes since the open. */
  firstMinute: number;
  lastMinute: number;
  before: { trades: number; passed: number; held: number };
};

export class AlgoRun {
  readonly #plan: RecordPlan;
  readonly #tape: HistoryTape;
  readonly #execution: Execution;
  readonly #capital: RecordCapital;
  readonly #margins: RecordMargins;
  readonly #memory: AlgoMemory = readAlgoMemory("{}");
  readonly #backtest: Backtest = {
    days: [],
    trades: [],
    missed: [],
    signalsPassed: 0,
    signalsAfterEnd: 0,
    idle: [],
    cashFlows: [],
    exhausted: null,
  };
  readonly #tradingDays: TradingDay[] = [];
  readonly #delivered = new Set<string>();
  /** Input of the rule. It is reused for all bars, because most bars lead to no decision. */
  readonly #context: RuleContext;
  readonly #barMinutes: number;
  #day: RunDay | null = null;
  #openGroups: OpenGroup[] = [];
  #session = 0;
  /** Minute of the next evaluation, counted from the open. */
  #nextCheck = NEVER_TODAY;
  #signals = 0;
  #month = "";
  #fees = 0;
  #realisedNet = 0;
  #realisedGross = 0;
  #dayStartPaise = 0;
  readonly #start = new RecordStart();

  constructor(plan: RecordPlan, tape: HistoryTape, execution: Execution) {
    this.#plan = plan;
    this.#tape = tape;
    this.#execution = execution;
    const capitalPaise = plan.plan.minAmountRupees * 100;
    this.#capital = new RecordCapital(capitalPaise);
    this.#margins = new RecordMargins(tape.market, execution);
    this.#barMinutes = plan.barSeconds / 60;
    this.#context = {
      plan: plan.plan,
      view: new HistoryView(tape.day(plan.fromDay), plan.barSeconds, 0),
      groups: [],
      today: this.#memory,
      capitalRupees: capitalPaise / 100,
      balanceRupees: capitalPaise / 100,
      multiplier: 1,
    };
  }

  finish(): Backtest {
    this.#start.finish(this.#backtest, this.#tradingDays);
    this.#backtest.idle = findIdleSegments(this.#tradingDays);
    return this.#backtest;
  }

  get #hasEnded(): boolean {
    return this.#backtest.exhausted !== null;
  }

  /** Starts a day. Returns false for a day outside the plan, which is skipped. */
  beginDay(day: number): boolean {
    const { plan, fromDay, toDay, barSeconds } = this.#plan;
    if (day < fromDay || day > toDay) return false;
    this.#session += 1;
    if (!this.#hasEnded) {
      this.#bookFee(day);
      this.#restartIfDue(day);
    }
    const weekday = WEEKDAYS[weekdayOf(day)];
    const view = new HistoryView(this.#tape.day(day), barSeconds, this.#session);
    const bar: BarContext = {
      view,
      atMs: view.atMs,
      execution: this.#execution,
      delivered: this.#delivered,
    };
    const account = this.#accountOf(bar, () => this.#mayOpen);
    const { from, to } = plan.rules;
    this.#context.view = view;
    this.#day = {
      day,
      view,
      bar,
      account,
      isTradingWeekday: weekday !== undefined && plan.days.includes(weekday),
      firstMinute: parseMinute(from) - OPEN_MINUTE,
      lastMinute: parseMinute(to) - OPEN_MINUTE,
      before: {
        trades: this.#backtest.trades.length,
        passed: this.#backtest.signalsPassed,
        held: this.#openGroups.length,
      },
    };
    this.#nextCheck = this.#nextCheckFrom(0);
    return true;
  }

  get #today(): RunDay {
    if (this.#day === null) throw new Error("no day has begun");
    return this.#day;
  }

  get #mayOpen(): boolean {
    const { isTradingWeekday, day } = this.#today;
    return isTradingWeekday && this.#memory.dayStopped !== day;
  }

  /** Returns the next bar at which a position is held or may be opened. Otherwise returns `NEVER_TODAY`. */
  #nextCheckFrom(minute: number): number {
    const next = Math.ceil(minute / this.#barMinutes) * this.#barMinutes;
    if (this.#openGroups.length > 0) return next;
    const { firstMinute, lastMinute } = this.#today;
    const opening = Math.max(next, Math.ceil(firstMinute / this.#barMinutes) * this.#barMinutes);
    return this.#mayOpen && opening <= lastMinute ? opening : NEVER_TODAY;
  }

  /** Evaluates the due bars before minute `end`, counted from the open. */
  checkBefore(end: number): void {
    const { view, bar, day, account } = this.#today;
    while (this.#nextCheck < end && this.#nextCheck <= LAST_MINUTE) {
      view.moveTo(this.#nextCheck);
      bar.atMs = view.atMs;
      this.#step(day, view, account);
      this.#nextCheck = this.#nextCheckFrom(this.#nextCheck + 1);
    }
  }

  /** Books the manager's fee on the first trading day of a month, as deployments do. */
  #bookFee(day: number): void {
    const month = isoDayOf(day).slice(0, 7);
    if (month === this.#month) return;
    this.#month = month;
    this.#fees += this.#plan.feeMonthlyPaise;
  }

  /** Books only the current month's fee, because the record now begins with its first position. */
  #restartFees(): void {
    this.#fees = 0;
    this.#month = "";
    this.#dayStartPaise = 0;
    this.#bookFee(this.#today.day);
  }

  /** Starts a new segment if one is due: fresh capital replaces the losses before the day opens. */
  #restartIfDue(day: number): void {
    const paidIn = this.#capital.restart(this.#realisedNet - this.#fees);
    if (paidIn !== null) this.#backtest.cashFlows.push({ day: isoDayOf(day), ...paidIn });
  }

  #step(day: number, view: HistoryView, account: StepAccount): void {
    const memory = this.#memory;
    for (const book of this.#openGroups) {
      markLegs(book, view);
      updateExtremes(book);
    }
    const netPaise = openResult(this.#openGroups) + this.#realisedNet - this.#fees;
    const { capitalPaise } = this.#capital;
    const context = this.#context;
    context.groups = this.#openGroups.length === 0 ? NO_GROUPS : this.#openGroups.map(toRuleGroup);
    // After the end of the record the rules run with the full capital, so that their signals are counted.
    context.balanceRupees = (this.#hasEnded ? capitalPaise : this.#capital.balancePaise(netPaise)) / 100;
    beginSession(memory, this.#session);
    updateBestPrices(memory, context);
    enforceTradeLimit(memory, context);
    if (!this.#hasEnded) enforceDayLimit(memory, context, day, netPaise - this.#dayStartPaise);
    followRule(context, memory, account);
    closeMarkedGroups(memory, account);
  }

  /** Returns the record's account for the step function, at the current bar. */
  #accountOf(bar: BarContext, mayOpen: () => boolean): StepAccount {
    return {
      mayOpen,
      shortOfCapital: (decision) => this.#shortOfCapital(bar, decision),
      skipSignal: (signal, why) => this.#skipSignal(bar, signal, `${signal.reason} Not opened: ${why}`),
      open: (group, decision) => this.#open(bar, group, decision),
      close: (group, part) => this.#close(bar, group, part),
    };
  }

  #shortOfCapital(bar: BarContext, decision: OpenDecision): string | null {
    if (this.#hasEnded) return "the record has ended.";
    const needed = this.#margins.toOpen(bar, this.#openGroups, decision);
    const there = this.#capital.freePaise(this.#realisedNet - this.#fees);
    return needed <= there
      ? null
      : `it would block ${rupeesText(Math.ceil(needed / 100))}, and ${rupeesText(Math.floor(there / 100))} are there.`;
  }

  #skipSignal(bar: BarContext, signal: SkippedSignal, reason: string): void {
    if (this.#hasEnded) {
      this.#backtest.signalsAfterEnd += 1;
      return;
    }
    this.#backtest.missed.push({ at: new Date(bar.atMs).toISOString(), kind: "capital", reason });
    this.#backtest.signalsPassed += 1;
    const isForLoss =
      signal.do === "pass" ||
      this.#margins.toOpen(bar, this.#openGroups, signal) <= this.#capital.capitalPaise;
    this.#capital.countMissedSignal(this.#session, isForLoss);
  }

  #open(bar: BarContext, group: StoredGroup, decision: OpenDecision): void {
    this.#signals += 1;
    const missedEntry = this.#execution.isExchangeUnreachable(bar.atMs)
      ? EXCHANGE_UNREACHABLE
      : this.#execution.missedEntry(this.#signals, bar.atMs);
    if (missedEntry !== null) {
      this.#backtest.missed.push({ at: new Date(bar.atMs).toISOString(), ...missedEntry });
      this.#memory.groups = this.#memory.groups.filter((other) => other !== group);
      return;
    }
    this.#capital.countFollowedSignal();
    if (this.#start.begin(this.#backtest, this.#tradingDays)) this.#restartFees();
    const needed = this.#margins.with(bar, this.#openGroups, decision.legs);
    const number = this.#backtest.trades.length + 1;
    const { view } = bar;
    const context = { view, plan: this.#plan.plan };
    const book = openGroup(decision, { stored: group, number, marginPaise: needed }, context, bar);
    this.#openGroups.push(book);
    this.#backtest.trades.push(book.trade);
  }

  /**
   * Closes a group or a part of it. Does nothing while the exchange is unreachable; the next evaluation tries again.
   */
  #close(bar: BarContext, group: StoredGroup, part: GroupPart): boolean {
    const book = this.#openGroups.find(({ stored }) => stored === group);
    if (book === undefined || this.#execution.isExchangeUnreachable(bar.atMs)) return false;
    const reason = part.reason ?? group.closing ?? "Exit.";
    reduceGroup(book, part.share ?? 1, part.only, reason, bar);
    if (book.legs.every(({ quantity }) => quantity === 0)) this.#finish(book, bar.atMs, reason);
    return true;
  }

  #finish(book: OpenGroup, atMs: number, reason: string): void {
    finishGroup(book, atMs, reason);
    const { trade } = book;
    this.#openGroups = this.#openGroups.filter((other) => other !== book);
    this.#realisedNet += trade.netPaise;
    this.#realisedGross += trade.grossPaise;
    removeFinishedGroup(this.#memory, book.stored, trade.grossPaise - trade.costs.slippagePaise, atMs);
  }

  endDay(): void {
    const { day, bar, view, before } = this.#today;
    view.moveTo(LAST_MINUTE);
    bar.atMs = view.atMs;
    if (this.#hasEnded) return;
    for (const book of this.#openGroups) markLegs(book, view);
    this.#settle(day, bar);
    for (const book of this.#openGroups) updateExtremes(book);
    const openNet = openResult(this.#openGroups);
    const openGross = this.#openGroups.reduce((sum, { grossPaise }) => sum + grossPaise, 0);
    const made = this.#backtest;
    const netPaise = this.#realisedNet + openNet - this.#fees;
    const iso = isoDayOf(day);
    made.days.push({
      day: iso,
      netPaise,
      grossPaise: this.#realisedGross + openGross,
      feePaise: this.#fees,
      marginPaise: this.#openGroups.length === 0 ? 0 : this.#margins.with(bar, this.#openGroups, []),
      trades: made.trades.length,
      benchmark: Math.round(view.spot(this.#plan.benchmark.key) * 100) / 100,
    });
    this.#dayStartPaise = netPaise;
    this.#tradingDays.push({
      day: iso,
      feePaise: this.#fees,
      signalsPassed: made.signalsPassed - before.passed,
      isIdle: before.held === 0 && this.#openGroups.length === 0 && made.trades.length === before.trades,
    });
    // The record ends on the day that exhausts its capital, so that no stored day has to be removed later.
    const end = this.#openGroups.length === 0 ? this.#capital.endOn(iso, this.#session, netPaise) : null;
    const postponesEnd = this.#plan.evidence === "backtest" && this.#start.postponesEnd(made, end);
    if (!postponesEnd) made.exhausted = end;
    if (made.exhausted === null)
      for (const book of this.#openGroups) {
        // If this is the record's last day, the open positions are valued at the day's close.
        book.trade.grossPaise = computeGross(book);
        book.trade.netPaise = book.trade.grossPaise - sumCosts(book.trade.costs);
      }
  }

  /** Settles expired contracts at the close. */
  #settle(day: number, bar: BarContext): void {
    for (const book of [...this.#openGroups]) {
      const expired = book.legs.filter(
        ({ instrument, quantity }) =>
          quantity !== 0 && instrument.option !== null && instrument.option.expiryDay <= day,
      );
      if (expired.length === 0) continue;
      const keys = expired.map(({ instrument }) => instrument.key);
      reduceGroup(book, 1, keys, "Settled at expiry.", bar);
      if (book.legs.every(({ quantity }) => quantity === 0))
        this.#finish(book, bar.atMs, "Settled at expiry.");
    }
  }
}
