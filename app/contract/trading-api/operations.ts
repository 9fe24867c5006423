// All operations of the trading API, with their error schemas, error codes and rate limits.
import { z } from "zod";
import { ACCOUNT_OPERATIONS } from "./account.ts";
import { ALERT_OPERATIONS } from "./alerts.ts";
import { CLOCK_OPERATIONS } from "./clock.ts";
import { FOREVER_OPERATIONS } from "./forever-orders.ts";
import { DATA_OPERATIONS } from "./market-data.ts";
import type { LimitGroup, TradingOperation } from "./operation.ts";
import { ORDER_OPERATIONS } from "./orders.ts";
import { PORTFOLIO_OPERATIONS } from "./portfolio.ts";
import { SANDBOX_OPERATIONS } from "./sandbox-operations.ts";
import { SCENARIO_OPERATIONS } from "./scenario-operations.ts";
import { SUPER_ORDER_OPERATIONS } from "./super-orders.ts";
import { textField } from "./vocabulary.ts";

export const TRADING_OPERATIONS = {
  ...ORDER_OPERATIONS,
  ...SUPER_ORDER_OPERATIONS,
  ...FOREVER_OPERATIONS,
  ...ALERT_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...PORTFOLIO_OPERATIONS,
  ...DATA_OPERATIONS,
  ...CLOCK_OPERATIONS,
  ...SANDBOX_OPERATIONS,
  ...SCENARIO_OPERATIONS,
} as const;
export type TradingOperationId = keyof typeof TRADING_OPERATIONS;
export const TRADING_OPERATION_LIST: readonly TradingOperation[] = Object.values(TRADING_OPERATIONS);

const faultList = z
  .array(
    z.object({
      field: textField(
        "Path of the field, with dots and list indexes; body for the complete body",
        "quantity",
      ),
      message: textField(
        "Description of the error and the expected value",
        "missing, a whole number is expected",
      ),
    }),
  )
  .meta({
    description: "All errors of the request, one for each field. Omitted if no field is invalid",
  });
const faultPage = z.string().optional().meta({
  description:
    "Address of this code on the errors page, or of an unsupported feature. Omitted if the site has no configured address",
  example: "https://site.example/docs/v2/errors#dh-905",
});
/** Anchor of an error code on the errors page: "DH-905" becomes `dh-905`, "805" becomes `code-805`. */
export const codeAnchor = (code: string) => (/^\d/.test(code) ? `code-${code}` : code.toLowerCase());

export const tradingFaultSchema = z
  .object({
    errorType: textField("Type of the error", "Input_Exception"),
    errorCode: textField("Code of the error, DH-901 to DH-910; the errors page lists all", "DH-905"),
    errorMessage: textField(
      "Description of the error and the expected value, beginning with the field",
      "quantity: missing, a whole number is expected.",
    ),
    errors: faultList.optional(),
    documentation: faultPage,
  })
  .meta({ id: "TradingFault" });
export const dataFaultSchema = z
  .object({
    data: z
      .record(z.string(), z.string().meta({ description: "Description of the error" }))
      .meta({ description: "The code as the only key, its message as the value" }),
    status: z.literal("failed").meta({ description: "Always failed; a successful response has success" }),
    errors: faultList.optional(),
    documentation: faultPage,
  })
  .meta({ id: "DataFault", description: "The code as the only key of data, its message as the value" });

/** Rate limits by group. `perDay` counts from midnight in India. */
export const RATE_LIMITS: Record<LimitGroup, { perSecond: number; perDay: number | null; what: string }> = {
  order: { perSecond: 25, perDay: 5_000, what: "placing, changing and cancelling orders" },
  quote: { perSecond: 10, perDay: null, what: "market quotes" },
  data: { perSecond: 10, perDay: 100_000, what: "candles and option chains" },
  other: { perSecond: 20, perDay: null, what: "everything else" },
};
export const MODIFICATIONS_MAX = 25;

export type ErrorCode = {
  code: string;
  type: string;
  status: number;
  cause: string;
  fix: string;
  isSafeToRetry?: true;
  /** Steps that cause this error in the sandbox, as a sentence. */
  reproduction: string;
};

