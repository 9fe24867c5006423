// The event log of a client: order results and deployment events in one list, newest first. It is derived from the
// orders and the audit trails; nothing else is stored.

import type { OrderSide } from "../../../../app/contract/base-api/order.ts";
import type { AccountEvent, AccountEvents, EventClass } from "../../../../app/contract/base-api/portfolio.ts";
import type { Actor } from "../../../../app/domain/deployment-states.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { DeploymentRows } from "./deployment-rows.ts";

/** Class of each audit trail entry; unlisted entries are changes of state. */
const TRAIL_CLASS = `CASE
  WHEN e.actor = 'guard' OR e.what IN ('trades_reached', 'day_over') THEN 'limit'
  WHEN e.what IN ('exit_refused', 'passed_by', 'refused') THEN 'reject'
  WHEN e.actor = 'manager' OR e.what IN ('new_version_out', 'fee_booked') THEN 'manager'
  ELSE 'state' END`;

const TRAIL = `
    SELECT e.at AS at, 'd' || printf('%015d', e.number) AS key, ${TRAIL_CLASS} AS class, d.mode AS mode,
      d.id AS deployment, e.what AS what, e.actor AS by, e.reason AS reason,
      NULL AS order_id, NULL AS side, NULL AS quantity, NULL AS filled, NULL AS symbol, NULL AS value
    FROM deployment_events e JOIN deployments d ON d.id = e.deployment_id WHERE d.client_id = :client`;
const ORDERS = `
    SELECT o.updated_at AS at, 'o' || o.id AS key, CASE o.status WHEN 'REJECTED' THEN 'reject' ELSE 'order' END AS class,
      CASE WHEN o.account LIKE 'paper:%' THEN 'paper' ELSE 'live' END AS mode,
      o.deployment_id AS deployment, o.status AS what, NULL AS by, coalesce(o.reason, o.intent) AS reason,
      o.id AS order_id, o.side AS side, o.quantity AS quantity, o.filled AS filled, o.symbol AS symbol, o.value_paise AS value
    FROM orders o WHERE o.client_id = :client AND o.status IN ('TRADED', 'REJECTED', 'CANCELLED', 'EXPIRED')`;
const NEWEST = "ORDER BY at DESC, key DESC LIMIT :limit";
// Each list is limited before the lists are merged, so that a page does not read the client's whole history.
const newestRowsQuery = (list: string) => `SELECT * FROM (SELECT * FROM (${list})
  WHERE (:deployment IS NULL OR deployment = :deployment) AND (:mode IS NULL OR mode = :mode)
    AND (:class IS NULL OR class = :class) AND at <= :at AND (at < :at OR key < :key)
  ${NEWEST})`;
const QUERY = `${newestRowsQuery(TRAIL)} UNION ALL ${newestRowsQuery(ORDERS)} ${NEWEST}`;
const SINCE = `SELECT * FROM (${TRAIL} UNION ALL ${ORDERS})
  WHERE (at > :at OR (at = :at AND key > :key)) AND at <= :until ORDER BY at, key LIMIT :limit`;

type EventRow = {
  at: number;
  key: string;
  class: EventClass;
  mode: "live" | "paper";
  deployment: string | null;
  what: string;
  by: Actor | null;
  reason: string | null;
  order_id: string | null;
  side: OrderSide;
  quantity: number;
  filled: number;
  symbol: string;
  value: number;
};

export type EventsRequest = {
  deployment?: string | undefined;
  mode?: "live" | "paper" | undefined;
  class?: EventClass | undefined;
  before?: string | undefined;
  limit: number;
};

export class EventLog {
  readonly #options: { db: SandboxDatabase; rows: DeploymentRows; now: () => number };

  constructor(options: { db: SandboxDatabase; rows: DeploymentRows; now: () => number }) {
    this.#options = options;
  }

  list(clientId: string, request: EventsRequest): AccountEvents {
    const { db, now } = this.#options;
    const [at, key] = request.before?.split(".") ?? [];
    const rows = db.prepare(QUERY).all({
      client: clientId,
      deployment: request.deployment ?? null,
      mode: request.mode ?? null,
      class: request.class ?? null,
      at: at === undefined ? Number.MAX_SAFE_INTEGER : Number(at),
      key: key ?? "",
      limit: request.limit + 1,
    }) as EventRow[];
    const pageRows = rows.slice(0, request.limit);
    const last = pageRows.at(-1);
    const names = new Map<string, string | null>();
    return {
      items: pageRows.map((row) => this.#asEvent(row, names)),
      nextCursor: rows.length > request.limit && last !== undefined ? `${last.at}.${last.key}` : null,
      asOf: new Date(now()).toISOString(),
    };
  }

  /** Returns the entries after a position in the log until a time (epoch ms), oldest first, each with its position. */
  since(
    clientId: string,
    after: { at: number; key: string },
    until: number,
    limit: number,
  ): { at: number; key: string; event: AccountEvent }[] {
    const rows = this.#options.db
      .prepare(SINCE)
      .all({ client: clientId, at: after.at, key: after.key, until, limit }) as EventRow[];
    const names = new Map<string, string | null>();
    return rows.map((row) => ({ at: row.at, key: row.key, event: this.#asEvent(row, names) }));
  }

  #asEvent(row: EventRow, names: Map<string, string | null>): AccountEvent {
    return {
      id: row.key,
      at: new Date(row.at).toISOString(),
      class: row.class,
      mode: row.mode,
      deploymentId: row.deployment,
      strategyName: row.deployment === null ? null : this.#nameOf(row.deployment, names),
      what: row.what,
      by: row.by,
      order:
        row.order_id === null
          ? null
          : {
              id: row.order_id,
              side: row.side,
              quantity: row.quantity,
              filled: row.filled,
              symbol: row.symbol,
              averagePaise: row.filled === 0 ? null : row.value / row.filled,
            },
      reason: row.reason,
    };
  }

  #nameOf(id: string, names: Map<string, string | null>): string | null {
    const known = names.get(id);
    if (known !== undefined) return known;
    const deployment = this.#options.rows.byId(id);
    const strategy =
      deployment === undefined
        ? undefined
        : this.#options.rows.version(deployment.strategy_id, deployment.version)?.strategy;
    const name = strategy?.name ?? deployment?.strategy_id ?? null;
    names.set(id, name);
    return name;
  }
}
