// The API admin form service: takes requests for access, each once by its Idempotency-Key, and gives a reference number.
import { Hono } from "hono";
import { enquirySchema } from "../../../../app/wire/enquiry.ts";
import { inTransaction, type SandboxDatabase } from "../../store/database.ts";
import { problem, refuse } from "../base-api/problems.ts";

const KEY = /^[\w-]{8,80}$/;

export function createEnquiries(db: SandboxDatabase, now: () => number): Hono {
  const enquiries = new Hono();
  enquiries.post("/v1/enquiries", async (context) => {
    const key = context.req.header("idempotency-key") ?? "";
    if (!KEY.test(key)) return refuse(problem(400, "Bad request", "An Idempotency-Key is needed."));
    let json: unknown;
    try {
      json = await context.req.json();
    } catch {
      return refuse(problem(400, "Bad request", "The body must be JSON."));
    }
    const enquiry = enquirySchema.safeParse(json);
    if (!enquiry.success)
      return refuse(
        problem(
          422,
          "Not accepted",
          "At least one field was not accepted.",
          enquiry.error.issues.map((issue) => ({ parameter: issue.path.join("."), expected: issue.message })),
        ),
      );
    const number = inTransaction(db, () => {
      db.prepare(
        "INSERT INTO enquiries (key, document, at) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING",
      ).run(key, JSON.stringify(enquiry.data), now());
      return (db.prepare("SELECT number FROM enquiries WHERE key = ?").get(key) as { number: number }).number;
    });
    return context.json({ reference: `ENQ-${String(number).padStart(6, "0")}` });
  });
  return enquiries;
}
