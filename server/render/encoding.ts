// Which packing of an answer a reader gets: Brotli before gzip before none, as far as Accept-Encoding allows.
import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";

export const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** `available` always counts "identity" in: an answer that nobody accepts packed is sent plain. */
export function chooseEncoding(request: IncomingMessage, available: readonly Encoding[]): Encoding {
  if (available.length <= 1) return "identity";
  const wanted = new Negotiator(request).encoding([...available], { preferred: ["br", "gzip"] });
  return available.find((encoding) => encoding === wanted) ?? "identity";
}

/** The strong validator of one packing of a body. */
export function etagOf(tag: string, encoding: Encoding): string {
  return `"${tag}${encoding === "identity" ? "" : `-${encoding}`}"`;
}

/** Any of our encodings of the same body counts: the reader has it, however it was packed. */
export function isSameTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((candidate) => {
    const bare = candidate.trim().replace(/^W\//, "");
    return bare === "*" || ENCODINGS.some((encoding) => bare === etagOf(tag, encoding));
  });
}
