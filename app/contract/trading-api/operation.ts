// An operation of the trading API's contract.
import type { Operation } from "../operation.ts";

/** Rate limit of a call. */
export const LIMIT_GROUPS = ["order", "data", "quote", "other"] as const;
export type LimitGroup = (typeof LIMIT_GROUPS)[number];

/** Pages of the documentation whose operations exist only in the sandbox. */
const SANDBOX_PAGES: readonly string[] = ["sandbox", "scenarios"];
export const isSandboxPage = (page: string): boolean => SANDBOX_PAGES.includes(page);

/** Numbers in a body may be sent as text. A field with empty text or null is treated as omitted. */
export type TradingOperation = Operation & {
  method: "get" | "post" | "put" | "delete";
  /** Page of the documentation. */
  page: string;
  /** Two or three sentences on purpose and usage. */
  purpose: string;
  limit: LimitGroup;
  /** Requires the header `client-id` in addition to the token, and returns faults in the format of the data APIs. */
  isData?: true;
  /** Error codes for malformed fields where they differ from the API's default code, for example `Expiry` to 812. */
  formCodes?: Readonly<Record<string, string>>;
  /** Body fields that clients send and this operation ignores. Every other unknown field is rejected. */
  unread?: readonly string[];
  status: 200 | 202;
  /** A request that works on a new sandbox account; placeholders such as `{orderId}` are those of an existing order. */
  example: { path?: Record<string, string>; query?: Record<string, string>; body?: unknown };
};
