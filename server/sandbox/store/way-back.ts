// Undoes the last migration of the schema (migrations.ts).
import { PORTAL_SESSIONS_BACK } from "./migration-portal-sessions.ts";

/** SQL that undoes the last migration, for the previous version of the program. Each new migration replaces it; a test runs it. */
export const LAST_STEP_BACK = {
  sql: PORTAL_SESSIONS_BACK,
  /** The data that is lost, as the operator reads it. */
  loses: "portal sessions that were opened with an access token",
};
