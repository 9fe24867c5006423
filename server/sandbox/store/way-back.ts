// Undoes the last migration of the schema (migrations.ts).
import { ACCOUNT_EXPIRY_BACK } from "./migration-account-expiry.ts";

/** SQL that undoes the last migration, for the previous version of the program. Each new migration replaces it; a test runs it. */
export const LAST_STEP_BACK = {
  sql: ACCOUNT_EXPIRY_BACK,
  /** The data that is lost, as the operator reads it. */
  loses: "when each sandbox account was last used, and which expired accounts still have rows to remove",
};
