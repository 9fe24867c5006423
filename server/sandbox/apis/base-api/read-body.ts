// Reads a request's JSON body and query by a schema, and the key that makes a write happen once.
import type { Context } from "hono";
import type { z } from "zod";
import { problem, refuse } from "./problems.ts";

const IDEMPOTENCY_KEY = /^[\w-]{8,80}$/;

/** The body, or the refusal that says what was expected. */
export async function readBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema> | Response> {
  let json: unknown;
  try {
    json = await context.req.json();
  } catch {
    return refuse(problem(400, "Bad request", "The body must be JSON."));
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  return refuse(
    problem(
      422,
      "Not accepted",
      "At least one field was not accepted.",
      parsed.error.issues.map((issue) => ({ parameter: issue.path.join("."), expected: issue.message })),
    ),
  );
}

/** Null when none was sent. */
export function readIdempotencyKey(context: Context): string | null | Response {
  const key = context.req.header("idempotency-key") ?? null;
  return key === null || IDEMPOTENCY_KEY.test(key)
    ? key
    : refuse(problem(422, "Not accepted", "Idempotency-Key: 8 to 80 letters, digits, - or _."));
}

/** The key, or the refusal that says what was expected. */
export function demandKey(context: Context): string | Response {
  return (
    readIdempotencyKey(context) ??
    refuse(problem(422, "Not accepted", "Idempotency-Key is needed: 8 to 80 letters, digits, - or _."))
  );
}

/** The query, or the refusal that names each parameter. */
export function readQuery<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): z.output<Schema> | Response {
  const parsed = schema.safeParse(context.req.query());
  if (parsed.success) return parsed.data;
  return refuse(
    problem(
      400,
      "Bad request",
      "At least one parameter was not understood.",
      parsed.error.issues.map((issue) => ({ parameter: issue.path.join("."), expected: issue.message })),
    ),
  );
}

/** The answer as JSON, or a 404 when there is none. */
export function found(
  context: Context,
  answer: object | null,
  missing = "There is no such deployment, or nothing of this kind waits.",
): Response {
  return answer === null ? refuse(problem(404, "Not found", missing)) : context.json(answer);
}
