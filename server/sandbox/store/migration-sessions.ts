// The schema step by which a client has several sessions, wrong codes are counted by address too, and a TOTP code works once.

export const SESSIONS_MIGRATION = `
  ALTER TABLE access_tokens RENAME TO access_tokens_before;
  CREATE TABLE access_tokens (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    label TEXT,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX access_tokens_by_client ON access_tokens (client_id, kind, last_seen_at);
  INSERT INTO access_tokens (id, client_id, kind, digest, created_at, last_seen_at, expires_at)
    SELECT lower(hex(randomblob(16))), client_id,
      CASE WHEN client_id LIKE '2%' THEN 'api_token' ELSE 'sign_in' END, digest,
      expires_at - CASE WHEN client_id LIKE '2%' THEN 2592000000 ELSE 86400000 END,
      expires_at - CASE WHEN client_id LIKE '2%' THEN 2592000000 ELSE 86400000 END,
      expires_at
    FROM access_tokens_before;
  DROP TABLE access_tokens_before;

  ALTER TABLE login_failures ADD COLUMN address TEXT NOT NULL DEFAULT '';
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
`;
