// Deletes messages of visitors, which contain personal data, after their storage period: requests for API access and
// conversations with support.
import { DAY_MS } from "../../../../app/domain/time.ts";
import type { WorkSteps } from "../../slices.ts";
import type { SandboxDatabase } from "../../store/database.ts";

/** Number of days that a conversation is stored. */
const CONVERSATION_DAYS = 30;

/** `now` is epoch ms, `enquiryDays` the number of days that a request for API access is stored. */
export function* removeOldMessages(db: SandboxDatabase, now: number, enquiryDays: number): WorkSteps {
  db.prepare("DELETE FROM enquiries WHERE at < ?").run(now - enquiryDays * DAY_MS);
  yield;
  db.prepare("DELETE FROM conversations WHERE created_at < ?").run(now - CONVERSATION_DAYS * DAY_MS);
}
