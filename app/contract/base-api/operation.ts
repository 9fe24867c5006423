// An operation of the base API's contract, and fields that several operations share.
import { z } from "zod";
import type { Operation } from "../operation.ts";

export type BaseApiOperation = Operation & {
  answer: z.ZodType;
  /** Needs a client's access token in the header `access-token`. */
  isPersonal?: true;
  /** The header Idempotency-Key, which makes a write happen once: taken, or needed. */
  key?: "taken" | "needed";
  /** Shape that the site accepts, where it is wider than the contract. */
  reading?: z.ZodType;
  /** Reads one element of `items`. An element that cannot be read is left out; the rest of the list remains. */
  itemReading?: z.ZodType;
  /** Status codes other than 200, with their meaning. */
  problems: Record<number, string>;
};

/** A query as it goes up: a list is a repeated key; undefined is left out. */
export function encodeQuery(query: object): URLSearchParams {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) params.append(key, String(item));
  }
  return params;
}

/** How many items a page of an answer has, 1 to 200: its digits in a query, a number where it is read. */
export const pageSize = z
  .codec(z.string().regex(/^([1-9]\d?|1\d\d|200)$/, "a number from 1 to 200"), z.int(), {
    decode: Number,
    encode: String,
  })
  .optional();

export const IDEMPOTENCY_KEY = /^[\w-]{8,80}$/;
export const SIGNED_OUT = "The access token is missing, wrong or has ended";
export const byUuid = z.object({ id: z.uuid() });
