// The base API by its contract: every operation of BASE_API_OPERATIONS becomes a route. A call is let in by its token where the operation is
// one client's, read by the operation's schemas and answered by its handler; what is refused is a problem (RFC 9457).
import { type Context, Hono } from "hono";
import type { z } from "zod";
import { BASE_API_OPERATIONS } from "../../../../app/wire/base-api.ts";
import { IDEMPOTENCY_KEY, type Operation } from "../../../../app/wire/operation.ts";
import { decodeStrategyQuery } from "../../../../app/wire/strategy-query.ts";
import { findToken, noteUse, type StoredToken } from "../../accounts/tokens.ts";
import { DeploymentConflict } from "../../algos/deployments/deployment-rows.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { NotificationConflict } from "../notifications/notifications.ts";
import { badFields, badParameters, problem, Refused, refuse } from "./problems.ts";
import { TracklistConflict } from "./tracklists.ts";

export type BaseApiOperationId = keyof typeof BASE_API_OPERATIONS;
type Contract<Id extends BaseApiOperationId> = (typeof BASE_API_OPERATIONS)[Id];
type Read<Id extends BaseApiOperationId, Part extends string> =
  Contract<Id> extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

/** A call as its handler gets it: everything read by the contract, nothing left to look at. */
export type Call<Id extends BaseApiOperationId> = {
  path: Read<Id, "pathParameters">;
  query: Read<Id, "query">;
  body: Read<Id, "body">;
  /** The Idempotency-Key; there for operations that need one. */
  key: Contract<Id> extends { key: "needed" } ? string : string | null;
} & (Contract<Id> extends { isPersonal: true } ? { clientId: string; token: StoredToken } : unknown);

/** JSON that is written already. */
export class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Null is a 404 in the contract's words. An operation without a body answers whether it was there. Throws Refused. */
type Answer<Id extends BaseApiOperationId> = Contract<Id>["answer"] extends z.ZodNull
  ? boolean
  : object | Written | null;
export type Handlers = {
  [Id in BaseApiOperationId]: (call: Call<Id>) => Answer<Id> | Promise<Answer<Id>>;
};

type AnyCall = { path: unknown; query: unknown; body: unknown; key: string | null };
type AnyHandler = (call: AnyCall) => Promise<object | Written | boolean | null>;
type Options = { db: SandboxDatabase; now: () => number };

const OPERATIONS = Object.values(BASE_API_OPERATIONS) as Operation[];
const CONFLICTS = [TracklistConflict, DeploymentConflict, NotificationConflict];
const JSON_TYPE = { "Content-Type": "application/json" };

export function createRouter(handlers: Handlers, options: Options): Hono {
  const routes = new Hono();
  for (const operation of OPERATIONS) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
    const handler = handlers[operation.operationId as BaseApiOperationId] as unknown as AnyHandler;
    routes.on(operation.method.toUpperCase(), [path], (context) =>
      answer(context, operation, handler, options),
    );
  }
  return routes;
}

async function answer(
  context: Context,
  operation: Operation,
  handler: AnyHandler,
  options: Options,
): Promise<Response> {
  try {
    const who = operation.isPersonal === true ? callerOf(context, operation, options) : {};
    const result = await handler({ ...(await readCall(context, operation)), ...who });
    if (result === null || result === false) throw missing(operation);
    if (result === true) return context.body(null, 204);
    return result instanceof Written ? context.body(result.text, 200, JSON_TYPE) : context.json(result);
  } catch (fault) {
    if (fault instanceof Refused) return refuse(fault.body);
    if (CONFLICTS.some((one) => fault instanceof one))
      return refuse(problem(409, "Conflict", (fault as Error).message));
    throw fault;
  }
}

/** The caller of a request; throws Refused for an invalid token. */
function callerOf(context: Context, { operationId }: Operation, { db, now }: Options) {
  const token = findToken(db, context.req.header("access-token") ?? "", now());
  if (token === null)
    throw new Refused(problem(401, "Signed out", "The access token is missing, wrong or has ended."));
  if (token.kind === "app")
    throw new Refused(problem(403, "Not for apps", "An app's token is for the trading API alone."));
  // Checks of a session are frequent and automatic, so they do not count as use.
  if (operationId !== "getSession") noteUse(db, token, now());
  return { clientId: token.clientId, token };
}

async function readCall(context: Context, operation: Operation): Promise<AnyCall> {
  const query = readQuery(context, operation);
  const body = operation.body === undefined ? undefined : await readBody(context, operation.body);
  const key = readKey(context, operation);
  const path = operation.pathParameters?.safeParse(context.req.param());
  if (path?.success === false) throw missing(operation);
  return { path: path?.data, query, body, key };
}

function readQuery(context: Context, { operationId, query }: Operation): unknown {
  if (query === undefined) return undefined;
  // Its lists are repeated keys, which only its own reader knows.
  const parsed =
    operationId === "listStrategies"
      ? decodeStrategyQuery(new URL(context.req.url).searchParams)
      : query.safeParse(context.req.query());
  if (!parsed.success) throw new Refused(badParameters(parsed.error));
  return parsed.data;
}

async function readBody(context: Context, schema: z.ZodType): Promise<unknown> {
  const json: unknown = await context.req.json().catch(() => {
    throw new Refused(problem(400, "Bad request", "The body must be JSON."));
  });
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new Refused(badFields(parsed.error));
  return parsed.data;
}

function readKey(context: Context, operation: Operation): string | null {
  if (operation.key === undefined) return null;
  const key = context.req.header("idempotency-key") ?? null;
  const isGood = key === null ? operation.key === "taken" : IDEMPOTENCY_KEY.test(key);
  if (isGood) return key;
  const words = key === null ? "Idempotency-Key is needed" : "Idempotency-Key";
  throw new Refused(problem(422, "Not accepted", `${words}: 8 to 80 letters, digits, - or _.`));
}

const missing = ({ problems }: Operation) =>
  new Refused(problem(404, "Not found", `${problems[404] ?? "There is no such thing"}.`));

/** For paths of the base API that no route took: 405 where the path takes other methods. */
export function noRoute({ req: { method, path } }: Context): Response {
  const methods = OPERATIONS.filter((operation) => isLike(operation.path, path)).map((one) =>
    one.method.toUpperCase(),
  );
  if (methods.length === 0) return refuse(problem(404, "Not found", "The base API has no such path."));
  const refused = refuse(
    problem(405, "Method not allowed", `${path} takes ${methods.join(", ")}, not ${method}.`),
  );
  refused.headers.set("Allow", methods.join(", "));
  return refused;
}

/** Whether a path matches a template, in which `{name}` matches any one part. */
function isLike(template: string, path: string): boolean {
  const [wanted, given] = [template.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith("{") || part === given[index])
  );
}
