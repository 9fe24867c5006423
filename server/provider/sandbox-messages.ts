// Messages of the sandbox's process to the site over their IPC channel. Other messages are ignored.
import { z } from "zod";
import { spanSchema } from "../protocol/trace.ts";

export const sandboxMessageSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("listening"),
    port: z.int(),
    feedClientId: z.string(),
    feedToken: z.string(),
    partnerId: z.string(),
    partnerSecret: z.string(),
  }),
  z.object({ kind: z.literal("log"), level: z.literal("error"), text: z.string() }),
  /** Numbers of computed records and of all records. */
  z.object({ kind: z.literal("records"), done: z.int(), total: z.int() }),
  /** Algos with a live record in a higher risk band than their risk level, one per line. */
  z.object({ kind: z.literal("risk_flags"), lines: z.array(z.string().max(300)).max(1_000) }),
  /** Result of the backup with this number. A null fault means success. */
  z.object({ kind: z.literal("backed_up"), number: z.int(), fault: z.string().nullable() }),
  /** A span of a traced call. */
  z.object({ kind: z.literal("span"), span: spanSchema }),
  /** Sent once a second while the event loop runs. */
  z.object({
    kind: z.literal("alive"),
    vitals: z.object({ loopDelayMs: z.number(), residentBytes: z.number(), openFiles: z.number() }),
  }),
  /** The sandbox cannot run on this machine, and a retry would not help. */
  z.object({ kind: z.literal("refused"), text: z.string() }),
]);

export type SandboxMessage = z.output<typeof sandboxMessageSchema>;
