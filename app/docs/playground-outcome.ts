// A request of the playground as the sandbox stores it: the submitted form and the response. A schema validates the
// data, because another process supplies it.
import { z } from "zod";

const summarySchema = z.object({ operationId: z.string(), status: z.int(), tookMs: z.number() });
/** One row in the list of sent requests. */
export type SentSummary = z.infer<typeof summarySchema> & { id: string };

const sentOutcomeSchema = z.object({
  /** The form's fields as a query, without the session's token. */
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
  received: z.object({ stream: z.string(), count: z.int(), messages: z.array(z.string()) }).nullable(),
});
export type SentOutcome = z.infer<typeof sentOutcomeSchema>;

/** Returns the valid summaries, newest first, at most `limit`. */
export function readSummaries(
  stored: readonly { id: string; summary: unknown }[],
  limit: number,
): SentSummary[] {
  return stored
    .flatMap(({ id, summary }) => {
      const parsed = summarySchema.safeParse(summary);
      return parsed.success ? [{ id, ...parsed.data }] : [];
    })
    .slice(0, limit);
}

/** Returns the stored request and response. Null if the data is invalid or has expired. */
export function readOutcome(stored: unknown): SentOutcome | null {
  const parsed = sentOutcomeSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}
