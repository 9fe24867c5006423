// The store's schema, as a list of steps that only grows. A released step is never edited: add the next one.
import { ACCOUNT_EXPIRY_MIGRATION } from "./migration-account-expiry.ts";
import { ALERTS_MIGRATION } from "./migration-alerts.ts";
import { APPS_MIGRATION } from "./migration-apps.ts";
import { BROKER_MONEY } from "./migration-broker-money.ts";
import { NOTES_MIGRATION } from "./migration-notes.ts";
import { NOTIFICATIONS_MIGRATION } from "./migration-notifications.ts";
import { PORTAL_SESSIONS_MIGRATION } from "./migration-portal-sessions.ts";
import { PORTFOLIO_MIGRATION } from "./migration-portfolio.ts";
import { SEALED_RECORDS } from "./migration-sealed-records.ts";
import { SESSIONS_MIGRATION } from "./migration-sessions.ts";
import { STUDIES_MIGRATION } from "./migration-studies.ts";

export const MIGRATIONS: readonly string[] = [
  // 1: the catalogue. `document` is the record as the base API answers it; the columns are what queries need.
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE managers (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    document TEXT NOT NULL
  ) STRICT;

  CREATE TABLE strategies (
    id TEXT PRIMARY KEY,
    manager_id TEXT NOT NULL REFERENCES managers (id),
    instrument TEXT NOT NULL,
    product TEXT NOT NULL,
    risk TEXT NOT NULL,
    risk_rank INTEGER NOT NULL,
    min_amount INTEGER NOT NULL,
    deployed INTEGER NOT NULL,
    tracked INTEGER NOT NULL,
    state TEXT NOT NULL,
    summary TEXT NOT NULL,
    document TEXT NOT NULL
  ) STRICT;
  CREATE INDEX strategies_by_deployed ON strategies (deployed DESC, id);
  CREATE INDEX strategies_by_amount ON strategies (min_amount, id);
  CREATE INDEX strategies_by_risk ON strategies (risk_rank, id);
  CREATE INDEX strategies_by_manager ON strategies (manager_id);

  CREATE TABLE strategy_tags (
    strategy_id TEXT NOT NULL REFERENCES strategies (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (tag, strategy_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX strategy_tags_by_strategy ON strategy_tags (strategy_id);

  CREATE VIRTUAL TABLE strategy_words USING fts5 (id UNINDEXED, name, manager, tags, summary, tokenize = 'porter unicode61 remove_diacritics 2');
  CREATE VIRTUAL TABLE strategy_trigrams USING fts5 (id UNINDEXED, name, tokenize = 'trigram');
  `,
  // 2: who signs in, and what they track. Times are epoch ms. A token is kept as its SHA-256 alone; a client has one that is alive.
  `
  CREATE TABLE consents (
    id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    client_id TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    token_id TEXT UNIQUE,
    consumed_at INTEGER
  ) STRICT;

  CREATE TABLE login_failures (
    client_id TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX login_failures_by_client ON login_failures (client_id, at);

  CREATE TABLE tracklists (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    name TEXT NOT NULL,
    share_id TEXT UNIQUE,
    idempotency_key TEXT,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    UNIQUE (client_id, idempotency_key)
  ) STRICT;
  CREATE UNIQUE INDEX tracklists_by_name ON tracklists (client_id, lower(name)) WHERE deleted_at IS NULL;

  CREATE TABLE tracklist_strategies (
    tracklist_id TEXT NOT NULL REFERENCES tracklists (id) ON DELETE CASCADE,
    strategy_id TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (tracklist_id, strategy_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE access_tokens (
    client_id TEXT PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    expires_at INTEGER NOT NULL
  ) STRICT;
  `,
  // 3: requests for API access. `document` is the request as it came.
  `
  CREATE TABLE enquiries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    document TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  `,
  // 4: conversations.
  `
  CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    is_waiting INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE chat_messages (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    sender TEXT NOT NULL,
    text TEXT NOT NULL,
    page TEXT,
    key TEXT,
    at INTEGER NOT NULL,
    UNIQUE (conversation_id, key)
  ) STRICT;
  `,
  // 5: the broker and the deployments. Sums are whole paise, times epoch ms. `account` is one pot of money: a client's own
  // ("live:CLIENT"), or a paper deployment's ("paper:DEPLOYMENT"). Ledger, trades and events are only ever added to.
  `
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
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX orders_by_client ON orders (client_id, created_at, id);
  CREATE INDEX orders_by_deployment ON orders (deployment_id, created_at, id);
  CREATE INDEX orders_open ON orders (status) WHERE status IN ('TRANSIT', 'PENDING', 'PART_TRADED');
  CREATE UNIQUE INDEX orders_by_correlation ON orders (client_id, correlation_id) WHERE correlation_id IS NOT NULL;

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

  CREATE TABLE ledger (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    amount_paise INTEGER NOT NULL,
    trade_number INTEGER
  ) STRICT;
  CREATE INDEX ledger_by_account ON ledger (account, number);

  CREATE TABLE order_events (
    client_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    order_id TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (client_id, sequence)
  ) STRICT, WITHOUT ROWID;

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
  CREATE UNIQUE INDEX deployments_one_of_each ON deployments (client_id, strategy_id, mode)
    WHERE state NOT IN ('stopped', 'failed');

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

  CREATE TABLE day_marks (
    deployment_id TEXT NOT NULL REFERENCES deployments (id),
    day INTEGER NOT NULL,
    total_paise INTEGER NOT NULL,
    PRIMARY KEY (deployment_id, day)
  ) STRICT, WITHOUT ROWID;

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

  CREATE TABLE strategy_versions (
    strategy_id TEXT NOT NULL,
    version TEXT NOT NULL,
    document TEXT NOT NULL,
    plan TEXT NOT NULL,
    PRIMARY KEY (strategy_id, version)
  ) STRICT, WITHOUT ROWID;
  `,
  // 6: records of strategies, made by backtests. `days` and `trades` are deflated JSON.
  `
  CREATE TABLE records (
    strategy_id TEXT NOT NULL,
    version TEXT NOT NULL,
    seed INTEGER NOT NULL,
    to_day INTEGER NOT NULL,
    days BLOB NOT NULL,
    trades BLOB NOT NULL,
    costs TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (strategy_id, version, seed)
  ) STRICT;

  CREATE TABLE disclosure_requests (
    client_id TEXT NOT NULL,
    strategy_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (client_id, strategy_id)
  ) STRICT, WITHOUT ROWID;
  `,
  // 7: records of every evidence class. `missed` is JSON.
  `
  ALTER TABLE records RENAME TO records_before;
  CREATE TABLE records (
    strategy_id TEXT NOT NULL,
    version TEXT NOT NULL,
    evidence TEXT NOT NULL,
    seed INTEGER NOT NULL,
    to_day INTEGER NOT NULL,
    days BLOB NOT NULL,
    trades BLOB NOT NULL,
    costs TEXT NOT NULL,
    missed TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (strategy_id, version, evidence, seed)
  ) STRICT;
  INSERT INTO records (strategy_id, version, evidence, seed, to_day, days, trades, costs, missed, made_at)
    SELECT strategy_id, version, 'backtest', seed, to_day, days, trades, costs, '[]', made_at FROM records_before;
  DROP TABLE records_before;
  `,
  // 8: the trading API. What an order has beside the broker's own columns, orders that wait for a price, limits on the day's result,
  // approvals for selling, and accounts made in the portal. `document` is JSON.
  `
  ALTER TABLE orders ADD COLUMN trigger_paise INTEGER;
  ALTER TABLE orders ADD COLUMN is_after_market INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE orders ADD COLUMN modifications INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE orders ADD COLUMN api TEXT;

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

  CREATE TABLE api_accounts (
    client_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    ucc TEXT NOT NULL,
    pin TEXT NOT NULL,
    totp_secret TEXT NOT NULL,
    app_id TEXT NOT NULL UNIQUE,
    app_secret_digest TEXT NOT NULL,
    portal_digest TEXT UNIQUE,
    postback_url TEXT,
    postback_secret TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  `,
  // 9: consents that an app of one account asks for, and where such an app wants its user back.
  `
  ALTER TABLE consents ADD COLUMN app_client_id TEXT;
  ALTER TABLE api_accounts ADD COLUMN redirect_url TEXT;
  `,
  // 10: several sessions a client, wrong codes by address, TOTP codes once.
  SESSIONS_MIGRATION,
  // 11: orders and money that reconcile.
  BROKER_MONEY,
  // 12: P&L over time, consents that are kept, orders of one's own.
  PORTFOLIO_MIGRATION,
  // 13: strategies are searched in memory (algos/catalogue/strategy-index.ts).
  "DROP TABLE strategy_words",
  // 14: several apps an account, and what the developer portal keeps.
  APPS_MIGRATION,
  // 15: records sealed whole, published heads, keys.
  SEALED_RECORDS,
  ALERTS_MIGRATION, // 16
  STUDIES_MIGRATION, // 17
  // 18: what clients are told of outside the site.
  NOTIFICATIONS_MIGRATION,
  NOTES_MIGRATION, // 19
  // 20: the token that opened a portal session, and whether the PIN of a failed attempt was right.
  PORTAL_SESSIONS_MIGRATION,
  // 21: when accounts were last used, and accounts that expired.
  ACCOUNT_EXPIRY_MIGRATION,
];
