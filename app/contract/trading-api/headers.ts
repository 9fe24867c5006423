// Headers of the trading API, in requests and responses.
import { FAULT_HEADER } from "./faults.ts";
import type { TradingOperation } from "./operation.ts";

export type ApiHeader = {
  name: string;
  description: string;
  example: string;
  /** Sent `always`, or only in some responses. */
  when: string;
  isNumber?: true;
  /** True for an operation with this header. Omitted for all operations. */
  isOf?: (operation: TradingOperation) => boolean;
};

/** Writes of orders, which accept an Idempotency-Key. */
export const isOrderWrite = ({ limit }: TradingOperation): boolean => limit === "order";
const isPagedList = ({ query }: TradingOperation): boolean => query !== undefined && "cursor" in query.shape;

export const REQUEST_HEADERS: readonly ApiHeader[] = [
  {
    name: "access-token",
    description: "The token of the account. Never in an address",
    example: "eyJhbGciOi…",
    when: "always",
  },
  {
    name: "client-id",
    description: "The client id that the token belongs to, ten digits",
    example: "1000000001",
    when: "market quotes and option chains",
  },
  {
    name: "Content-Type",
    description: "application/json",
    example: "application/json",
    when: "with a body",
  },
  {
    name: "X-Request-Id",
    description: "Your own id of the call: 8 to 64 letters, digits, - or _. Anything else is replaced",
    example: "swing-bot-000042",
    when: "if you like",
  },
  {
    name: "Idempotency-Key",
    description:
      "Your own key of a write: 1 to 64 letters, digits, dots, colons, - or _. For 24 hours the same request with the same key gets the first answer and does nothing more; with another request it is refused",
    example: "swing-bot-000042",
    when: "if you like, with calls that place, change or cancel orders",
    isOf: isOrderWrite,
  },
  {
    name: FAULT_HEADER,
    description:
      "Has the sandbox commit a fault on purpose; the sandbox page lists them. Parameters follow after semicolons. The former name X-Sandbox-Scenario is accepted too",
    example: "slow; ms=500",
    when: "if you like, in the sandbox",
  },
];

export const ANSWER_HEADERS: readonly ApiHeader[] = [
  {
    name: "X-Request-Id",
    description: "The call's id: yours, or one that was made. Quote it when you report something",
    example: "0f9b6c1e-6a0b-4a53-9f0e-2f2f6c6f1b1d",
    when: "always",
  },
  {
    name: "X-Next-Cursor",
    description: "Cursor of the next page of a list. Left out on the last page",
    example: "11261120000001",
    when: "with a list and limit, if there are more rows",
    isOf: isPagedList,
  },
  {
    name: "Idempotent-Replayed",
    description: "true for an answer that was given before",
    example: "true",
    when: "with a repeated Idempotency-Key",
    isOf: isOrderWrite,
  },
  {
    name: "RateLimit-Limit",
    description: "Calls a second of the operation's group; over a daily limit, calls a day",
    example: "25",
    when: "once the token is known",
    isNumber: true,
  },
  {
    name: "RateLimit-Remaining",
    description: "Calls that are left in this second",
    example: "24",
    when: "once the token is known",
    isNumber: true,
  },
  {
    name: "RateLimit-Reset",
    description: "Seconds until there are more",
    example: "1",
    when: "once the token is known",
    isNumber: true,
  },
  {
    name: "Retry-After",
    description: "Seconds to wait before the next call",
    example: "1",
    when: "with 429 and 503",
    isNumber: true,
  },
];
