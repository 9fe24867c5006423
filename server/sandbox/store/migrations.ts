// Migrations from the baseline schema (schema.ts). database.ts applies them.

/** Migration steps after the baseline, in order. A released step is never edited; a schema change adds a step. */
export const MIGRATION_STEPS: readonly string[] = [
  "ALTER TABLE orders ADD COLUMN reject_cause TEXT",
  `CREATE TABLE account_limits (
    client_id TEXT NOT NULL,
    mode TEXT NOT NULL,
    loss_per_day_rupees INTEGER,
    lock_from_rupees INTEGER,
    lock_give_back_rupees INTEGER,
    day INTEGER NOT NULL,
    peak_paise INTEGER,
    reached TEXT,
    reached_at INTEGER,
    PRIMARY KEY (client_id, mode)
  ) STRICT, WITHOUT ROWID`,
  // Responses to the trading API's writes by Idempotency-Key.
  `CREATE TABLE idempotent_answers (
     client_id TEXT NOT NULL,
     idempotency_key TEXT NOT NULL,
     digest TEXT NOT NULL,
     answer TEXT NOT NULL,
     at INTEGER NOT NULL,
     PRIMARY KEY (client_id, idempotency_key)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX idempotent_answers_by_time ON idempotent_answers (at)`,
  // `part` is "verified" for the verified part of a record, and empty for the complete record.
  `CREATE TABLE records_by_part (
    strategy_id TEXT NOT NULL,
    version TEXT NOT NULL,
    evidence TEXT NOT NULL,
    start TEXT NOT NULL,
    part TEXT NOT NULL DEFAULT '',
    edition INTEGER NOT NULL,
    to_day INTEGER NOT NULL,
    is_ended INTEGER NOT NULL,
    head TEXT NOT NULL,
    last TEXT NOT NULL,
    document BLOB NOT NULL,
    trades BLOB NOT NULL,
    PRIMARY KEY (strategy_id, version, evidence, start, part)
  ) STRICT;
  INSERT INTO records_by_part (strategy_id, version, evidence, start, edition, to_day, is_ended, head, last, document, trades)
    SELECT strategy_id, version, evidence, start, edition, to_day, is_ended, head, last, document, trades FROM records;
  DROP TABLE records;
  ALTER TABLE records_by_part RENAME TO records;`,
  // Faults that an account has configured; `document` is JSON.
  `CREATE TABLE account_faults (
     client_id TEXT PRIMARY KEY,
     document TEXT NOT NULL
   ) STRICT, WITHOUT ROWID`,
  // next_at is null for a delivery that is not retried.
  `CREATE TABLE postback_deliveries (
    client_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    order_id TEXT NOT NULL,
    order_status TEXT NOT NULL,
    url TEXT NOT NULL,
    body TEXT NOT NULL,
    tries INTEGER NOT NULL,
    status INTEGER,
    fault TEXT,
    took_ms INTEGER,
    next_at INTEGER,
    PRIMARY KEY (client_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX postback_deliveries_due ON postback_deliveries (next_at) WHERE next_at IS NOT NULL;
  CREATE INDEX postback_deliveries_by_time ON postback_deliveries (at)`,
  // Assistants: how an account confirms their trades, its approvals, and the daily traded totals. given_at is the time
  // of a consent.
  `CREATE TABLE assistant_settings (
    client_id TEXT PRIMARY KEY,
    confirm TEXT NOT NULL,
    orders_a_day INTEGER NOT NULL,
    rupees_a_day INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE assistant_approvals (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    action TEXT NOT NULL,
    summary TEXT NOT NULL,
    details TEXT NOT NULL,
    orders INTEGER NOT NULL,
    value_paise INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL
  ) STRICT;
  CREATE INDEX assistant_approvals_by_client ON assistant_approvals (client_id, created_at);
  CREATE TABLE assistant_days (
    client_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    orders INTEGER NOT NULL,
    value_paise INTEGER NOT NULL,
    PRIMARY KEY (client_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE oauth_clients (
    id TEXT PRIMARY KEY,
    redirect_uris TEXT NOT NULL,
    used_at INTEGER NOT NULL
  ) STRICT;
  ALTER TABLE consents ADD COLUMN oauth TEXT;
  ALTER TABLE consents ADD COLUMN given_at INTEGER`,
  // Webhooks of clients: encrypted address and secret, and the last delivery.
  `ALTER TABLE notification_settings ADD COLUMN webhook TEXT;
  ALTER TABLE notification_settings ADD COLUMN webhook_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE notification_settings ADD COLUMN webhook_key TEXT NOT NULL DEFAULT '';
  ALTER TABLE notification_settings ADD COLUMN webhook_sent_at INTEGER;
  ALTER TABLE notification_settings ADD COLUMN webhook_fault TEXT`,
  // JSON by channel: id in the event log of the last event about a risk limit that was sent during quiet hours.
  "ALTER TABLE notification_settings ADD COLUMN urgent TEXT NOT NULL DEFAULT '{}'",
  // 1 for a token that OAuth issued to an assistant. It can trade only through the MCP endpoint.
  "ALTER TABLE access_tokens ADD COLUMN for_assistants INTEGER NOT NULL DEFAULT 0",
  "CREATE INDEX consents_by_expiry ON consents (expires_at)",
  "CREATE INDEX position_transfers_intraday ON position_transfers (at) WHERE to_product = 'INTRADAY'",
  `DROP INDEX postback_deliveries_by_time;
  CREATE INDEX postback_deliveries_ended ON postback_deliveries (at) WHERE next_at IS NULL`,
  // No code uses this table. Only stores that were created before this step contain it.
  "DROP TABLE IF EXISTS day_marks",
  // With these indexes, the orders and trades of a day are found without reading the account's complete history.
  `DROP INDEX orders_by_account;
   CREATE INDEX orders_by_account ON orders (account, updated_at);
   CREATE INDEX trades_by_account_time ON trades (account, at)`,
  // refs is a JSON list of the positions that the orders close. Empty for rows that were created before this step.
  `ALTER TABLE once_answers ADD COLUMN refs TEXT NOT NULL DEFAULT '[]';
   CREATE INDEX once_answers_by_time ON once_answers (at);
   CREATE INDEX deployment_actions_by_time ON deployment_actions (at)`,
];