export const TRADING_ERRORS: readonly ErrorCode[] = [
  {
    code: "DH-901",
    type: "Invalid_Authentication",
    status: 401,
    cause: "The access token is missing, invalid or expired.",
    fix: "Create a new token. An account has one valid token for its own programs and one for each app, so a login of another program invalidates yours.",
    reproduction: "Send X-Sandbox-Fault: token-expired, or no access-token.",
  },
  {
    code: "DH-902",
    type: "Invalid_Access",
    status: 403,
    cause:
      "The token permits reading only and the operation changes something, or the account has no data plan or no access to the trading API.",
    fix: "Create a token with the scope trade, or activate the plan.",
    reproduction: "Send X-Sandbox-Fault: no-access.",
  },
  {
    code: "DH-903",
    type: "User_Account",
    status: 400,
    cause:
      "The account does not permit it: a segment is not active, or the kill switch cannot be lifted today.",
    fix: "Activate the segment, or lift the kill switch tomorrow or later. An order placed while it is on returns 200 with the state REJECTED and the reason.",
    reproduction: "Place an order in MCX_COMM.",
  },
  {
    code: "DH-904",
    type: "Rate_Limit",
    status: 429,
    cause: "The calls exceed the limit of their group.",
    fix: "Wait for the seconds in Retry-After and spread calls out.",
    isSafeToRetry: true,
    reproduction: "Send X-Sandbox-Fault: rate-limit, or more calls than the limit.",
  },
  {
    code: "DH-905",
    type: "Input_Exception",
    status: 400,
    cause: "A field is missing or has an invalid value.",
    fix: "Send the field with an accepted value; the message names both.",
    reproduction: "Place an order without transactionType.",
  },
  {
    code: "DH-906",
    type: "Order_Error",
    status: 400,
    cause: "The order cannot be placed, changed or cancelled in its state.",
    fix: "Read the order's state first; a final order cannot be changed.",
    reproduction: "Cancel an order that has traded.",
  },
  {
    code: "DH-907",
    type: "Data_Error",
    status: 400,
    cause: "No data: the security id is not listed in the segment, or has no options.",
    fix: "Check id and segment against the instrument list. A period that is too long or ends before its start returns DH-905; one without trades returns empty columns.",
    reproduction: "Request candles of security id 999999999.",
  },
  {
    code: "DH-908",
    type: "Internal_Server_Error",
    status: 500,
    cause: "The server failed.",
    fix: "Look up the order by its correlation id before you send it again.",
    reproduction: "Send X-Sandbox-Fault: server-error.",
  },
  {
    code: "DH-909",
    type: "Network_Error",
    status: 504,
    cause: "A system behind the API did not respond in time.",
    fix: "Look up the order by its correlation id before you send it again, as with DH-908.",
    reproduction: "Send X-Sandbox-Fault: timeout.",
  },
  {
    code: "DH-910",
    type: "Others",
    status: 400,
    cause: "Any other error; the message describes it.",
    fix: "Follow the message.",
    reproduction: "Send X-Sandbox-Fault: other.",
  },
];

export const DATA_ERRORS: readonly (Omit<ErrorCode, "type"> & { code: string })[] = [
  {
    code: "800",
    status: 500,
    cause: "The server failed.",
    fix: "Retry after a pause.",
    isSafeToRetry: true,
    reproduction: "Send X-Sandbox-Fault: server-error on a quote.",
  },
  {
    code: "804",
    status: 400,
    cause: "The request has too many instruments.",
    fix: "Send at most 1,000 in a quote; split the list.",
    reproduction: "Request quotes of 1,001 instruments.",
  },
  {
    code: "805",
    status: 429,
    cause: "Too many requests or connections.",
    fix: "Wait for the seconds in Retry-After; open at most five connections.",
    isSafeToRetry: true,
    reproduction: "Request quotes fifteen times at once, or open a sixth feed connection.",
  },
  {
    code: "806",
    status: 401,
    cause: "The data plan is not active.",
    fix: "Activate the plan.",
    reproduction: "Send X-Sandbox-Fault: no-access on a quote.",
  },
  {
    code: "807",
    status: 401,
    cause: "The access token has expired.",
    fix: "Create a new token.",
    reproduction: "Send X-Sandbox-Fault: token-expired on a quote.",
  },
  {
    code: "808",
    status: 401,
    cause: "The client id is not the token's client.",
    fix: "Send the token's own client id.",
    reproduction: "Send another client-id with a quote.",
  },
  {
    code: "809",
    status: 401,
    cause: "The access token is missing or invalid.",
    fix: "Create a new token.",
    reproduction: "Request a quote with an invented token.",
  },
  {
    code: "810",
    status: 401,
    cause: "The header client-id is missing.",
    fix: "Send the header with quotes and option chains.",
    reproduction: "Request a quote without client-id.",
  },
  {
    code: "811",
    status: 400,
    cause: "The expiry is not listed.",
    fix: "Send an expiry from the expiry list.",
    reproduction: "Request the chain with Expiry 2020-01-01.",
  },
  {
    code: "812",
    status: 400,
    cause: "A date does not have the form YYYY-MM-DD.",
    fix: "Send the date in this form.",
    reproduction: "Request the chain with Expiry 31-12-2026.",
  },
  {
    code: "813",
    status: 400,
    cause: "The security id is not listed in the segment.",
    fix: "Look it up in the instrument list.",
    reproduction: "Request the expiries of 999999999.",
  },
  {
    code: "814",
    status: 400,
    cause: "The request is invalid.",
    fix: "Correct the field that the message names.",
    reproduction: "Request a quote with an empty body.",
  },
];
