// What the replica that listens to order updates tells the others, and its sealing: orders are their clients' own, and a bus may be read by
// others. Only replicas with the site's secrets can open it, or write it.
import { z } from "zod";
import { ORDER_STATUSES } from "../../../app/wire/order.ts";

const WORDS_CHARS = 500;
const ID_CHARS = 64;
const PURPOSE = "order updates between replicas";
/** Clocks of replicas may differ by less. */
const VALID_FOR_MS = 60_000;

const newsSchema = z.object({
  /** Of the lease under which it is said. */
  fence: z.int().nonnegative(),
  node: z.string().min(1).max(ID_CHARS),
  /** One more than the last of this node. */
  number: z.int().positive(),
  /** Whether the provider's socket is there. */
  isUp: z.boolean(),
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

export type OrderNewsSeal = {
  seal(news: OrderNews, now: number): Promise<string>;
  /** Null for what was not sealed with this site's secrets, is old, or is no news. */
  open(text: string, now: number): Promise<OrderNews | null>;
};

/** Encrypts and authenticates for a purpose and a time; opens nothing else (server/session/seal.ts). */
type Seal = {
  seal(purpose: string, record: Record<string, unknown>, forMs: number, now: number): Promise<string>;
  open<Schema extends z.ZodType>(
    purpose: string,
    sealed: string,
    schema: Schema,
    now: number,
  ): Promise<z.output<Schema> | null>;
};

export function createOrderNewsSeal(seal: Seal): OrderNewsSeal {
  return {
    seal: (news, now) => seal.seal(PURPOSE, news, VALID_FOR_MS, now),
    open: (text, now) => seal.open(PURPOSE, text, newsSchema, now),
  };
}
