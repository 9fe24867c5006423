// Accounts record when they were last used, and expired accounts are queued until their rows are removed.
export const ACCOUNT_EXPIRY_MIGRATION = `
  ALTER TABLE api_accounts ADD COLUMN last_used_at INTEGER NOT NULL DEFAULT 0;
  -- Earlier versions did not record use, so the days of every account start now.
  UPDATE api_accounts SET last_used_at = max(created_at, unixepoch() * 1000);
  CREATE INDEX api_accounts_by_use ON api_accounts (last_used_at);

  CREATE TABLE expired_accounts (client_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

  -- Without this index the foreign key of trades scans all trades for each order that is removed.
  CREATE INDEX trades_by_order ON trades (order_id);
`;

export const ACCOUNT_EXPIRY_BACK = `
  DROP INDEX trades_by_order;
  DROP TABLE expired_accounts;
  DROP INDEX api_accounts_by_use;
  ALTER TABLE api_accounts DROP COLUMN last_used_at;
`;
