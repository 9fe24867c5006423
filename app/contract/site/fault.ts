// Data that a thrown Response passes to the error page. The server's provider client and the loaders create it;
// app/http/problem.ts reads it. This file has no schema, so that the browser does not load the validator.

import type { faultText } from "./fault-words.ts";

export const FAULT_KINDS = ["unreachable", "broken", "refused", "not_found"] as const;

export type Fault = {
  kind: (typeof FAULT_KINDS)[number];
  /** One sentence in English, or the provider's sentence. */
  detail: string;
  /** The page text that replaces `detail` on pages. */
  reason?: keyof typeof faultText;
  /** Start of the outage in epoch ms, if known. */
  since?: number;
  /** Pages of this site that the user may have meant. */
  near?: { title: string; path: string; about?: string }[];
};

/** True if thrown data is a fault of this site. */
export function isFault(data: unknown): data is Fault {
  if (typeof data !== "object" || data === null || !("kind" in data) || !("detail" in data)) return false;
  return FAULT_KINDS.some((kind) => kind === data.kind) && typeof data.detail === "string";
}
