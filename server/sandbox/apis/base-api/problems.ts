// What the base API says when it refuses: RFC 9457.
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { ApiProblem } from "../../../../app/wire/base-api.ts";

/** Thrown by a handler that refuses; the router answers with it. */
export class Refused extends Error {
  readonly body: ApiProblem;
  constructor(body: ApiProblem) {
    super(body.detail);
    this.body = body;
  }
}

/** The value, or a 404 with this sentence where there is none. */
export function orMissing<T>(value: T | null, detail: string): T {
  if (value === null) throw new Refused(problem(404, "Not found", detail));
  return value;
}

export function refuse(body: ApiProblem): Response {
  return new Response(JSON.stringify(body), {
    status: body.status as ContentfulStatusCode,
    headers: { "Content-Type": "application/problem+json" },
  });
}

export function problem(
  status: number,
  title: string,
  detail: string,
  errors?: ApiProblem["errors"],
): ApiProblem {
  return { type: "about:blank", title, status, detail, ...(errors === undefined ? {} : { errors }) };
}

export function badParameters(error: z.ZodError): ApiProblem {
  const errors = error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ parameter: key, expected: "no such parameter" }))
      : [{ parameter: issue.path.join("."), expected: issue.message }],
  );
  return problem(400, "Bad request", "At least one parameter was not understood.", errors);
}

export function badFields(error: z.ZodError): ApiProblem {
  return problem(
    422,
    "Not accepted",
    "At least one field was not accepted.",
    error.issues.map((issue) => ({ parameter: issue.path.join("."), expected: issue.message })),
  );
}
