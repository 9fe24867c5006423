// Controls of a client over all of its deployments: the kill switch, the acknowledged risk disclosure, its funds, and
// its individual requests for records.

import type { KillSwitch, RiskAcknowledgement } from "../../../../app/contract/base-api/deployment.ts";
import { isEnded } from "../../../../app/domain/deployment-states.ts";
import { istDay, istDayStart } from "../../../../app/domain/time.ts";
import { type Broker, liveAccount, OPENING_BALANCE_PAISE } from "../../broker/broker.ts";
import { clientClosableQuantity } from "../../broker/client-quantity.ts";
import { Conflict } from "../../refusal.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { DeploymentRows } from "./deployment-rows.ts";
import { OwnPositions } from "./own-positions.ts";

export class Controls {
  readonly #db: SandboxDatabase;
  readonly #broker: Broker;
  readonly #rows: DeploymentRows;
  readonly #positions: OwnPositions;

  constructor(options: { db: SandboxDatabase; broker: Broker; rows: DeploymentRows }) {
    this.#db = options.db;
    this.#broker = options.broker;
    this.#rows = options.rows;
    this.#positions = new OwnPositions(options);
  }

  killSwitch(clientId: string): KillSwitch {
    const row = this.#db
      .prepare("SELECT is_active, since FROM kill_switches WHERE client_id = ?")
      .get(clientId) as { is_active: number; since: number } | undefined;
    const isActive = row?.is_active === 1;
    const nextDay = istDayStart(istDay(row?.since ?? 0) + 1);
    return {
      isActive,
      since: row === undefined ? null : new Date(row.since).toISOString(),
      liftableFrom: isActive ? new Date(nextDay).toISOString() : null,
    };
  }

  /**
   * Switching on blocks new positions, cancels the client's own orders that would open one, stops every deployment, and
   * closes its positions and those left by ended algos. The runner closes later what cannot be traded now. Switching
   * off is possible on the next day at the earliest.
   */
  setKillSwitch(clientId: string, isActive: boolean): KillSwitch {
    return this.#broker.run(() => {
      const now = this.#broker.now();
      const before = this.killSwitch(clientId);
      if (before.isActive === isActive) return before;
      if (!isActive && before.liftableFrom !== null && now < Date.parse(before.liftableFrom))
        throw new Conflict("The kill switch cannot be lifted today.");
      this.#db
        .prepare(
          `INSERT INTO kill_switches (client_id, is_active, since) VALUES (?, ?, ?)
           ON CONFLICT (client_id) DO UPDATE SET is_active = excluded.is_active, since = excluded.since`,
        )
        .run(clientId, isActive ? 1 : 0, now);
      const reason = isActive ? "Kill switch" : "Kill switch lifted";
      for (const row of this.#rows.list(clientId)) {
        if (isEnded(row.state)) continue;
        if (isActive && row.state === "awaiting_order_window") {
          this.#rows.move(row, "declined", "trader", reason);
          continue;
        }
        if (!isActive || this.#rows.move(row, "stop", "trader", reason) === null)
          this.#rows.record(row, isActive ? "kill_switch" : "kill_switch_lifted", "trader", reason);
      }
      if (isActive) {
        this.#cancelOpening(clientId);
        this.#positions.closeHandedOver(clientId);
      }
      return this.killSwitch(clientId);
    });
  }

  /**
   * Cancels the client's own orders, newest first, except those that only close a position of the client. A pending
   * order is not checked against the kill switch when it fills.
   */
  #cancelOpening(clientId: string): void {
    const broker = this.#broker;
    const account = liveAccount(clientId);
    for (const row of broker.orders.resting.ofAccount(account).reverse())
      if (
        row.deployment_id === null &&
        row.quantity - row.filled > clientClosableQuantity(broker, account, row, row)
      )
        broker.cancel(row, "Kill switch");
  }

  riskAcknowledgement(clientId: string): RiskAcknowledgement {
    const row = this.#db
      .prepare("SELECT version, at FROM risk_acknowledgements WHERE client_id = ? ORDER BY at DESC LIMIT 1")
      .get(clientId) as { version: string; at: number } | undefined;
    return row === undefined
      ? { version: null, at: null }
      : { version: row.version, at: new Date(row.at).toISOString() };
  }

  acknowledgeRisk(clientId: string, version: string): RiskAcknowledgement {
    this.#db
      .prepare("INSERT OR IGNORE INTO risk_acknowledgements (client_id, version, at) VALUES (?, ?, ?)")
      .run(clientId, version, this.#broker.now());
    return this.riskAcknowledgement(clientId);
  }

  funds(clientId: string) {
    this.#broker.openAccount(liveAccount(clientId), OPENING_BALANCE_PAISE);
    const { availablePaise, usedPaise } = this.#broker.funds(liveAccount(clientId));
    return {
      balancePaise: availablePaise + usedPaise,
      blockedPaise: usedPaise,
      availablePaise,
      asOf: new Date(this.#broker.now()).toISOString(),
    };
  }

  /** Lists the client's individual requests for records. A request does not expire. */
  disclosures(clientId: string): { items: { strategyId: string; at: string }[] } {
    const rows = this.#db
      .prepare("SELECT strategy_id, at FROM disclosure_requests WHERE client_id = ? ORDER BY at, strategy_id")
      .all(clientId) as { strategy_id: string; at: number }[];
    return {
      items: rows.map(({ strategy_id, at }) => ({ strategyId: strategy_id, at: new Date(at).toISOString() })),
    };
  }

  /** Stores the client's request for a record. Returns null when the strategy does not exist. */
  requestDisclosure(clientId: string, strategyId: string) {
    if (this.#db.prepare("SELECT 1 FROM strategies WHERE id = ?").get(strategyId) === undefined) return null;
    this.#db
      .prepare("INSERT OR IGNORE INTO disclosure_requests (client_id, strategy_id, at) VALUES (?, ?, ?)")
      .run(clientId, strategyId, this.#broker.now());
    return this.disclosures(clientId);
  }
}
