// Migration: P&L over time and consents that are kept. `pnl_days` has the net P&L of a scope at the end of each day so far, `pnl_minutes`
// the same by minute for two days; a scope is a deployment, a client's own positions, or a client's day in one mode. `once_answers` makes
// an order happen once for one key.
export const PORTFOLIO_MIGRATION = `
  CREATE TABLE pnl_days (
    scope TEXT NOT NULL,
    day INTEGER NOT NULL,
    total_paise INTEGER NOT NULL,
    PRIMARY KEY (scope, day)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE pnl_minutes (
    scope TEXT NOT NULL,
    at INTEGER NOT NULL,
    paise INTEGER NOT NULL,
    PRIMARY KEY (scope, at)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE former_consents (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    deployment_id TEXT NOT NULL REFERENCES deployments (id),
    document TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX former_consents_by_deployment ON former_consents (deployment_id, number);

  CREATE TABLE once_answers (
    client_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    order_ids TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (client_id, idempotency_key)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX orders_by_client_update ON orders (client_id, updated_at, id);
`;
