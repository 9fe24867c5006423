// One request of the playground as the sandbox stores it: the sent form and its answer. It is parsed with a schema,
// because another process sends it.
import { z } from "zod";

const summarySchema = z.object({ operationId: z.string(), status: z.int(), tookMs: z.number() });
/** One line of the list of sent requests. */
export type SentSummary = z.infer<typeof summarySchema> & { id: string };

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
  received: z.object({ stream: z.string(), count: z.int(), messages: z.array(z.string()) }).nullable(),
});
export type SentOutcome = z.infer<typeof sentOutcomeSchema>;

/** The summaries that are readable, newest first, at most `limit`. */
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

/** Null if it is not an outcome or has expired. */
export function readOutcome(kept: unknown): SentOutcome | null {
  const parsed = sentOutcomeSchema.safeParse(kept);
  return parsed.success ? parsed.data : null;
}
