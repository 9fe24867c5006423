// An operation of the base API's contract, and fields that several operations share.
import { z } from "zod";
import type { Operation } from "../operation.ts";

export type BaseApiOperation = Operation & {
  answer: z.ZodType;
  /** True if the operation requires a client's access token in the header `access-token`. */
  isPersonal?: true;
  /**
   * `optional`: a write accepts an Idempotency-Key header. `required`: it requires one. The key ensures that a retry is not
   * executed twice.
   */
  key?: "optional" | "required";
  /** Response schema that the site accepts, if it is wider than the contract's. */
  reading?: z.ZodType;
  /** Schema that the site accepts for each element of `items`. Invalid elements are dropped. */
  acceptedItemSchema?: z.ZodType;
  /** Status codes other than 200, with their meanings. */
  problems: Readonly<Record<number, string>>;
};

type Draft = Omit<BaseApiOperation, "operationId" | "method" | "problems"> &
  Partial<Pick<BaseApiOperation, "method" | "problems">>;

/** Completes a table of operations. The id of an operation is its key, its method GET unless it is given. */
export function baseApiOperations<const Table extends Record<string, Draft>>(table: Table) {
  const complete = Object.entries(table).map(([operationId, operation]) => [
    operationId,
    { method: "get", problems: {}, ...operation, operationId },
  ]);
  return Object.fromEntries(complete) as {
    [Id in keyof Table]: Table[Id] & { operationId: Id } & Pick<BaseApiOperation, "method" | "problems">;
  };
}

/** Completes a table of operations that require an access token, and can therefore return 401. */
export function personalOperations<const Table extends Record<string, Omit<Draft, "isPersonal">>>(
  table: Table,
) {
  const personal = Object.entries(table).map(([id, operation]) => {
    const problems = { 401: "The access token is missing, invalid or expired", ...operation.problems };
    return [id, { ...operation, isPersonal: true, problems }];
  });
  return baseApiOperations(
    Object.fromEntries(personal) as { [Id in keyof Table]: Table[Id] & { isPersonal: true } },
  );
}

/** Encodes an object as a query. Each element of a list repeats the parameter; undefined values are omitted. */
export function encodeQuery(query: object): URLSearchParams {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) params.append(key, String(item));
  }
  return params;
}

/** Number of items per page, from 1 to 200. Parsed to a number from the digits in the query. */
export const pageSize = z
  .codec(z.string().regex(/^([1-9]\d?|1\d\d|200)$/, "a number from 1 to 200"), z.int(), {
    decode: Number,
    encode: String,
  })
  .optional();

export const IDEMPOTENCY_KEY = /^[\w-]{8,80}$/;
export const uuidPathSchema = z.object({ id: z.uuid() });
