// How the last step of the schema (migrations.ts) is taken back.
import { NOTES_BACK } from "./migration-notes.ts";

/** Takes the last step back, for the program of the version before; each new step brings its own. A test runs it. */
export const LAST_STEP_BACK = {
  sql: NOTES_BACK,
  /** What is lost by it, for the operator. */
  loses: "the notes that clients have written on their tracklists",
};
