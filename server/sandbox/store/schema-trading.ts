// Tables of the broker, deployments and the trading API; part of schema.ts.
export const TRADING_SCHEMA = `
  -- The broker. account is a client's own money ("live:CLIENT") or a paper deployment's ("paper:DEPLOYMENT").
  -- Ledger, trades and events are only added to. Several orders can share a correlation id. once_answers makes an order happen once for a key.
  CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    account TEXT NOT NULL,
    deployment_id TEXT,
    leg TEXT,
    instrument TEXT NOT NULL,
    symbol TEXT NOT NULL,
    side TEXT NOT NULL,
    product TEXT NOT NULL,
    type TEXT NOT NULL,
    validity TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    filled INTEGER NOT NULL DEFAULT 0,
    value_paise INTEGER NOT NULL DEFAULT 0,
    price_paise INTEGER NOT NULL,
    charges_paise INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL,
    reason TEXT,
    intent TEXT,
    correlation_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    trigger_paise INTEGER,
    is_after_market INTEGER NOT NULL DEFAULT 0,
    modifications INTEGER NOT NULL DEFAULT 0,
    api TEXT
  ) STRICT;
  CREATE INDEX orders_by_client ON orders (client_id, created_at, id);
  CREATE INDEX orders_by_deployment ON orders (deployment_id, created_at, id);
  CREATE INDEX orders_open ON orders (status) WHERE status IN ('TRANSIT', 'PENDING', 'PART_TRADED');
  CREATE INDEX orders_by_correlation ON orders (account, correlation_id, id) WHERE correlation_id IS NOT NULL;
  CREATE INDEX orders_by_account ON orders (account, id);
  CREATE INDEX orders_by_client_update ON orders (client_id, updated_at, id);
  CREATE TABLE trades (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES orders (id),
    client_id TEXT NOT NULL,
    account TEXT NOT NULL,
    deployment_id TEXT,
    leg TEXT,
    instrument TEXT NOT NULL,
    symbol TEXT NOT NULL,
    product TEXT NOT NULL,
    side TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    price_paise INTEGER NOT NULL,
    charges_paise INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX trades_by_account ON trades (account, number);
  CREATE INDEX trades_by_deployment ON trades (deployment_id, number);
  CREATE INDEX trades_by_client ON trades (client_id, number);
  CREATE INDEX trades_intraday ON trades (at) WHERE product = 'INTRADAY';
  CREATE INDEX trades_derivatives ON trades (account, deployment_id) WHERE instrument LIKE '%_FNO:%';
  CREATE INDEX trades_by_order ON trades (order_id);
  CREATE TABLE ledger (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    amount_paise INTEGER NOT NULL,
    trade_number INTEGER,
    deployment_id TEXT
  ) STRICT;
  CREATE INDEX ledger_by_account ON ledger (account, number);
  CREATE INDEX ledger_by_deployment ON ledger (deployment_id, number) WHERE deployment_id IS NOT NULL;
  CREATE TABLE order_events (
    client_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    order_id TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (client_id, sequence)
  ) STRICT, WITHOUT ROWID;
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
  CREATE TABLE once_answers (
    client_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    order_ids TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (client_id, idempotency_key)
  ) STRICT, WITHOUT ROWID;

  -- Deployments. pnl_days has the net P&L of a scope at the end of each day, pnl_minutes the same by minute for two days; a scope is a
  -- deployment, a client's own positions, or a client's day in one mode.
  CREATE TABLE deployments (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    strategy_id TEXT NOT NULL,
    mode TEXT NOT NULL,
    state TEXT NOT NULL,
    exit_to TEXT,
    since INTEGER NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT,
    created_at INTEGER NOT NULL,
    version TEXT NOT NULL,
    new_version TEXT,
    started_at INTEGER,
    capital_rupees INTEGER NOT NULL,
    terms TEXT NOT NULL,
    consent TEXT NOT NULL,
    basket_ref TEXT UNIQUE,
    basket TEXT,
    basket_expires_at INTEGER,
    memory TEXT NOT NULL DEFAULT '{}',
    UNIQUE (client_id, idempotency_key)
  ) STRICT;
  CREATE UNIQUE INDEX deployments_one_of_each ON deployments (client_id, strategy_id, mode) WHERE state NOT IN ('stopped', 'failed');
  CREATE TABLE deployment_events (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    deployment_id TEXT NOT NULL REFERENCES deployments (id),
    at INTEGER NOT NULL,
    what TEXT NOT NULL,
    state TEXT NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT,
    note TEXT
  ) STRICT;
  CREATE INDEX deployment_events_by_deployment ON deployment_events (deployment_id, number);
  CREATE TABLE deployment_actions (
    client_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    deployment_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (client_id, idempotency_key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE former_consents (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    deployment_id TEXT NOT NULL REFERENCES deployments (id),
    document TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX former_consents_by_deployment ON former_consents (deployment_id, number);
  CREATE TABLE kill_switches (
    client_id TEXT PRIMARY KEY,
    is_active INTEGER NOT NULL,
    since INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE risk_acknowledgements (
    client_id TEXT NOT NULL,
    version TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (client_id, version)
  ) STRICT, WITHOUT ROWID;
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

  -- The trading API: orders that wait for a price, limits on the day's result, approvals for selling, and counted calls. document is JSON.
  CREATE TABLE super_orders (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    is_alive INTEGER NOT NULL,
    document TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX super_orders_by_client ON super_orders (client_id, created_at);
  CREATE TABLE forever_orders (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    is_alive INTEGER NOT NULL,
    document TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX forever_orders_by_client ON forever_orders (client_id, created_at);
  CREATE TABLE alert_orders (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    is_alive INTEGER NOT NULL,
    document TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX alert_orders_by_client ON alert_orders (client_id, created_at);
  CREATE TABLE pnl_exits (
    client_id TEXT PRIMARY KEY,
    day INTEGER NOT NULL,
    document TEXT NOT NULL
  ) STRICT;
  CREATE TABLE edis_approvals (
    client_id TEXT NOT NULL,
    isin TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (client_id, isin, day)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE static_ips (
    client_id TEXT NOT NULL,
    flag TEXT NOT NULL,
    ip TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (client_id, flag)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE call_counts (
    client_id TEXT NOT NULL,
    limit_group TEXT NOT NULL,
    day INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (client_id, limit_group, day)
  ) STRICT, WITHOUT ROWID;
`;
