// Headers of the trading API, in requests and responses.
import { FAULT_HEADER } from "./faults.ts";
import type { TradingOperation } from "./operation.ts";

export type ApiHeader = {
  name: string;
  description: string;
  example: string;
  /** `always`, or a description of the messages that contain the header. */
  when: string;
  isNumber?: true;
  /** True for operations with this header. Undefined if all operations have it. */
  isOf?: (operation: TradingOperation) => boolean;
};

/** True for operations that place, change or cancel orders. They accept an Idempotency-Key. */
export const isOrderWrite = ({ limit }: TradingOperation): boolean => limit === "order";
const isPagedList = ({ query }: TradingOperation): boolean => query !== undefined && "cursor" in query.shape;

export const REQUEST_HEADERS: readonly ApiHeader[] = [
  {
    name: "access-token",
    description: "Access token of the account. Never send it in a URL",
    example: "eyJhbGciOi…",
    when: "always",
  },
  {
    name: "client-id",
    description: "Client id of the token, ten digits",
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
    description: "Your own id of the call: 8 to 64 letters, digits, - or _. Other values are replaced",
    example: "swing-bot-000042",
    when: "optional",
  },
  {
    name: "Idempotency-Key",
    description:
      "Your own key of a write: 1 to 64 letters, digits, dots, colons, - or _. For 24 hours, the same request with the same key returns the first response and has no further effect. A different request with the key is rejected",
    example: "swing-bot-000042",
    when: "optional, with calls that place, change or cancel orders",
    isOf: isOrderWrite,
  },
  {
    name: FAULT_HEADER,
    description:
      "Makes the sandbox simulate a fault; the page Sandbox lists the faults. Parameters follow after semicolons",
    example: "slow; ms=500",
    when: "optional, in the sandbox",
  },
];

export const ANSWER_HEADERS: readonly ApiHeader[] = [
  {
    name: "X-Request-Id",
    description: "Id of the call: yours, or a generated one. Quote it when you report a problem",
    example: "0f9b6c1e-6a0b-4a53-9f0e-2f2f6c6f1b1d",
    when: "always",
  },
  {
    name: "X-Next-Cursor",
    description: "Cursor of the next page of a list. Omitted on the last page",
    example: "11261120000001",
    when: "for a list that is requested with limit, if there are more rows",
    isOf: isPagedList,
  },
  {
    name: "Idempotent-Replayed",
    description: "true for a repeated response",
    example: "true",
    when: "with a repeated Idempotency-Key",
    isOf: isOrderWrite,
  },
  {
    name: "RateLimit-Limit",
    description: "Limit of the operation's group in calls a second; above a daily limit, in calls a day",
    example: "25",
    when: "with a valid token",
    isNumber: true,
  },
  {
    name: "RateLimit-Remaining",
    description: "Remaining calls in this second",
    example: "24",
    when: "with a valid token",
    isNumber: true,
  },
  {
    name: "RateLimit-Reset",
    description: "Seconds until more calls are allowed",
    example: "1",
    when: "with a valid token",
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
