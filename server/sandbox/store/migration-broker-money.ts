// Migration: orders and money that reconcile. A correlation id may be carried by several orders (slices, legs that fired); a position
// that changes its product is no trade; fees are booked to a deployment; the day's calls are counted across restarts. What earlier
// versions kept of account clocks in this store is removed: each has a store of its own now.
export const BROKER_MONEY = `
  DROP INDEX orders_by_correlation;
  CREATE INDEX orders_by_correlation ON orders (account, correlation_id, id) WHERE correlation_id IS NOT NULL;

  CREATE TABLE position_transfers (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    client_id TEXT NOT NULL,
    instrument TEXT NOT NULL,
    symbol TEXT NOT NULL,
    from_product TEXT NOT NULL,
    to_product TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    after_trade INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX position_transfers_by_account ON position_transfers (account, number);

  ALTER TABLE ledger ADD COLUMN deployment_id TEXT;
  CREATE INDEX ledger_by_deployment ON ledger (deployment_id, number) WHERE deployment_id IS NOT NULL;
  CREATE INDEX orders_by_account ON orders (account, id);

  CREATE INDEX trades_intraday ON trades (at) WHERE product = 'INTRADAY';
  CREATE INDEX trades_derivatives ON trades (account, deployment_id) WHERE instrument LIKE '%_FNO:%';

  CREATE TABLE call_counts (
    client_id TEXT NOT NULL,
    limit_group TEXT NOT NULL,
    day INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (client_id, limit_group, day)
  ) STRICT, WITHOUT ROWID;

  DELETE FROM order_events WHERE order_id IN (SELECT id FROM orders WHERE account LIKE 'virtual:%');
  DELETE FROM trades WHERE account LIKE 'virtual:%';
  DELETE FROM orders WHERE account LIKE 'virtual:%';
  DELETE FROM ledger WHERE account LIKE 'virtual:%';
`;
