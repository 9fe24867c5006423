// Shape and classification of an operation of the trading API.
import type { Operation } from "../operation.ts";

/** Groups of operations that share a rate limit. */
export const LIMIT_GROUPS = ["order", "data", "quote", "other"] as const;
export type LimitGroup = (typeof LIMIT_GROUPS)[number];

/** Pages of the documentation whose operations exist only in the sandbox. */
const SANDBOX_PAGES: readonly string[] = ["sandbox", "scenarios"];
export const isSandboxPage = (page: string): boolean => SANDBOX_PAGES.includes(page);

/**
 * An operation of the trading API. Numbers in a body may be sent as text. A field with empty text or null counts as
 * omitted.
 */
export type TradingOperation = Operation & {
  method: "get" | "post" | "put" | "delete";
  /** Id of the documentation page that contains the operation. */
  page: string;
  /** Two or three sentences about purpose and usage, for the documentation. */
  purpose: string;
  limit: LimitGroup;
  /** Requires the header `client-id` in addition to the token, and returns errors in the format of the data APIs. */
  isData?: true;
  /** Error codes of malformed fields, where they differ from the API's default code. For example, `Expiry` has 812. */
  formCodes?: Readonly<Record<string, string>>;
  /** Body fields that clients send and this operation ignores. All other unknown fields are rejected. */
  unread?: readonly string[];
  status: 200 | 202;
  /**
   * Example request that works on a new sandbox account. A placeholder such as `{orderId}` is the id of an existing
   * order.
   */
  example: { path?: Record<string, string>; query?: Record<string, string>; body?: unknown };
};
