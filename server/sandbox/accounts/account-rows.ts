// Lists the rows of an account in every table. account-rows.test.ts compares this list with the schema, so that no
// table is omitted.
import type { SandboxDatabase } from "../store/database.ts";

type OwnedRows = {
  table: string;
  /** SQL condition that selects the rows of an account; `?1` is the client id. */
  where: string;
  /** SQL condition of the rows that a reset removes. Undefined if a reset does not affect the table. */
  resetWhere?: string;
};

const WHERE_CLIENT = "client_id = ?1";
const DEPLOYMENTS = "SELECT id FROM deployments WHERE client_id = ?1";
const APPS = "SELECT id FROM apps WHERE owner_client_id = ?1";
const OF_DEPLOYMENTS = `deployment_id IN (${DEPLOYMENTS})`;
const SCOPES = `SELECT 'own:' || ?1 UNION ALL SELECT 'day:live:' || ?1 UNION ALL SELECT 'day:paper:' || ?1 UNION ALL ${DEPLOYMENTS}`;
const LIVE_ACCOUNT = "account = 'live:' || ?1";
/** Orders and trades of deployments belong to the deployments, which survive a reset. */
const WITHOUT_DEPLOYMENTS = `${WHERE_CLIENT} AND deployment_id IS NULL`;

const trading = (table: string): OwnedRows => ({
  table,
  where: WHERE_CLIENT,
  resetWhere: WITHOUT_DEPLOYMENTS,
});
const ofClient = (table: string): OwnedRows => ({ table, where: WHERE_CLIENT });
const forReset = (table: string): OwnedRows => ({ table, where: WHERE_CLIENT, resetWhere: WHERE_CLIENT });
const ofDeployments = (table: string): OwnedRows => ({ table, where: OF_DEPLOYMENTS });

/** Tables in the order of removal. Rows are removed before the rows that they reference. */
export const ACCOUNT_ROWS: readonly OwnedRows[] = [
  ofClient("access_tokens"),
  ofClient("portal_sessions"),
  // The limits on the daily result are removed before the trades, so that no partial result triggers an exit.
  forReset("pnl_exits"),
  forReset("super_orders"),
  forReset("forever_orders"),
  forReset("alert_orders"),
  trading("trades"),
  ofClient("order_events"),
  trading("orders"),
  forReset("position_transfers"),
  {
    table: "ledger",
    where: `${LIVE_ACCOUNT} OR account IN (SELECT 'paper:' || id FROM deployments WHERE client_id = ?1)`,
    resetWhere: LIVE_ACCOUNT,
  },
  forReset("edis_approvals"),
  forReset("static_ips"),
  forReset("kill_switches"),
  ofClient("account_limits"),
  { table: "pnl_days", where: `scope IN (${SCOPES})` },
  { table: "pnl_minutes", where: `scope IN (${SCOPES})` },
  ofDeployments("deployment_events"),
  ofDeployments("former_consents"),
  ofClient("deployment_actions"),
  ofClient("deployments"),
  {
    table: "tracklist_strategies",
    where: "tracklist_id IN (SELECT id FROM tracklists WHERE client_id = ?1)",
  },
  ofClient("tracklists"),
  ofClient("risk_acknowledgements"),
  ofClient("disclosure_requests"),
  ofClient("postback_deliveries"),
  ofClient("assistant_settings"),
  ofClient("assistant_approvals"),
  ofClient("assistant_days"),
  ofClient("once_answers"),
  forReset("idempotent_answers"),
  forReset("account_faults"),
  ofClient("call_counts"),
  ofClient("api_calls"),
  ofClient("api_events"),
  ofClient("notification_settings"),
  ofClient("push_devices"),
  ofClient("login_failures"),
  ofClient("login_addresses"),
  ofClient("totp_steps"),
  // Other clients' tokens and consents for the account's apps are removed with the apps.
  { table: "access_tokens", where: `app_id IN (${APPS})` },
  { table: "consents", where: `client_id = ?1 OR app_client_id = ?1 OR app_id IN (${APPS})` },
  { table: "apps", where: "owner_client_id = ?1" },
  ofClient("api_accounts"),
];

const REMOVED_BY_RESET: readonly OwnedRows[] = ACCOUNT_ROWS.flatMap(({ table, resetWhere }) =>
  resetWhere === undefined ? [] : [{ table, where: resetWhere }],
);

/**
 * Removes at most `atMost` rows of an account in the caller's transaction and returns their number. Returns 0 when no
 * rows remain.
 */
export function removeAccountRows(db: SandboxDatabase, clientId: string, atMost: number): number {
  return removeRows(db, ACCOUNT_ROWS, clientId, atMost);
}

/** Removes the account's activity on the common market, in the caller's transaction. */
export function removeTradingRows(db: SandboxDatabase, clientId: string): void {
  removeRows(db, REMOVED_BY_RESET, clientId, Number.MAX_SAFE_INTEGER);
}

function removeRows(
  db: SandboxDatabase,
  all: readonly OwnedRows[],
  clientId: string,
  atMost: number,
): number {
  let removed = 0;
  for (const { table, where } of all) {
    const key = loadPrimaryKey(db, table);
    const rows = db
      .prepare(`SELECT ${key.join(", ")} FROM ${table} WHERE ${where} LIMIT ?2`)
      .all(clientId, atMost - removed) as Record<string, string | number>[];
    const remove = db.prepare(`DELETE FROM ${table} WHERE ${key.map((name) => `${name} = ?`).join(" AND ")}`);
    for (const row of rows) remove.run(...key.map((name) => row[name]));
    removed += rows.length;
    if (removed >= atMost) break;
  }
  return removed;
}

const keys = new Map<string, readonly string[]>();

/**
 * Returns the primary key columns, or the row id of a table without a primary key. Cached, because the schema does not
 * change while the process runs.
 */
function loadPrimaryKey(db: SandboxDatabase, table: string): readonly string[] {
  const known = keys.get(table);
  if (known !== undefined) return known;
  const columns = db.prepare(`PRAGMA table_info(${table})`).all() as { name: string; pk: number }[];
  const primary = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
  const key = primary.length === 0 ? ["rowid"] : primary;
  keys.set(table, key);
  return key;
}
