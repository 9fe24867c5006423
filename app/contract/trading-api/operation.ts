// An operation of the trading API's contract.
import type { Operation } from "../operation.ts";

/** Rate limit of a call. */
export const LIMIT_GROUPS = ["order", "data", "quote", "other"] as const;
export type LimitGroup = (typeof LIMIT_GROUPS)[number];

/** Pages of the documentation whose operations the sandbox alone has. */
const SANDBOX_PAGES: readonly string[] = ["sandbox", "scenarios"];
export const isSandboxPage = (page: string): boolean => SANDBOX_PAGES.includes(page);

/** Numbers in a body may come as text, and empty text or null counts as left out. */
export type TradingOperation = Operation & {
  method: "get" | "post" | "put" | "delete";
  /** Its page in the documentation. */
  page: string;
  /** Two or three sentences: what it is for and what to know. */
  purpose: string;
  limit: LimitGroup;
  /** Needs the header `client-id` in addition to the token, and answers faults in the data family's shape. */
  isData?: true;
  /** Codes of fields whose form is wrong, where it is not the family's own: `Expiry` to 812. */
  formCodes?: Readonly<Record<string, string>>;
  /** Fields of the body that clients send and this operation does not read. Every other unknown field is refused. */
  unread?: readonly string[];
  status: 200 | 202;
  /** A request that works on a new sandbox account; `{orderId}` and the like are those of an order placed before. */
  example: { path?: Record<string, string>; query?: Record<string, string>; body?: unknown };
};
