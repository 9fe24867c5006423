// Data that a thrown Response passes to the error page. The server's provider client and the loaders create it,
// app/http/problem.ts reads it. Types and a guard only, so that the browser does not load the validator.

export const FAULT_KINDS = ["unreachable", "broken", "refused", "not_found"] as const;

export type Fault = {
  kind: (typeof FAULT_KINDS)[number];
  /** One sentence for the reader. */
  detail: string;
  /** Start of the outage, epoch ms, where it is known. */
  since?: number;
  /** Pages of ours that the reader may have meant. */
  near?: { title: string; path: string }[];
};

/** Faults are made by our own code alone; this tells one from any other thrown data. */
export function isFault(data: unknown): data is Fault {
  if (typeof data !== "object" || data === null || !("kind" in data) || !("detail" in data)) return false;
  return FAULT_KINDS.some((kind) => kind === data.kind) && typeof data.detail === "string";
}
