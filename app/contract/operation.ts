// An operation of the base API or the trading API. Routes, clients, documents, the playground's forms and the contract
// tests are derived from operations.
import type { z } from "zod";

export type Operation = {
  operationId: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  /** Path template below the API's base address. `{name}` is a path parameter. */
  path: string;
  summary: string;
  pathParameters?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Schema of the response: `z.null()` for a response without a body (204), "csv" for a CSV file. */
  answer: z.ZodType | "csv";
};

/** A request that its operation's schemas parsed. Undefined where the operation has no query or body. */
export type CallOf<One extends Operation> = {
  path: Parsed<One, "pathParameters">;
  query: Parsed<One, "query">;
  body: Parsed<One, "body">;
};

/**
 * Encodes a value as one segment of a path. The segments "." and ".." would change the path, even if they are
 * percent-encoded, so they are encoded twice: the service receives them as an unknown id.
 */
export function pathSegment(value: string): string {
  return /^\.{1,2}$/.test(value) ? value.replaceAll(".", "%252E") : encodeURIComponent(value);
}

/**
 * True if a path matches a path template. Both are split at "/". `{name}` in the template matches any non-empty
 * segment.
 */
export function isLike(template: readonly string[], path: readonly string[]): boolean {
  return (
    template.length === path.length &&
    template.every((part, index) => (part.startsWith("{") ? path[index] !== "" : part === path[index]))
  );
}

type Parsed<One, Part extends string> =
  One extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;
