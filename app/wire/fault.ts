// What a thrown Response tells the error page. The server's provider client makes them, app/http/problem.ts reads them.
import { z } from "zod";

export const FAULT_KINDS = ["unreachable", "broken", "refused", "not_found"] as const;

export const faultSchema = z.object({
  kind: z.enum(FAULT_KINDS),
  /** One sentence for the person who reads the page. */
  detail: z.string().min(1).max(500),
  /** Pages of ours that the reader may have meant. */
  near: z
    .array(z.object({ title: z.string(), path: z.string().startsWith("/") }))
    .max(12)
    .optional(),
});
export type Fault = z.infer<typeof faultSchema>;
