// An operation of the base API's contract, and fields that several operations share.
import { z } from "zod";
import type { Operation } from "../operation.ts";

export type BaseApiOperation = Operation & {
  answer: z.ZodType;
  /** Requires a client's access token in the header `access-token`. */
  isPersonal?: true;
  /**
   * Whether a write accepts or requires an Idempotency-Key header. With the header, a repeated write is executed only
   * once.
   */
  key?: "taken" | "needed";
  /** Shape that the site accepts, if it is wider than the contract's. */
  reading?: z.ZodType;
  /** Parses each element of `items` separately. An invalid element is omitted; the other elements remain. */
  itemReading?: z.ZodType;
  /** Status codes other than 200, with their meanings. */
  problems: Record<number, string>;
};

/** Encodes a query. A list becomes a repeated key; undefined values are omitted. */
export function encodeQuery(query: object): URLSearchParams {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) params.append(key, String(item));
  }
  return params;
}

/** Number of items per page, 1 to 200: digits in the query, a number when parsed. */
export const pageSize = z
  .codec(z.string().regex(/^([1-9]\d?|1\d\d|200)$/, "a number from 1 to 200"), z.int(), {
    decode: Number,
    encode: String,
  })
  .optional();

export const IDEMPOTENCY_KEY = /^[\w-]{8,80}$/;
export const SIGNED_OUT = "The access token is missing, invalid or expired";
export const byUuid = z.object({ id: z.uuid() });
