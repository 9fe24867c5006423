// What the base API says when it refuses: RFC 9457.
import type { ContentfulStatusCode } from "hono/utils/http-status";
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
