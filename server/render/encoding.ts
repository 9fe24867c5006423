// Chooses the encoding of an answer: Brotli before gzip before none, as far as Accept-Encoding allows.
import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";

export const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** "identity" is always available: an answer is sent without encoding if the client accepts no other. */
export function chooseEncoding(request: IncomingMessage, available: readonly Encoding[]): Encoding {
  if (available.length <= 1) return "identity";
  const wanted = new Negotiator(request).encoding([...available], { preferred: ["br", "gzip"] });
  return available.find((encoding) => encoding === wanted) ?? "identity";
}

/** The strong validator of one encoding of a body. */
export function etagOf(tag: string, encoding: Encoding): string {
  return `"${tag}${encoding === "identity" ? "" : `-${encoding}`}"`;
}

/** True if the header names the body in any of our encodings. */
export function isSameTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((candidate) => {
    const bare = candidate.trim().replace(/^W\//, "");
    return bare === "*" || ENCODINGS.some((encoding) => bare === etagOf(tag, encoding));
  });
}
