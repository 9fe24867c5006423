// A client's operations on deployments: create, answer the order window, control, read, and the kill switch. Every
// write is one transaction and is applied once per idempotency key.

import { randomBytes, randomUUID } from "node:crypto";
import type {
  ActionPreview,
  Basket,
  Deployment,
  DeploymentAction,
  DeploymentDetail,
  NewDeployment,
  NewVersionConsent,
  VersionDifference,
} from "../../../../app/contract/base-api/deployment.ts";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import {
  allowedActions,
  isEnded,
  isRunning,
  type TraderAction,
} from "../../../../app/domain/deployment-states.ts";
import { isoDayOf, istDay } from "../../../../app/domain/time.ts";
import { sha256 } from "../../../crypto/sha256.ts";
import { type Broker, liveAccount, OPENING_BALANCE_PAISE, paperAccount } from "../../broker/broker.ts";
import { toOrder } from "../../broker/order-rows.ts";
import { Conflict } from "../../refusal.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { haltedReason, readStrategy } from "../catalogue/strategy-rows.ts";
import { AccountLimits } from "./account-limits.ts";
import { basketLeg, buildBasket, sumCharges } from "./baskets.ts";
import { storeFormerConsent } from "./change-terms.ts";
import type { Controls } from "./controls.ts";
import { deploymentAccount } from "./deployment-orders.ts";
import {
  buildRequestedRow,
  type DeploymentRow,
  type DeploymentRows,
  parseConsent,
  parseTerms,
  type StoredConsent,
} from "./deployment-rows.ts";
import { describeOutlook } from "./outlook.ts";
import { legStates, readAlgoMemory } from "./positions.ts";
import { asPosition, computeResult } from "./results.ts";
import type { Runner } from "./runner.ts";
import { compareVersions } from "./version-difference.ts";

const ORDER_WINDOW_MS = 15 * 60_000;
const MAX_RUNNING = 25;

export type BasketAnswer = "confirmed" | "declined";

export class Deployments {
  readonly #db: SandboxDatabase;
  readonly #broker: Broker;
  readonly #rows: DeploymentRows;
  readonly #runner: Runner;
  readonly #controls: Controls;
  readonly #limits: AccountLimits;

  constructor(options: {
    db: SandboxDatabase;
    broker: Broker;
    rows: DeploymentRows;
    runner: Runner;
    controls: Controls;
  }) {
    this.#db = options.db;
    this.#broker = options.broker;
    this.#rows = options.rows;
    this.#runner = options.runner;
    this.#controls = options.controls;
    this.#limits = new AccountLimits(options);
  }

  /** Creates a deployment. Throws Conflict if the terms conflict with an existing deployment. */
  create(clientId: string, key: string, request: NewDeployment): Deployment {
    return this.#broker.run(() => {
      const made = this.#rows.byKey(clientId, key);
      if (made !== undefined) return this.#asDeployment(made);
      const strategy = readStrategy(this.#db, request.strategyId);
      if (strategy === null) throw new Conflict("No algo with this id was found.");
      this.#demandAllowed(clientId, request, strategy);
      const now = this.#broker.now();
      const { terms } = request;
      const row: DeploymentRow = {
        ...buildRequestedRow(clientId, strategy, terms, now),
        id: randomUUID(),
        idempotency_key: key,
        consent: JSON.stringify(this.#consent(request.consent ?? paperConsent(strategy), strategy.version)),
      };
      this.#rows.insert(row);
      this.#rows.record(row, "requested", "trader", null);
      if (terms.mode === "live") this.#broker.openAccount(liveAccount(clientId), OPENING_BALANCE_PAISE);
      else this.#broker.openAccount(paperAccount(row.id), row.capital_rupees * 100);
      if (request.consent === null) {
        this.#rows.start(row.id);
        return this.#asDeployment(this.#rows.move(row, "started", "trader", null) ?? row);
      }
      const basket = this.basketOf(row, strategy);
      this.#rows.setBasket(row.id, randomBytes(24).toString("base64url"), basket, now + ORDER_WINDOW_MS);
      return this.#asDeployment(this.#rows.move(row, "prepared", "provider", null) ?? row);
    });
  }

