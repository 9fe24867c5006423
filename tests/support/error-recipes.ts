// Calls that produce each error code in the sandbox. A call is its operation's example with changes;
// names in braces are ids of orders that the test has placed.
import {
  MANY_INSTRUMENTS,
  type OperationFault,
  UNKNOWN_SECURITY,
} from "../../app/contract/trading-api/operation-fault.ts";
import type { TradingOperationId } from "../../app/contract/trading-api/operations.ts";

export type RecipeStep = {
  operation: TradingOperationId;
  /** Changes to the operation's example. */
  change?: OperationFault["change"];
  /** Changes to the call's headers. `undefined` removes a header. */
  headers?: Record<string, string | undefined>;
  /** Number of calls that the test sends at once. At least one response must contain the code. */
  times?: number;
};

const fault = (operation: TradingOperationId, name: string): RecipeStep[] => [
  { operation, headers: { "x-sandbox-fault": name } },
];
/** Number of quote requests that exceeds the limit per second when they are sent at once. */
const QUOTES_AT_ONCE = 15;

export const CODE_RECIPES: Readonly<Record<string, readonly RecipeStep[]>> = {
  "DH-901": fault("getProfile", "token-expired"),
  "DH-902": fault("getProfile", "no-access"),
  "DH-903": [
    { operation: "placeOrder", change: { body: { exchangeSegment: "MCX_COMM", correlationId: undefined } } },
  ],
  "DH-904": fault("getProfile", "rate-limit"),
  "DH-905": [{ operation: "placeOrder", change: { body: { transactionType: undefined } } }],
  "DH-906": [{ operation: "cancelOrder", change: { path: { orderId: "{orderId}" } } }],
  "DH-907": [{ operation: "getDailyCandles", change: { body: { securityId: UNKNOWN_SECURITY } } }],
  "DH-908": fault("getProfile", "server-error"),
  "DH-909": fault("getProfile", "timeout"),
  "DH-910": fault("getProfile", "other"),
  "800": fault("quoteLtp", "server-error"),
  "804": [
    {
      operation: "quoteLtp",
      change: { body: { NSE_EQ: Array.from({ length: MANY_INSTRUMENTS }, (_, index) => index + 1) } },
    },
  ],
  "805": [{ operation: "quoteLtp", times: QUOTES_AT_ONCE }],
  "806": fault("quoteLtp", "no-access"),
  "807": fault("quoteLtp", "token-expired"),
  "808": [{ operation: "quoteLtp", headers: { "client-id": "1000000002" } }],
  "809": [{ operation: "quoteLtp", headers: { "access-token": "made-up" } }],
  "810": [{ operation: "quoteLtp", headers: { "client-id": undefined } }],
  "811": [{ operation: "getOptionChain", change: { body: { Expiry: "2020-01-01" } } }],
  "812": [{ operation: "getOptionChain", change: { body: { Expiry: "31-12-2026" } } }],
  "813": [{ operation: "listExpiries", change: { body: { UnderlyingScrip: 999_999_999 } } }],
  "814": [{ operation: "quoteLtp", change: { body: { NSE_EQ: undefined, IDX_I: undefined } } }],
};
