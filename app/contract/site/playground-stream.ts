// Request parameters of the playground's socket stream. The stream's events are in playground-event.ts.
import { z } from "zod";
import { ALL_SEGMENTS } from "../trading-api/vocabulary.ts";

export const PLAYGROUND_STREAMS = ["ticker", "quote", "full", "depth", "orders"] as const;

/**
 * The socket to open and the instrument to subscribe to. A missing or invalid instrument is replaced by a share that is
 * always listed.
 */
export const playgroundStreamSchema = z.object({
  stream: z.enum(PLAYGROUND_STREAMS),
  segment: z.enum(ALL_SEGMENTS).catch("NSE_EQ"),
  securityId: z
    .string()
    .regex(/^\d{1,20}$/)
    .catch("1333"),
});
