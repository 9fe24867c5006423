// Refuses a call in the format of the trading API, for endpoints that are not part of it.
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { TRADING_ERRORS } from "../../../app/contract/trading-api/operations.ts";

export function refuseCall(context: Context, status: ContentfulStatusCode, code: string, message: string) {
  const errorType = TRADING_ERRORS.find((error) => error.code === code)?.type;
  return context.json({ errorType, errorCode: code, errorMessage: message }, status);
}
