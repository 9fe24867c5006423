// What an operation of the trading API is made of. The sandbox's routes, the documents, the docs' tables, the playground's forms and the
// contract tests all come from these.
import type { z } from "zod";

/** Rate limit of a call. */
export const LIMIT_GROUPS = ["order", "data", "quote", "other"] as const;
export type LimitGroup = (typeof LIMIT_GROUPS)[number];

export type TradingOperation = {
  operationId: string;
  /** Its page in the documentation. */
  page: string;
  method: "get" | "post" | "put" | "delete";
  /** Path below `/v2`; `{name}` is a path parameter. */
  path: string;
  summary: string;
  /** Two or three sentences: what it is for and what to know. */
  purpose: string;
  limit: LimitGroup;
  /** Needs the header `client-id` in addition to the token, and answers faults in the data family's shape. */
  isData?: true;
  pathParameters?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON. Numbers may come as text, and empty text or null counts as left out. */
  body?: z.ZodType;
  /** Codes of fields whose form is wrong, where it is not the family's own: `Expiry` to 812. */
  formCodes?: Readonly<Record<string, string>>;
  /** `"csv"` answers a file. */
  answer: z.ZodType | "csv";
  status: 200 | 202;
  /** A request that works on a new sandbox account; `{orderId}` and the like are those of an order placed before. */
  example: { path?: Record<string, string>; query?: Record<string, string>; body?: unknown };
};
