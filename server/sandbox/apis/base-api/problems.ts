// What the base API says when it refuses: RFC 9457.
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { ApiProblem } from "../../../../app/wire/base-api.ts";

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

export function notFound(what: string): ApiProblem {
  return problem(404, "Not found", `No ${what} has this id.`);
}

export function badParameters(error: z.ZodError): ApiProblem {
  const errors = error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ parameter: key, expected: "no such parameter" }))
      : [{ parameter: issue.path.join("."), expected: issue.message }],
  );
  return problem(400, "Bad request", "At least one parameter was not understood.", errors);
}
