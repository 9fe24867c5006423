// Schema of a new store before the migrations (migrations.ts). Times are epoch ms, money is in whole paise.
import { TRADING_SCHEMA } from "./schema-trading.ts";

/** Schema version of a new store before the migration steps. Data with a lower version predates the first release. */
export const BASELINE_VERSION = 21;

export const BASELINE = `
  -- The catalogue. document is the record as the base API answers it; the columns are what queries need.
  CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
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
  CREATE VIRTUAL TABLE strategy_trigrams USING fts5 (id UNINDEXED, name, tokenize = 'trigram');
  CREATE TABLE strategy_versions (
    strategy_id TEXT NOT NULL,
    version TEXT NOT NULL,
    document TEXT NOT NULL,
    plan TEXT NOT NULL,
    PRIMARY KEY (strategy_id, version)
  ) STRICT, WITHOUT ROWID;

  -- Sign-in. Tokens are stored as their SHA-256. scopes are words with a space between them.
  CREATE TABLE consents (
    id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    client_id TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    token_id TEXT UNIQUE,
    consumed_at INTEGER,
    app_client_id TEXT,
    app_id TEXT,
    state TEXT,
    denied_at INTEGER
  ) STRICT;
  CREATE TABLE access_tokens (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    label TEXT,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    app_id TEXT,
    scopes TEXT NOT NULL DEFAULT 'read trade'
  ) STRICT;
  CREATE INDEX access_tokens_by_client ON access_tokens (client_id, kind, last_seen_at);
  CREATE INDEX access_tokens_by_app ON access_tokens (client_id, app_id) WHERE app_id IS NOT NULL;
  CREATE TABLE login_failures (
    client_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    address TEXT NOT NULL DEFAULT '',
    is_pin_right INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX login_failures_by_client ON login_failures (client_id, at);
  CREATE INDEX login_failures_by_address ON login_failures (address, at);
  CREATE INDEX login_failures_by_time ON login_failures (at);
  CREATE TABLE login_addresses (
    client_id TEXT NOT NULL,
    address TEXT NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (client_id, address)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE totp_steps (
    client_id TEXT PRIMARY KEY,
    step INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Tracklists, with a note for each algo.
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
    note TEXT,
    PRIMARY KEY (tracklist_id, strategy_id)
  ) STRICT, WITHOUT ROWID;

  -- Requests for API access and conversations with support. document is the request as it was sent.
  CREATE TABLE enquiries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    document TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
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

  -- Records and their seals, the heads published each day, and the operator's public keys. document and trades are deflated JSON.
  CREATE TABLE records (
    strategy_id TEXT NOT NULL,
    version TEXT NOT NULL,
    evidence TEXT NOT NULL,
    start TEXT NOT NULL,
    edition INTEGER NOT NULL,
    to_day INTEGER NOT NULL,
    is_ended INTEGER NOT NULL,
    head TEXT NOT NULL,
    last TEXT NOT NULL,
    document BLOB NOT NULL,
    trades BLOB NOT NULL,
    PRIMARY KEY (strategy_id, version, evidence, start)
  ) STRICT;
  CREATE TABLE studies (
    strategy_id TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    edition TEXT NOT NULL,
    document TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE evidence_heads (
    day TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE evidence_keys (
    id TEXT PRIMARY KEY,
    public_key TEXT NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE disclosure_requests (
    client_id TEXT NOT NULL,
    strategy_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (client_id, strategy_id)
  ) STRICT, WITHOUT ROWID;

  -- Accounts made in the developer portal, their apps, and their last calls and events. Rows of an expired account are removed step by step.
  -- An app's audience is 'own' (only its owner can authorise it) or 'any'; owner_client_id is null for the provider's own platforms.
  CREATE TABLE api_accounts (
    client_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    ucc TEXT NOT NULL,
    pin TEXT NOT NULL,
    totp_secret TEXT NOT NULL,
    postback_url TEXT,
    postback_secret TEXT,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX api_accounts_by_use ON api_accounts (last_used_at);
  CREATE TABLE expired_accounts (
    client_id TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE apps (
    id TEXT PRIMARY KEY,
    owner_client_id TEXT,
    name TEXT NOT NULL,
    secret_digest TEXT NOT NULL,
    redirect_url TEXT,
    scopes TEXT NOT NULL,
    audience TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX apps_by_owner ON apps (owner_client_id, created_at);
  CREATE TABLE portal_sessions (
    digest TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    token_id TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE api_calls (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    status INTEGER NOT NULL,
    took_ms INTEGER NOT NULL,
    request TEXT,
    response TEXT
  ) STRICT;
  CREATE INDEX api_calls_by_client ON api_calls (client_id, number);
  CREATE INDEX api_calls_by_request ON api_calls (client_id, request_id);
  CREATE TABLE api_events (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    order_id TEXT NOT NULL,
    order_status TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX api_events_by_client ON api_events (client_id, number);

  -- Messages by e-mail and Web Push: choices, how far the event log was reported, and browsers with their sealed keys.
  CREATE TABLE notification_settings (
    client_id TEXT PRIMARY KEY,
    choices TEXT NOT NULL,
    quiet_from TEXT,
    quiet_to TEXT,
    push_at INTEGER NOT NULL,
    push_key TEXT NOT NULL,
    email_at INTEGER NOT NULL,
    email_key TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE push_devices (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    endpoint TEXT NOT NULL UNIQUE,
    keys TEXT NOT NULL,
    name TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    sent_at INTEGER
  ) STRICT;
  CREATE INDEX push_devices_by_client ON push_devices (client_id, added_at);
  CREATE TABLE push_keys (
    public_key TEXT PRIMARY KEY,
    private_key TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
${TRADING_SCHEMA}`;