  #demandAllowed(clientId: string, request: NewDeployment, strategy: Strategy): void {
    const { terms } = request;
    if (strategy.status.state !== "open")
      throw new Conflict(
        `This algo is closed to new deployments. It has been ${strategy.status.state} since ${strategy.status.since}: ${strategy.status.reason ?? "no reason was given."}`,
      );
    if (request.version !== strategy.version)
      throw new Conflict(
        `The algo's version is now ${strategy.version}, not ${request.version}. Review the current version.`,
      );
    if (this.#broker.isKilled(clientId))
      throw new Conflict("The kill switch is on. No deployment can start until it is lifted.");
    if (strategy.instrument !== "Equity") {
      const known = this.#controls.riskAcknowledgement(clientId).version;
      const read = request.consent === null ? known : request.consent.riskDisclosureVersion;
      if (read === null || known !== read)
        throw new Conflict("Acknowledge the risk disclosure on derivatives first.");
    }
    if (terms.startOn < isoDayOf(istDay(this.#broker.now())))
      throw new Conflict("The start day is in the past.");
    if (this.#rows.active(clientId, strategy.id, terms.mode) !== undefined)
      throw new Conflict(
        `You have deployed ${strategy.name} ${terms.mode === "live" ? "live" : "on paper"} already. Stop that deployment first, or change it.`,
      );
    if (this.#rows.list(clientId).filter(({ state }) => !isEnded(state)).length >= MAX_RUNNING)
      throw new Conflict(`${MAX_RUNNING} deployments are running, which is the maximum.`);
  }

  #consent(
    consentText: { text: string; textVersion: string; riskDisclosureVersion?: string | null },
    version: string,
  ): StoredConsent {
    return {
      text: consentText.text,
      textVersion: consentText.textVersion,
      sha256: sha256(consentText.text),
      version,
      acceptedAt: this.#broker.now(),
      riskDisclosureVersion: consentText.riskDisclosureVersion ?? null,
    };
  }

  /** Returns the orders that would be sent now, with their margin and cost. */
  basketOf(row: DeploymentRow, strategy: Strategy): Basket {
    const plan = this.#rows.version(row.strategy_id, row.version)?.plan ?? null;
    return buildBasket({ broker: this.#broker, runner: this.#runner }, row, { strategy, plan });
  }

  /** Returns the data of the order window's page; null when the reference is unknown or was answered. */
  basket(ref: string): { row: DeploymentRow; basket: Basket; strategy: Strategy } | null {
    const row = this.#rows.byBasket(ref);
    const strategy = row === undefined ? null : this.#rows.version(row.strategy_id, row.version)?.strategy;
    if (row === undefined || !strategy || row.state !== "awaiting_order_window") return null;
    return { row, basket: this.basketOf(row, strategy), strategy };
  }

  /**
   * Records the answer to a basket; a second answer changes nothing. Returns null for an unknown reference. `refused`
   * is the reason if the deployment cannot start.
   */
  answerBasket(ref: string, answer: BasketAnswer): { row: DeploymentRow; refused: string | null } | null {
    return this.#broker.run(() => {
      const row = this.#rows.byBasket(ref);
      if (row === undefined) return null;
      if (row.state !== "awaiting_order_window") return { row, refused: null };
      if ((row.basket_expires_at ?? 0) < this.#broker.now())
        return { row, refused: "The confirmation took too long." };
      if (answer === "declined") {
        const declined = this.#rows.move(row, "declined", "trader", "Declined at the order window.") ?? row;
        return { row: declined, refused: null };
      }
      const changed = changedSinceConsent(row, readStrategy(this.#db, row.strategy_id));
      if (changed !== null) return { row, refused: changed };
      const { availablePaise } = this.#broker.funds(deploymentAccount(row));
      const needed = row.capital_rupees * 100;
      if (row.mode === "live" && availablePaise < needed)
        return { row, refused: "The available margin is less than this deployment's capital." };
      if (this.#broker.isKilled(row.client_id)) return { row, refused: "The kill switch is on." };
      this.#rows.start(row.id);
      return { row: this.#rows.move(row, "confirmed", "trader", null) ?? row, refused: null };
    });
  }

  list(clientId: string): Deployment[] {
    return this.#rows.list(clientId).map((row) => this.#asDeployment(row));
  }

  detail(clientId: string, id: string): DeploymentDetail | null {
    const row = this.#rows.find(clientId, id);
    if (row === undefined) return null;
    const states = legStates(this.#db, id);
    const positions = this.#broker.positions({ deploymentId: id });
    const entries = new Map<string, { quantity: number; value: number }>();
    const memory = readAlgoMemory(row.memory);
    for (const group of memory.groups)
      for (const [index, leg] of group.legs.entries()) {
        const state = states.get(`${group.id}.${index}`);
        if (state === undefined || state.quantity === 0) continue;
        const known = entries.get(leg.instrument) ?? { quantity: 0, value: 0 };
        entries.set(leg.instrument, {
          quantity: known.quantity + Math.abs(state.quantity),
          value: known.value + Math.abs(state.quantity) * state.entryPaise,
        });
      }
    return {
      ...this.#asDeployment(row),
      positions: positions.map((position) => {
        const entry = entries.get(position.instrument);
        const average =
          entry === undefined
            ? Math.abs(position.costPaise / position.quantity)
            : entry.value / entry.quantity;
        return asPosition(position, this.#broker, average);
      }),
      openOrders: this.#broker.orders.open({ deploymentId: id }).map(toOrder),
      events: this.#rows.events(id),
      fees: this.#broker.ledger
        .feeRowsOf(id)
        .map(({ at, amount_paise }) => ({ at: new Date(at).toISOString(), amountPaise: -amount_paise })),
      consentText: parseConsent(row).text,
      simulated: true,
    };
  }

  /**
   * Executes an action on a deployment. Returns null when the client has no such deployment. Throws Conflict when the
   * state does not allow the action.
   */
  act(clientId: string, id: string, key: string, action: DeploymentAction): Deployment | null {
    return this.#broker.run(() => {
      const row = this.#rows.find(clientId, id);
      if (row === undefined) return null;
      if (!this.#rows.claimAction(clientId, key, id)) return this.#asDeployment(row);
      if (action.verb === "resume") this.#demandResumable(row);
      const reason = row.exit_to === null || action.verb !== "stop" ? null : row.reason;
      const moved = this.#rows.move(row, action.verb, "trader", reason, action.note);
      if (moved === null)
        throw new Conflict(
          `This action is not possible now: the deployment is ${row.state.replaceAll("_", " ")}.`,
        );
      if (action.verb === "hand_over") this.#handOver(moved);
      this.#runner.settleIfFlat(moved);
      return this.#asDeployment(this.#rows.find(clientId, id) ?? moved);
    });
  }

  #demandResumable(row: DeploymentRow): void {
    if (this.#broker.isKilled(row.client_id)) throw new Conflict("The kill switch is on. Lift it first.");
    const limit = this.#limits.blockedReasonToday(row.client_id, row.mode);
    if (limit !== null) throw new Conflict(limit);
    if (row.new_version !== null) throw new Conflict(`Version ${row.new_version} needs your consent first.`);
    const halted = haltedReason(readStrategy(this.#db, row.strategy_id));
    if (halted !== null) throw new Conflict(`${halted} It can be stopped, not resumed.`);
  }

  /** Completes a hand-over: cancels the deployment's orders and leaves its positions unchanged. */
  #handOver(row: DeploymentRow): void {
    for (const order of this.#broker.orders.open({ deploymentId: row.id }))
      this.#broker.cancel(order, "The algo was stopped; its positions were handed over.");
    this.#rows.setMemory(row.id, JSON.stringify({ ...readAlgoMemory(row.memory), groups: [] }));
  }

  preview(clientId: string, id: string, verb: TraderAction): ActionPreview | null {
    const row = this.#rows.find(clientId, id);
    if (row === undefined) return null;
    const isExit = verb === "exit" || verb === "stop";
    const cancels = isExit || verb === "hand_over" ? this.#broker.orders.open({ deploymentId: id }) : [];
    const orders = isExit
      ? readAlgoMemory(row.memory).groups.flatMap((group) => this.#runner.exitOrders(row, group))
      : [];
    const legs = orders.flatMap(({ instrument, signed, product }) => {
      const known = this.#broker.instrument(instrument);
      return known === null ? [] : [{ instrument: known, quantity: signed, product }];
    });
    return {
      verb,
      cancels: cancels.map(toOrder),
      sends: legs.map(({ instrument, quantity, product }) =>
        basketLeg(this.#broker, instrument, quantity, product),
      ),
      chargesPaise: sumCharges(this.#broker.pricing.legOrders(legs)),
    };
  }

  consentToVersion(clientId: string, id: string, newConsent: NewVersionConsent): Deployment | null {
    return this.#broker.run(() => {
      const row = this.#rows.find(clientId, id);
      if (row === undefined) return null;
      if (row.version === newConsent.version) return this.#asDeployment(row);
      if (!isRunning(row.state)) throw new Conflict("This deployment has ended.");
      if (row.new_version !== newConsent.version)
        throw new Conflict(`Version ${newConsent.version} does not await consent.`);
      const { riskDisclosureVersion } = parseConsent(row);
      const consent = this.#consent({ ...newConsent, riskDisclosureVersion }, newConsent.version);
      storeFormerConsent(this.#db, row, this.#broker.now());
      this.#rows.setConsent(id, newConsent.version, consent);
      this.#rows.record(
        { ...row, version: newConsent.version },
        "new_version",
        "trader",
        `Consent given to version ${newConsent.version}.`,
      );
      return this.#asDeployment(this.#rows.find(clientId, id) ?? row);
    });
  }

  difference(clientId: string, id: string): VersionDifference | null {
    const row = this.#rows.find(clientId, id);
    if (row === undefined || row.new_version === null) return null;
    const before = this.#rows.version(row.strategy_id, row.version)?.strategy;
    const after = this.#rows.version(row.strategy_id, row.new_version)?.strategy;
    return before === undefined || after === undefined ? null : compareVersions(before, after);
  }

  #asDeployment(row: DeploymentRow): Deployment {
    const strategy = this.#rows.version(row.strategy_id, row.version)?.strategy;
    const consent = parseConsent(row);
    const isWaiting = row.state === "awaiting_order_window";
    const fresh = this.#rows.byId(row.id) ?? row;
    return {
      id: row.id,
      strategyId: row.strategy_id,
      strategyName: strategy?.name ?? row.strategy_id,
      managerId: strategy?.manager.id ?? "unknown",
      version: row.version,
      terms: parseTerms(row),
      capitalRupees: row.capital_rupees,
      state: row.state,
      exitTo: row.exit_to,
      since: new Date(row.since).toISOString(),
      by: row.actor,
      reason: row.reason,
      createdAt: new Date(row.created_at).toISOString(),
      consent: {
        version: consent.version,
        textVersion: consent.textVersion,
        sha256: consent.sha256,
        acceptedAt: new Date(consent.acceptedAt).toISOString(),
        riskDisclosureVersion: consent.riskDisclosureVersion,
      },
      newVersion: isEnded(row.state) ? null : fresh.new_version,
      basket:
        isWaiting && fresh.basket_ref !== null && fresh.basket_expires_at !== null
          ? { ref: fresh.basket_ref, expiresAt: new Date(fresh.basket_expires_at).toISOString() }
          : null,
      result: computeResult(row, this.#rows, this.#broker),
      nextActions: allowedActions({ state: row.state, exitTo: row.exit_to }),
      outlook: describeOutlook(
        row,
        strategy,
        this.#broker,
        this.#limits.blockedReasonToday(row.client_id, row.mode),
      ),
    };
  }
}

/** Returns the text that is stored for a paper deployment, which needs no consent. */
function paperConsent({ name, version }: Strategy) {
  return {
    text: `${name}, version ${version}, on paper: no order is sent and no money is used.`,
    textVersion: "paper",
  };
}

/** Returns the reason why a consent no longer describes the algo; null when it does. */
function changedSinceConsent(row: DeploymentRow, strategy: Strategy | null): string | null {
  if (strategy === null || strategy.version === row.version) return haltedReason(strategy);
  return `Version ${strategy.version} was published after your consent to version ${row.version}. Review the new version.`;
}
