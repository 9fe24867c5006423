// How the last step of the schema (migrations.ts) is taken back.
import { NOTIFICATIONS_BACK } from "./migration-notifications.ts";

/** Takes the last step back, for the program of the version before; each new step brings its own. A test runs it. */
export const LAST_STEP_BACK = {
  sql: NOTIFICATIONS_BACK,
  /** What is lost by it, for the operator. */
  loses: "clients' notification choices and the browsers that they added",
};
