// Body of a Response that the server or a loader throws for the error page (app/http/problem.ts). This file has no
// schema, so that the browser does not load the validator.

import type { faultText } from "./fault-texts.ts";

export const FAULT_KINDS = ["unreachable", "broken", "refused", "not_found"] as const;

export type Fault = {
  kind: (typeof FAULT_KINDS)[number];
  /** The fault in one English sentence, from this site or from the provider. */
  detail: string;
  /** Name of the text that pages show instead of `detail`. */
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

/**
 * Handler for `catch`: returns null if the provider is unavailable or refuses the request. Throws other faults again.
 */
export function nullIfRefused(fault: unknown): null {
  if (fault instanceof Response) return null;
  throw fault;
}

/** Returns a handler for `catch` that returns null for these statuses and throws other faults again. */
export const nullOn =
  (...statuses: number[]) =>
  (fault: unknown): null => {
    if (fault instanceof Response && statuses.includes(fault.status)) return null;
    throw fault;
  };
