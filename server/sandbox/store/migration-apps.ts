// The schema step by which an account has several apps with scopes, an app's token names its app, the portal has sessions, and calls and
// events of developers' accounts are kept for a while. Times are epoch ms; `scopes` are words with a space between them.

export const APPS_MIGRATION = `
  CREATE TABLE apps (
    id TEXT PRIMARY KEY,
    -- Null for a platform of the provider's own register.
    owner_client_id TEXT,
    name TEXT NOT NULL,
    secret_digest TEXT NOT NULL,
    redirect_url TEXT,
    scopes TEXT NOT NULL,
    -- 'own': its owner alone may authorise it; 'any': every client.
    audience TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX apps_by_owner ON apps (owner_client_id, created_at);
  INSERT INTO apps (id, owner_client_id, name, secret_digest, redirect_url, scopes, audience, created_at)
    SELECT app_id, client_id, name, app_secret_digest, redirect_url, 'read trade', 'own', created_at FROM api_accounts;

  CREATE TABLE portal_sessions (
    digest TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO portal_sessions (digest, client_id, created_at, expires_at)
    SELECT portal_digest, client_id, created_at, created_at + 2592000000 FROM api_accounts WHERE portal_digest IS NOT NULL;

  ALTER TABLE api_accounts RENAME TO api_accounts_before;
  CREATE TABLE api_accounts (
    client_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    ucc TEXT NOT NULL,
    pin TEXT NOT NULL,
    totp_secret TEXT NOT NULL,
    postback_url TEXT,
    postback_secret TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO api_accounts (client_id, name, ucc, pin, totp_secret, postback_url, postback_secret, created_at)
    SELECT client_id, name, ucc, pin, totp_secret, postback_url, postback_secret, created_at FROM api_accounts_before;
  DROP TABLE api_accounts_before;

  ALTER TABLE consents ADD COLUMN app_id TEXT;
  ALTER TABLE consents ADD COLUMN state TEXT;
  ALTER TABLE consents ADD COLUMN denied_at INTEGER;
  UPDATE consents SET app_id = (SELECT id FROM apps WHERE owner_client_id = consents.app_client_id)
    WHERE app_client_id IS NOT NULL;

  ALTER TABLE access_tokens ADD COLUMN app_id TEXT;
  ALTER TABLE access_tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read trade';
  CREATE INDEX access_tokens_by_app ON access_tokens (client_id, app_id) WHERE app_id IS NOT NULL;

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
`;
