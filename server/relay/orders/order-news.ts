// Messages from the replica that receives order updates to the other replicas. The bus seals them (bus-seal.ts).
import { z } from "zod";
import { ORDER_STATUSES } from "../../../app/domain/vocabulary.ts";

const WORDS_CHARS = 500;
const ID_CHARS = 64;

const newsSchema = z.object({
  /** Fence of the sender's lease. */
  fence: z.int().nonnegative(),
  node: z.string().min(1).max(ID_CHARS),
  /** Number of the node's message, which increases by one with each message. */
  number: z.int().positive(),
  /** True if the provider's socket is connected. */
  isUp: z.boolean(),
  /**
   * Number of changes since the last message to all replicas that were sent only to the replicas with tabs of their
   * clients. Each has a message number.
   */
  alerts: z.int().nonnegative().optional(),
  alert: z
    .object({
      clientId: z.string().min(1).max(ID_CHARS),
      change: z.object({
        id: z.string().min(1).max(ID_CHARS),
        symbol: z.string().max(WORDS_CHARS),
        side: z.enum(["BUY", "SELL"]),
        quantity: z.int(),
        filled: z.int(),
        averagePaise: z.int().nullable(),
        status: z.enum(ORDER_STATUSES),
        reason: z.string().max(WORDS_CHARS).nullable(),
      }),
    })
    .optional(),
});

export type OrderNews = z.output<typeof newsSchema>;

/** Parses a message. Returns null for any other text. */
export function readOrderNews(text: string): OrderNews | null {
  try {
    return newsSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
