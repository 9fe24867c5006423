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

/** True if the provider is unreachable (503) or its response is invalid (502). */
export function isProviderUnavailable(fault: unknown): boolean {
  return fault instanceof Response && (fault.status === 503 || fault.status === 502);
}

/** For `catch`: null if the provider is unavailable or refuses. Other faults are thrown again. */
export function nullIfRefused(fault: unknown): null {
  if (fault instanceof Response) return null;
  throw fault;
}

/** Like `nullIfRefused`, only for these statuses. */
export const nullOn =
  (...statuses: number[]) =>
  (fault: unknown): null => {
    if (fault instanceof Response && statuses.includes(fault.status)) return null;
    throw fault;
  };
