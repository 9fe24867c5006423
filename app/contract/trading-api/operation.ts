// Type of an operation of the trading API, with the groups of rate limits.
import type { Operation } from "../operation.ts";

/** Groups of operations that share a rate limit. */
export const LIMIT_GROUPS = ["order", "data", "quote", "other"] as const;
export type LimitGroup = (typeof LIMIT_GROUPS)[number];

/** Documentation pages whose operations exist only in the sandbox. */
const SANDBOX_PAGES: readonly string[] = ["sandbox", "scenarios"];
export const isSandboxPage = (page: string): boolean => SANDBOX_PAGES.includes(page);

/**
 * An operation of the trading API. A body may contain numbers as text. A field with an empty text or null is treated as
 * omitted.
 */
export type TradingOperation = Operation & {
  method: "get" | "post" | "put" | "delete";
  /** Id of the documentation page that contains the operation. */
  page: string;
  /** Two or three sentences about purpose and usage, for the documentation. */
  purpose: string;
  limit: LimitGroup;
  /**
   * True for operations of the data APIs, which require the header `client-id` in addition to the token and have their
   * own error format.
   */
  isDataApi?: true;
  /** Error codes of malformed fields that differ from the API's default code. For example, `Expiry` has 812. */
  fieldErrorCodes?: Readonly<Record<string, string>>;
  /** Body fields that clients send and this operation ignores. Other unknown fields are rejected. */
  unread?: readonly string[];
  status: 200 | 202;
  /**
   * Example request that works on a new sandbox account. A placeholder such as `{orderId}` is the id of an existing
   * order.
   */
  example: { path?: Record<string, string>; query?: Record<string, string>; body?: unknown };
};

type Draft = Omit<TradingOperation, "operationId" | "page" | "method" | "limit" | "status" | "example"> &
  Partial<Pick<TradingOperation, "method" | "limit" | "status" | "example">>;

/**
 * Completes a table of the operations on one documentation page: the id is the key. Unless they are given, the method
 * is GET, the limit that of other operations, the status 200 and the example empty.
 */
export function tradingOperations<const Table extends Record<string, Draft>>(page: string, table: Table) {
  const complete = Object.entries(table).map(([operationId, operation]) => [
    operationId,
    { page, method: "get", limit: "other", status: 200, example: {}, ...operation, operationId },
  ]);
  return Object.fromEntries(complete) as {
    [Id in keyof Table]: Table[Id] & {
      operationId: Id;
      page: string;
      method: TradingOperation["method"];
      limit: LimitGroup;
      status: Table[Id] extends { status: infer Status } ? Status : 200;
      example: Table[Id] extends { example: infer Example } ? Example : TradingOperation["example"];
    };
  };
}
