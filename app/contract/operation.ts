// An operation of an API: the common part of both contracts. Routes, clients, documents, the playground's forms and the
// contract tests are derived from operations.
import type { z } from "zod";

export type Operation = {
  operationId: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  /** Template below the API's base address; `{name}` is a path parameter. */
  path: string;
  summary: string;
  pathParameters?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON body of the request. */
  body?: z.ZodType;
  /** `z.null()` for an answer without a body (204), "csv" for a file. */
  answer: z.ZodType | "csv";
};

/** A request after parsing by the schemas of its operation; undefined for a part that the operation does not have. */
export type CallOf<One extends Operation> = {
  path: Parsed<One, "pathParameters">;
  query: Parsed<One, "query">;
  body: Parsed<One, "body">;
};
type Parsed<One, Part extends string> =
  One extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;
