// Response for unknown paths: in the trading API's format below its paths, problem details elsewhere.
import type { Context } from "hono";
import { Refusal } from "../refusal.ts";
import { problemResponse } from "./base-api/problems.ts";
import { ApiFault, faultAnswer } from "./trading-api/fault.ts";

/** Logins and the portal use the format of the trading API, because clients of that API call them. */
const OF_TRADING = /^\/(?:auth|portal)\//;

export function nothingHere({ req: { method, path } }: Context): Response {
  if (!OF_TRADING.test(path))
    return problemResponse(new Refusal(404, "The sandbox does not have this path."));
  const fault = new ApiFault("DH-905", `Unknown operation: ${method} ${path}.`, { status: 404 });
  const { status, body } = faultAnswer(fault, false, null);
  return Response.json(body, { status });
}
