// Messages that leave the site: choices with the place in the event log up to which each way has been told, browsers for Web Push with
// their keys sealed, and the application server's own pair of keys.
export const NOTIFICATIONS_MIGRATION = `
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
`;
