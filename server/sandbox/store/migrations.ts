// The store's schema, as a list of steps that only grows. A released step is never edited: add the next one.

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
];
