// Conditional triggers of the trading API: one row each, its condition and orders in a document.
export const ALERTS_MIGRATION = `
  CREATE TABLE alert_orders (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL,
    is_alive INTEGER NOT NULL,
    document TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX alert_orders_by_client ON alert_orders (client_id, created_at);
`;
