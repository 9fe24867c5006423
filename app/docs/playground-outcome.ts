// What the playground's sandbox keeps of one request: the form that was sent, and what came of it. Read back with a schema, since it comes
// from another process.
import { z } from "zod";

const sentOutcomeSchema = z.object({
  /** The form as a query; the session's token is not in it. */
  form: z.string(),
  answer: z
    .object({
      status: z.int(),
      tookMs: z.number(),
      headers: z.array(z.tuple([z.string(), z.string()])),
      body: z.string(),
      clientId: z.string(),
    })
    .nullable(),
  heard: z.object({ stream: z.string(), count: z.int(), messages: z.array(z.string()) }).nullable(),
});
export type SentOutcome = z.infer<typeof sentOutcomeSchema>;

/** Null for what is no outcome, or none any more. */
export function readOutcome(kept: unknown): SentOutcome | null {
  const parsed = sentOutcomeSchema.safeParse(kept);
  return parsed.success ? parsed.data : null;
}
