// Portal sessions record the token that opened them, and a failed attempt records whether its PIN was right.
export const PORTAL_SESSIONS_MIGRATION = `
  -- The table does not say how a session was opened, so all of them end.
  DELETE FROM portal_sessions;
  ALTER TABLE portal_sessions ADD COLUMN token_id TEXT;
  ALTER TABLE login_failures ADD COLUMN is_pin_right INTEGER NOT NULL DEFAULT 0;
`;
