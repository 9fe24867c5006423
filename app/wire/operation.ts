// What an operation of the base API's contract is made of, and the words that several of them share.
import { z } from "zod";

export type Operation = {
  operationId: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  /** Needs a client's access token in the header `access-token`. */
  isPersonal?: true;
  /** The header Idempotency-Key, which makes a write happen once: taken, or needed. */
  key?: "taken" | "needed";
  /** JSON that goes up. */
  body?: z.ZodType;
  /** Path template below the base address; `{name}` stands for a path parameter. */
  path: string;
  summary: string;
  pathParameters?: z.ZodObject;
  query?: z.ZodObject;
  /** `z.null()` stands for an answer without a body (204). */
  answer: z.ZodType;
  /** Status codes beside 200 and what they mean. */
  problems: Record<number, string>;
};

export const IDEMPOTENCY_KEY = /^[\w-]{8,80}$/;
export const SIGNED_OUT = "The access token is missing, wrong or has ended";
export const byUuid = z.object({ id: z.uuid() });
