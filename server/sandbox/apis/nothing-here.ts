// The answer for an address below which nothing is: in the trading API's form where its clients call, as a problem elsewhere.
import type { Context } from "hono";
import { Refusal } from "../refusal.ts";
import { problemAnswer } from "./base-api/problems.ts";
import { ApiFault, faultAnswer } from "./trading-api/fault.ts";

/** Logins and the portal refuse in the form of the trading API, whose clients call them. */
const OF_TRADING = /^\/(?:auth|portal)\//;

export function nothingHere({ req: { method, path } }: Context): Response {
  if (!OF_TRADING.test(path)) return problemAnswer(new Refusal(404, "The sandbox has no such path."));
  const fault = new ApiFault("DH-905", `There is no ${method} ${path} here.`, { status: 404 });
  const { status, body } = faultAnswer(fault, false, null);
  return Response.json(body, { status });
}
