// The enquiry service: accepts requests for API access, once per Idempotency-Key, and returns a reference number.
import { Hono } from "hono";
import { OPERATOR_KEY_HEADER } from "../../../../app/contract/base-api/chat.ts";
import { enquirySchema } from "../../../../app/contract/base-api/enquiry.ts";
import { isSameSecret } from "../../../crypto/constant-time.ts";
import { Refusal } from "../../refusal.ts";
import { inTransaction, type SandboxDatabase } from "../../store/database.ts";
import { badFields, problemResponse } from "../base-api/problems.ts";

/** Maximum number of enquiries in one response for operators. */
const LISTED_ENQUIRIES_MAX = 200;
const formatReference = (number: number) => `ENQ-${String(number).padStart(6, "0")}`;
const KEY = /^[\w-]{8,80}$/;

export function createEnquiries(db: SandboxDatabase, now: () => number, operatorKey: string): Hono {
  const enquiries = new Hono();
  enquiries.post("/v1/enquiries", async (context) => {
    const key = context.req.header("idempotency-key") ?? "";
    if (!KEY.test(key)) return problemResponse(new Refusal(400, "The header Idempotency-Key is required."));
    let json: unknown;
    try {
      json = await context.req.json();
    } catch {
      return problemResponse(new Refusal(400, "The body must be JSON."));
    }
    const enquiry = enquirySchema.safeParse(json);
    if (!enquiry.success) return problemResponse(badFields(enquiry.error));
    const number = inTransaction(db, () => {
      db.prepare(
        "INSERT INTO enquiries (key, document, at) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING",
      ).run(key, JSON.stringify(enquiry.data), now());
      return (db.prepare("SELECT number FROM enquiries WHERE key = ?").get(key) as { number: number }).number;
    });
    return context.json({ reference: formatReference(number) });
  });
  enquiries.get("/v1/operator/enquiries", (context) => {
    if (!isSameSecret(context.req.header(OPERATOR_KEY_HEADER) ?? "", operatorKey))
      return problemResponse(new Refusal(403, "Invalid operator key."));
    // Lists the enquiries before a reference. Without a reference, lists the newest.
    const before = /^ENQ-(\d{1,15})$/.exec(context.req.query("before") ?? "")?.[1];
    const rows = db
      .prepare(
        `SELECT number, document, at FROM enquiries WHERE number < ? ORDER BY number DESC LIMIT ${LISTED_ENQUIRIES_MAX}`,
      )
      .all(Number(before ?? Number.MAX_SAFE_INTEGER)) as { number: number; document: string; at: number }[];
    return context.json({
      items: rows.map(({ number, document, at }) => ({
        reference: formatReference(number),
        at: new Date(at).toISOString(),
        enquiry: JSON.parse(document),
      })),
    });
  });
  return enquiries;
}
