// The base API's contract as an OpenAPI 3.1 document, for `npm run --silent print:openapi`.
import { z } from "zod";
import type { ZodOpenApiResponsesObject } from "zod-openapi";
import { openApiDocument, openApiPaths } from "../openapi.ts";
import { type BaseApiOperation, IDEMPOTENCY_KEY } from "./operation.ts";
import { BASE_API_OPERATIONS, BASE_API_VERSION, problemSchema } from "./operations.ts";

const KEY_HEADER = z.string().regex(IDEMPOTENCY_KEY).meta({
  description: "Makes the write happen once: sent again with the same key, it answers what the first one did",
});

let document: ReturnType<typeof openApiDocument> | undefined;

export function baseOpenApi() {
  document ??= openApiDocument(
    {
      title: "Base API",
      version: BASE_API_VERSION,
      description:
        "What the marketplace asks of a provider. Lists are repeated query keys. Faults are RFC 9457 problems. A request may carry X-Request-Id, which the answer repeats.",
      support: "https://provider.example/support",
      email: "support@provider.example",
    },
    {
      servers: [{ url: "/", description: "BASE_API_URL of the site" }],
      tags: [
        { name: "catalogue", description: "Strategies and managers, for everyone" },
        { name: "account", description: "What belongs to one client" },
      ],
      security: [],
      components: {
        securitySchemes: { accessToken: { type: "apiKey", in: "header", name: "access-token" } },
      },
      paths: openApiPaths(Object.values(BASE_API_OPERATIONS) as BaseApiOperation[], entryOf),
    },
    ({ jsonSchema }) => {
      // Older tools require a length for rows of fixed length.
      if (jsonSchema.prefixItems === undefined || jsonSchema.items !== false) return;
      const length = jsonSchema.prefixItems.length;
      Object.assign(jsonSchema, { items: {}, minItems: length, maxItems: length });
    },
  );
  return document;
}

function entryOf(operation: BaseApiOperation) {
  const { summary, isPersonal, key } = operation;
  return {
    description: `${summary}. ${isPersonal ? "Needs the client's token in the header access-token." : "For everyone: no token is needed."}`,
    tags: [isPersonal ? "account" : "catalogue"],
    ...(isPersonal ? { security: [{ accessToken: [] }] } : {}),
    header:
      key === undefined
        ? undefined
        : z.object({ "Idempotency-Key": key === "needed" ? KEY_HEADER : KEY_HEADER.optional() }),
    responses: responsesOf(operation),
  };
}

function responsesOf(operation: BaseApiOperation): ZodOpenApiResponsesObject {
  const { answer } = operation;
  const responses: ZodOpenApiResponsesObject =
    answer instanceof z.ZodNull
      ? { "204": { description: "Done" } }
      : { "200": { description: "The answer", content: { "application/json": { schema: answer } } } };
  for (const [status, description] of Object.entries(problemsOf(operation)))
    responses[status as `4${string}`] = {
      description,
      content: { "application/problem+json": { schema: problemSchema } },
    };
  return responses;
}

/** Responses that are possible for every call of this kind. */
function problemsOf({ isPersonal, body, key, problems }: BaseApiOperation): Record<number, string> {
  return {
    405: "The path does not take this method",
    ...(isPersonal === true ? { 403: "An app's token is for the trading API alone" } : {}),
    ...(body === undefined ? {} : { 400: "The body is not JSON" }),
    ...(key === undefined ? {} : { 422: "Idempotency-Key is missing or has the wrong form" }),
    ...problems,
  };
}
