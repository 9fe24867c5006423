// Builds the base API from its contract: every operation of BASE_API_OPERATIONS becomes a route. A route checks the
// token if the operation belongs to a client, parses the request by the operation's schemas and calls its handler.
// Rejections are problem details (RFC 9457).
import type { Context, Hono } from "hono";
import type { z } from "zod";
import { type BaseApiOperation, IDEMPOTENCY_KEY } from "../../../../app/contract/base-api/operation.ts";
import { BASE_API_OPERATIONS } from "../../../../app/contract/base-api/operations.ts";
import { decodeStrategyQuery } from "../../../../app/contract/base-api/strategy-query.ts";
import type { CallOf } from "../../../../app/contract/operation.ts";
import { findToken, recordTokenUse, type StoredToken } from "../../accounts/tokens.ts";
import { Refusal } from "../../refusal.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { createRoutes } from "../operation-routes.ts";
import { PreparedJson } from "../prepared-json.ts";
import { badFields, badParameters, problemResponse } from "./problems.ts";

export type BaseApiOperationId = keyof typeof BASE_API_OPERATIONS;
type Contract<Id extends BaseApiOperationId> = (typeof BASE_API_OPERATIONS)[Id];

/** A parsed request as its handler receives it. */
export type Call<Id extends BaseApiOperationId> = CallOf<Contract<Id>> & {
  /** The Idempotency-Key. Null only if the operation does not require a key. */
  key: Contract<Id> extends { key: "required" } ? string : string | null;
} & (Contract<Id> extends { isPersonal: true } ? { clientId: string; token: StoredToken } : unknown);

/**
 * Result of a handler. Null becomes the contract's 404. An operation without a body returns true if the target existed.
 * Throws Refusal.
 */
type Answer<Id extends BaseApiOperationId> = Contract<Id>["answer"] extends z.ZodNull
  ? boolean
  : object | PreparedJson | null;
export type Handlers = {
  [Id in BaseApiOperationId]: (call: Call<Id>) => Answer<Id> | Promise<Answer<Id>>;
};

type AnyCall = { path: unknown; query: unknown; body: unknown; key: string | null };
type AnyHandler = (call: AnyCall) => Promise<object | PreparedJson | boolean | null>;
type Options = { db: SandboxDatabase; now: () => number };

const OPERATIONS = Object.values(BASE_API_OPERATIONS) as BaseApiOperation[];
const JSON_TYPE = { "Content-Type": "application/json" };

/** Creates the routes of the contract, and the 404 response for other paths. */
export function createRouter(
  handlers: Handlers,
  options: Options,
): { routes: Hono; noRoute: (context: Context) => Response } {
  const { routes, methodsAt } = createRoutes(OPERATIONS, (context, operation) => {
    const handler = handlers[operation.operationId as BaseApiOperationId] as unknown as AnyHandler;
    return answer(context, operation, handler, options);
  });
  return { routes, noRoute: ({ req }) => noRoute(req, methodsAt(req.path)) };
}

async function answer(
  context: Context,
  operation: BaseApiOperation,
  handler: AnyHandler,
  options: Options,
): Promise<Response> {
  try {
    const who = operation.isPersonal === true ? identifyCaller(context, operation, options) : {};
    const result = await handler({ ...(await readCall(context, operation)), ...who });
    if (result === null || result === false) throw notFound(operation);
    if (result === true) return context.body(null, 204);
    return result instanceof PreparedJson ? context.body(result.text, 200, JSON_TYPE) : context.json(result);
  } catch (fault) {
    if (fault instanceof Refusal) return problemResponse(fault);
    throw fault;
  }
}

/** Returns the caller of a request; throws Refusal for an invalid token. */
function identifyCaller(context: Context, { operationId }: BaseApiOperation, { db, now }: Options) {
  const token = findToken(db, context.req.header("access-token") ?? "", now());
  if (token === null) throw new Refusal(401, "The access token is missing, invalid or expired.");
  if (token.kind === "app") throw new Refusal(403, "An app's token is valid only for the trading API.");
  // Session checks are frequent and automatic, so they do not count as use of the account.
  if (operationId !== "getSession") recordTokenUse(db, token, now());
  return { clientId: token.clientId, token };
}

async function readCall(context: Context, operation: BaseApiOperation): Promise<AnyCall> {
  const query = readQuery(context, operation);
  const body = operation.body === undefined ? undefined : await readBody(context, operation.body);
  const key = readKey(context, operation);
  const path = operation.pathParameters?.safeParse(context.req.param());
  if (path?.success === false) throw notFound(operation);
  return { path: path?.data, query, body, key };
}

function readQuery(context: Context, { operationId, query }: BaseApiOperation): unknown {
  if (query === undefined) return undefined;
  // In a strategy query, a list is a key that occurs several times. Only its decoder supports repeated keys.
  const parsed =
    operationId === "listStrategies"
      ? decodeStrategyQuery(new URL(context.req.url).searchParams)
      : query.safeParse(context.req.query());
  if (!parsed.success) throw badParameters(parsed.error);
  return parsed.data;
}

async function readBody(context: Context, schema: z.ZodType): Promise<unknown> {
  const json: unknown = await context.req.json().catch(() => {
    throw new Refusal(400, "The body must be JSON.");
  });
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw badFields(parsed.error);
  return parsed.data;
}

function readKey(context: Context, operation: BaseApiOperation): string | null {
  if (operation.key === undefined) return null;
  const key = context.req.header("idempotency-key") ?? null;
  const isValid = key === null ? operation.key === "optional" : IDEMPOTENCY_KEY.test(key);
  if (isValid) return key;
  const subject = key === null ? "Idempotency-Key is required" : "Idempotency-Key";
  throw new Refusal(422, `${subject}: 8 to 80 letters, digits, - or _.`);
}

const notFound = ({ problems }: BaseApiOperation) =>
  new Refusal(404, `${problems[404] ?? "Nothing with this id was found"}.`);

function noRoute({ path, method }: { path: string; method: string }, methods: readonly string[]): Response {
  if (methods.length === 0) return problemResponse(new Refusal(404, "The base API has no such path."));
  const refused = problemResponse(
    new Refusal(405, `The method of ${path} must be ${methods.join(" or ")}, not ${method}.`),
  );
  refused.headers.set("Allow", methods.join(", "));
  return refused;
}
