// The schema step by which records are sealed whole: a document as it is answered, its trades, and its seal's head; with the heads that are
// published each day and the operator's public keys. Records of the former format are made again.

export const SEALED_RECORDS = `
  DROP TABLE records;
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
`;
