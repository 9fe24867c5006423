// Reads a request by its operation's schemas: path, query and body, as loosely as clients send them.
import type { Context } from "hono";
import type { z } from "zod";
import type { TradingOperation } from "../../../../app/wire/trading-api/operation.ts";
import { ApiFault } from "./fault.ts";
import type { Call } from "./handler-context.ts";
import { loosen, sentenceOf } from "./loosen.ts";

/** Throws ApiFault for what the schemas do not take. */
export async function readCall(
  context: Context,
  operation: TradingOperation,
  who: Pick<Call, "client" | "account" | "accessToken">,
): Promise<Call> {
  const query = { ...context.req.query() };
  // The provider reads the kill switch's word from the query; one of its pages says header.
  const header = context.req.header("killswitchstatus");
  if (
    operation.operationId === "setKillSwitch" &&
    query.killSwitchStatus === undefined &&
    header !== undefined
  )
    query.killSwitchStatus = header;
  const body = operation.body === undefined ? undefined : await readBody(context, operation);
  return {
    ...who,
    path: parse(operation, operation.pathParameters, context.req.param()),
    query: parse(operation, operation.query, query),
    body: operation.body === undefined ? undefined : parse(operation, operation.body, body),
  };
}

async function readBody(context: Context, operation: TradingOperation): Promise<unknown> {
  let body: unknown;
  try {
    body = JSON.parse(await context.req.text());
  } catch {
    throw new ApiFault("DH-905", "The body must be JSON.");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ApiFault("DH-905", "The body must be a JSON object.");
  if (!operation.path.startsWith("/marketfeed/")) return body;
  // Clients add their id to every body; here keys are segments.
  const { dhanClientId: _, ...segments } = body as Record<string, unknown>;
  return segments;
}

function parse<T>(operation: TradingOperation, schema: z.ZodType | undefined, value: unknown): T {
  if (schema === undefined) return {} as T;
  const parsed = schema.safeParse(loosen(schema, value) ?? {});
  if (!parsed.success) throw new ApiFault(codeOf(operation, parsed.error), sentenceOf(parsed.error));
  return parsed.data as T;
}

/** The code of the first thing that was wrong: its own where it has one, else that of any wrong input. */
function codeOf({ formCodes = {} }: TradingOperation, { issues }: z.ZodError): string {
  const [issue] = issues;
  if (issue?.code === "custom" && typeof issue.params?.faultCode === "string") return issue.params.faultCode;
  const field = String(issue?.path[0] ?? "");
  return (issue?.code === "invalid_format" ? formCodes[field] : undefined) ?? "DH-905";
}
