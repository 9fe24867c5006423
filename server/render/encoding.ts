// Chooses the encoding of a response as Accept-Encoding allows: Brotli, else gzip, else none.
import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";

export const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * Returns the encoding of a response. If the client accepts none of those available, the response is sent uncompressed.
 */
export function chooseEncoding(request: IncomingMessage, available: readonly Encoding[]): Encoding {
  if (available.length <= 1) return "identity";
  const preferred = new Negotiator(request).encoding([...available], { preferred: ["br", "gzip"] });
  return available.find((encoding) => encoding === preferred) ?? "identity";
}

/** Returns the strong ETag of a body in one encoding. */
export function formatEtag(tag: string, encoding: Encoding): string {
  return `"${tag}${encoding === "identity" ? "" : `-${encoding}`}"`;
}

/** True if an If-None-Match header contains the body's tag in any supported encoding. */
export function isSameTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((candidate) => {
    const bare = candidate.trim().replace(/^W\//, "");
    return bare === "*" || ENCODINGS.some((encoding) => bare === formatEtag(tag, encoding));
  });
}
