// Error responses of the base API: problem details by RFC 9457.
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { ApiProblem } from "../../../../app/contract/base-api/operations.ts";
import { Refusal } from "../../refusal.ts";

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad request",
  401: "Signed out",
  403: "Not for apps",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  422: "Not accepted",
  500: "Internal error",
};

export function problemResponse({ status, message, errors }: Refusal): Response {
  const body: ApiProblem = {
    type: "about:blank",
    title: TITLES[status] ?? "Refused",
    status,
    detail: message,
    ...(errors.length === 0
      ? {}
      : { errors: errors.map((one) => ({ parameter: one.field, expected: one.message })) }),
  };
  return new Response(JSON.stringify(body), {
    status: status as ContentfulStatusCode,
    headers: { "Content-Type": "application/problem+json" },
  });
}

/** Returns the value. Throws a 404 with `detail` as its message if the value is null. */
export function requireFound<T>(value: T | null, detail: string): T {
  if (value === null) throw new Refusal(404, detail);
  return value;
}

export function badParameters(error: z.ZodError): Refusal {
  const errors = error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ field: key, message: "no such parameter" }))
      : [{ field: issue.path.join("."), message: issue.message }],
  );
  return new Refusal(400, "At least one parameter is not valid.", errors);
}

export function badFields(error: z.ZodError): Refusal {
  const errors = error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
  return new Refusal(422, "At least one field is not valid.", errors);
}
