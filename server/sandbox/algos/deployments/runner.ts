// Runs deployments. Once a minute, as in records, each deployment evaluates its rule and sends the resulting orders.
// Once a second the trader's limits are checked and closing orders are sent. A step is one transaction, so a crash
// leaves it either complete or undone.

import { SCHEDULE_DAYS } from "../../../../app/contract/base-api/deployment.ts";
import { deploymentNoteText as text } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import type { Actor } from "../../../../app/domain/deployment-states.ts";
import { isTrading } from "../../../../app/domain/market-sessions.ts";
import { isoDayOf, istDay, MINUTE_MS, weekdayOf } from "../../../../app/domain/time.ts";
import type { Broker } from "../../broker/broker.ts";
import { DayEnd } from "../../broker/day-end.ts";
import { rupeesText } from "../../rupees.ts";
import { runAtOnce, type WorkSteps } from "../../slices.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { Plan } from "../catalogue/plans.ts";
import { getPlaybook } from "../playbooks/playbooks.ts";
import { algoClock } from "../rules/algo-clock.ts";
import { MarketViews } from "../rules/market-view.ts";
import { type Decision, parseMinute, type RuleContext } from "../rules/rule.ts";
import { AccountLimits } from "./account-limits.ts";
import {
  beginSession,
  closeMarkedGroups,
  followRule,
  type OpenDecision,
  removeFinishedGroup,
  type StepAccount,
  updateBestPrices,
} from "./algo-step.ts";
import { DeploymentOrders, deploymentAccount } from "./deployment-orders.ts";
import { type DeploymentRow, type DeploymentRows, parseTerms } from "./deployment-rows.ts";
import { bookFee } from "./fees.ts";
import { enforceGuards } from "./guards.ts";
import { OwnPositions } from "./own-positions.ts";
import { PnlHistory } from "./pnl-history.ts";
import {
  type AlgoMemory,
  legId,
  legStates,
  type PlannedOrder,
  readAlgoMemory,
  realisedPaise,
  type StoredGroup,
  toPositionGroup,
} from "./positions.ts";
import { computeResult } from "./results.ts";

/** Number of consecutive rejected openings after which entries pause. */
const MAX_REJECTS_IN_A_ROW = 3;

export type RunnerOptions = {
  db: SandboxDatabase;
  broker: Broker;
  rows: DeploymentRows;
  /** True if the market never closes: an algo's sessions then start with its deployment. */
  isRoundTheClock: boolean;
  onFault: (fault: unknown) => void;
};

