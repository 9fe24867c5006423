// An operation of an API: the part that both contracts share. Routes, clients, documents, the playground's forms and
// the contract tests are derived from operations.
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
  /** `z.null()` for a response without a body (204), "csv" for a file. */
  answer: z.ZodType | "csv";
};

/** A request parsed by its operation's schemas. Parts that the operation does not have are undefined. */
export type CallOf<One extends Operation> = {
  path: Parsed<One, "pathParameters">;
  query: Parsed<One, "query">;
  body: Parsed<One, "body">;
};

/** True if a path matches a template, both split at "/". `{name}` in the template matches one segment that is not empty. */
export function isLike(template: readonly string[], path: readonly string[]): boolean {
  return (
    template.length === path.length &&
    template.every((part, index) => (part.startsWith("{") ? path[index] !== "" : part === path[index]))
  );
}

type Parsed<One, Part extends string> =
  One extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;
