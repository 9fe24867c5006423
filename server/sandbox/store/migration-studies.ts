// Studies beside the records: backtests with other costs, parameters and capital.
export const STUDIES_MIGRATION = `
  CREATE TABLE studies (
    strategy_id TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    edition TEXT NOT NULL,
    document TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `;
