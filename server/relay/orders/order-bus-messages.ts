// Messages that the replica with the provider's order updates sends to the other replicas. The bus seals them
// (bus-seal.ts).

import { z } from "zod";
import { parseJson } from "../../../app/domain/parse-json.ts";
import { ORDER_STATUSES } from "../../../app/domain/vocabulary.ts";

const TEXT_CHARS = 500;
const ID_CHARS = 64;

const messageSchema = z.object({
  /** Fence of the sender's lease. */
  fence: z.int().nonnegative(),
  node: z.string().min(1).max(ID_CHARS),
  /** Message number of this sender, one higher than its previous message. */
  number: z.int().positive(),
  /** True if the provider's socket is connected. */
  isUp: z.boolean(),
  /**
   * Number of order changes since the last message to all replicas. A change is sent only to the replicas that watch
   * its client, but uses a message number of its own.
   */
  alerts: z.int().nonnegative().optional(),
  alert: z
    .object({
      clientId: z.string().min(1).max(ID_CHARS),
      change: z.object({
        id: z.string().min(1).max(ID_CHARS),
        symbol: z.string().max(TEXT_CHARS),
        side: z.enum(["BUY", "SELL"]),
        quantity: z.int(),
        filled: z.int(),
        averagePaise: z.int().nullable(),
        status: z.enum(ORDER_STATUSES),
        reason: z.string().max(TEXT_CHARS).nullable(),
      }),
    })
    .optional(),
});

export type OrderBusMessage = z.output<typeof messageSchema>;

/** Parses a message. Returns null for an invalid one. */
export function parseOrderBusMessage(text: string): OrderBusMessage | null {
  return messageSchema.safeParse(parseJson(text)).data ?? null;
}