export class Runner {
  readonly #options: RunnerOptions;
  readonly #views: MarketViews;
  readonly #dayEnd: DayEnd;
  readonly #orders: DeploymentOrders;
  readonly #limits: AccountLimits;
  readonly #positions: OwnPositions;
  readonly #history: PnlHistory;
  #killsCheckedAt = Number.NEGATIVE_INFINITY;
  #isFirstStep = true;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#views = new MarketViews(options.broker.market);
    this.#orders = new DeploymentOrders(options);
    this.#dayEnd = new DayEnd(options.db, options.broker);
    this.#limits = new AccountLimits(options);
    this.#positions = new OwnPositions(options);
    this.#history = new PnlHistory(options);
  }

  tick(): void {
    runAtOnce(this.steps());
  }

  /** Evaluates every deployment once, one per step. A fault of one deployment does not stop the others. */
  *steps(): WorkSteps {
    const { broker, rows, onFault } = this.#options;
    const guarded = (work: () => void) => {
      try {
        work();
      } catch (fault) {
        onFault(fault);
      }
    };
    const parts = [broker.steps(), this.#dayEnd.steps()];
    if (this.#isFirstStep) {
      parts.unshift(this.#history.missedCloses());
      // Runs again after the settlement of contracts that expired while the sandbox was not running.
      parts.push(this.#history.missedCloses());
    }
    this.#isFirstStep = false;
    for (const part of parts)
      try {
        yield* part;
      } catch (fault) {
        onFault(fault);
      }
    for (const row of rows.overdue(broker.now()))
      guarded(() =>
        broker.run(() => {
          rows.move(row, "expired", "provider", "The order was not confirmed in the order window in time.");
          rows.setBasket(row.id, null, null, null);
        }),
      );
    for (const clientId of this.#killedClients()) {
      guarded(() => broker.run(() => this.#positions.closeHandedOver(clientId)));
      yield;
    }
    for (const { clientId, mode } of this.#limits.watched()) {
      guarded(() => broker.run(() => this.#limits.watch(clientId, mode)));
      yield;
    }
    for (const { id } of rows.running()) {
      guarded(() =>
        broker.run(() => {
          const row = rows.byId(id);
          if (row !== undefined) this.#step(row);
        }),
      );
      yield;
    }
  }

  /** Returns the clients with an active kill switch if the last check is at least a minute old; otherwise none. */
  #killedClients(): string[] {
    const { broker, db } = this.#options;
    const now = broker.now();
    if (now - this.#killsCheckedAt < MINUTE_MS && now >= this.#killsCheckedAt) return [];
    this.#killsCheckedAt = now;
    const killed = db.prepare("SELECT client_id AS id FROM kill_switches WHERE is_active = 1").all();
    return (killed as { id: string }[]).map(({ id }) => id);
  }

  /** Returns the input of the rule and its current positions, for steps and baskets. */
  context(row: DeploymentRow, plan: Plan, memory: AlgoMemory): RuleContext {
    const { broker, db, rows, isRoundTheClock } = this.#options;
    const now = broker.now();
    const [watched = ""] = plan.watched;
    const segment = watched.startsWith("IDX_I") ? "IDX_I" : "NSE_EQ";
    const day = istDay(now);
    const hours = isRoundTheClock
      ? null
      : {
          ...(broker.market.paths.hours(segment, day) ?? { fromMs: now, toMs: now }),
          session: broker.market.tapes.days.fullDays(day),
        };
    const clock = algoClock({
      atMs: now,
      hours,
      startedAtMs: row.started_at ?? now,
      entryMinute: parseMinute(plan.rules.from),
    });
    const states = legStates(db, row.id);
    const groups = memory.groups
      .filter(({ closing }) => closing === null)
      .map((stored) => toPositionGroup(stored, states, broker))
      .filter(({ legs }) => legs.length > 0);
    return {
      plan,
      view: this.#views.at(now, clock),
      groups,
      today: memory,
      capitalRupees: row.capital_rupees,
      balanceRupees: row.capital_rupees + (computeResult(row, rows, broker)?.totalPaise ?? 0) / 100,
      multiplier: parseTerms(row).multiplier,
    };
  }

  /** Returns the positions that the rule would open now, ignoring the time of day. */
  openingDecisions(row: DeploymentRow, plan: Plan): Decision[] {
    const context = this.context(row, plan, readAlgoMemory("{}"));
    const from = parseMinute(plan.rules.from);
    const minute = Math.min(Math.max(context.view.minute, from), parseMinute(plan.rules.to));
    return getPlaybook(plan)
      .rule({ ...context, view: { ...context.view, minute } })
      .filter((decision) => decision.do === "open");
  }

  #step(row: DeploymentRow): void {
    const { broker, rows } = this.#options;
    const known = rows.version(row.strategy_id, row.version);
    if (known === null) {
      if (row.state === "active")
        rows.move(row, "pause", "provider", "The rules of this version are missing.");
      return;
    }
    const { plan } = known;
    const memory = readAlgoMemory(row.memory);
    const before = JSON.stringify(memory);
    const context = this.context(row, plan, memory);
    const now = broker.now();
    const day = istDay(now);
    beginSession(memory, context.view.session);
    if (memory.tradesDay !== day) Object.assign(memory, { tradesDay: day, tradesToday: 0 });

    bookFee(this.#options, row, deploymentAccount(row), known.strategy.fee.monthlyRupees, memory);
    this.#clearFinished(row, memory);
    const isLook = this.#isRuleDue(memory, context);
    if (isLook) updateBestPrices(memory, context);
    const current = enforceGuards(this.#options, row, memory, isLook ? context : null);
    const canTrade = plan.watched.some((key) => {
      const segment = key.startsWith("IDX_I") ? "NSE_FNO" : "NSE_EQ";
      return isTrading(broker.market.session(segment, now));
    });
    if (canTrade) {
      const account = this.#accountOf(current, plan, memory);
      if (current.state === "exiting")
        for (const group of memory.groups)
          group.closing ??= current.reason ?? "Exit requested by the trader.";
      else if (isLook) followRule(context, memory, account);
      closeMarkedGroups(memory, account);
    }
    this.#clearFinished(current, memory);
    const after = JSON.stringify(memory);
    if (after !== before) rows.setMemory(row.id, after);
    this.settleIfFlat({ ...current, memory: after });
  }

  /** True if the rule is due: at the first step of a minute on the algo's clock, on trading days of normal length. */
  #isRuleDue(memory: AlgoMemory, { view }: RuleContext): boolean {
    const { broker, isRoundTheClock } = this.#options;
    const look = `${view.session} ${view.minute}`;
    if (memory.look === look) return false;
    memory.look = look;
    return isRoundTheClock || broker.market.paths.isFullDay(istDay(broker.now()));
  }

  /** Completes an exit when there is no position and no open order. */
  settleIfFlat(row: DeploymentRow): void {
    const { broker, rows } = this.#options;
    if (row.state !== "exiting" || readAlgoMemory(row.memory).groups.length > 0) return;
    if (broker.orders.open({ deploymentId: row.id }).length === 0)
      rows.move(row, "flat", "provider", row.reason);
  }

  /** Removes the groups that have no position and no open order. */
  #clearFinished(row: DeploymentRow, memory: AlgoMemory): void {
    const { broker, db } = this.#options;
    if (memory.groups.length === 0) return;
    const states = legStates(db, row.id);
    const waiting = broker.orders.open({ deploymentId: row.id });
    for (const group of [...memory.groups]) {
      const isHeld = group.legs.some((_, index) => (states.get(legId(group, index))?.quantity ?? 0) !== 0);
      const isWaiting = waiting.some(({ leg }) => leg?.startsWith(`${group.id}.`));
      if (isHeld || isWaiting) continue;
      const hasTraded = group.legs.some((_, index) => states.has(legId(group, index)));
      if (hasTraded) removeFinishedGroup(memory, group, realisedPaise(group, states), broker.now());
      else memory.groups = memory.groups.filter((other) => other !== group);
    }
  }

  /** Returns the deployment's account at the broker for the step function. */
  #accountOf(row: DeploymentRow, plan: Plan, memory: AlgoMemory): StepAccount {
    return {
      mayOpen: () => this.#mayOpen(row, plan, memory),
      shortOfCapital: (decision) => this.#shortOfCapital(row, decision),
      skipSignal: (decision, why) =>
        this.#options.rows.record(row, "passed_by", "provider", `${decision.reason} Not opened: ${why}`),
      open: (group, decision) => this.#open(row, memory, group, decision),
      close: (group, part) => this.#orders.close(row, group, part),
    };
  }

  #mayOpen(row: DeploymentRow, plan: Plan, memory: AlgoMemory): boolean {
    const { broker, rows, isRoundTheClock } = this.#options;
    if (row.state !== "active" || broker.isKilled(row.client_id)) return false;
    if (this.#limits.blockedReasonToday(row.client_id, row.mode) !== null) return false;
    const terms = parseTerms(row);
    const now = broker.now();
    const day = istDay(now);
    if (memory.dayStopped === day || isoDayOf(day) < terms.startOn) return false;
    const weekday = SCHEDULE_DAYS[(weekdayOf(day) + 6) % 7];
    if (weekday === undefined || !terms.days.includes(weekday)) return false;
    // In a market that never closes, weekends count as trading days for algos that trade on all weekdays.
    const isOwnDay = plan.days.includes(weekday) || (isRoundTheClock && plan.days.length === 5);
    if (!isOwnDay) return false;
    const most = terms.guards.tradesPerDay;
    if (most === null || memory.tradesToday < most) return true;
    if (memory.guardToldDay !== day) {
      memory.guardToldDay = day;
      rows.record(row, "trades_reached", "guard", text.tradesReached(most));
    }
    return false;
  }

  #open(row: DeploymentRow, memory: AlgoMemory, group: StoredGroup, decision: OpenDecision): void {
    const { rows } = this.#options;
    for (const [index, leg] of decision.legs.entries()) {
      const refused = this.#orders.send(
        row,
        {
          leg: legId(group, index),
          instrument: leg.instrument.key,
          product: leg.product,
          signed: leg.quantity,
        },
        decision.reason,
      );
      if (refused === null) continue;
      // Entries are all-or-nothing: after a rejected leg, no more legs are sent and the earlier ones are cancelled or
      // closed.
      group.closing = `A leg was rejected: ${refused}`;
      memory.rejectsInARow += 1;
      if (memory.rejectsInARow < MAX_REJECTS_IN_A_ROW) return;
      const reason = `${MAX_REJECTS_IN_A_ROW} orders in a row were rejected. Last reason: ${refused}`;
      rows.move(row, "pause", "provider", reason);
      return;
    }
    memory.rejectsInARow = 0;
  }

  /**
   * Returns why a position is too large for the deployment's capital, otherwise null. Such a position is skipped
   * instead of being sent and rejected.
   */
  #shortOfCapital(row: DeploymentRow, decision: OpenDecision): string | null {
    const { broker } = this.#options;
    const orders = broker.pricing.legOrders(decision.legs);
    const charges = Math.max(0, ...orders.map(({ chargesPaise }) => chargesPaise));
    const needed = broker.peakMargin(row.id, orders) + charges;
    const balance =
      row.mode === "paper" ? paperBalance(broker, deploymentAccount(row)) : row.capital_rupees * 100;
    const there = Math.min(balance, row.capital_rupees * 100);
    return needed <= there
      ? null
      : `it requires ${rupeesText(Math.ceil(needed / 100))}, and ${rupeesText(Math.floor(there / 100))} are available.`;
  }

  /** Previews the orders that would close a group, without cancelling or sending any order. */
  exitOrders(row: DeploymentRow, group: StoredGroup): PlannedOrder[] {
    return this.#orders.exitOrders(row, group, {}, true);
  }

  /** Pauses all deployments of an algo that its manager, the provider or an exchange has halted. */
  halt(strategyId: string, by: Actor, reason: string): void {
    const { broker, rows } = this.#options;
    broker.run(() => {
      for (const row of rows.running())
        if (row.strategy_id === strategyId && row.state === "active") rows.move(row, "pause", by, reason);
    });
  }
}

/** Returns the balance of a paper account: cash plus the cost of all positions, including delivery shares. */
function paperBalance(broker: Broker, account: string): number {
  return broker
    .positions({ account })
    .reduce((sum, { costPaise }) => sum + costPaise, broker.ledger.balance(account) ?? 0);
}
