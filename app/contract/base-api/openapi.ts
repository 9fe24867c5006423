// The base API's contract as an OpenAPI 3.1 document, for `npm run --silent print:openapi`.
import { z } from "zod";
import type { ZodOpenApiResponsesObject } from "zod-openapi";
import { openApiDocument, openApiPaths } from "../openapi.ts";
import { type BaseApiOperation, IDEMPOTENCY_KEY } from "./operation.ts";
import { BASE_API_OPERATIONS, BASE_API_VERSION, problemSchema } from "./operations.ts";

const KEY_HEADER = z.string().regex(IDEMPOTENCY_KEY).meta({
  description:
    "Executes the write once: a repeated call with the same key within 24 hours returns the first result",
});

let document: ReturnType<typeof openApiDocument> | undefined;

export function baseOpenApi() {
  document ??= openApiDocument(
    {
      title: "Base API",
      version: BASE_API_VERSION,
      description:
        "The API that the marketplace requires of a provider. Lists are repeated query keys. Errors are RFC 9457 problems. X-Request-Id of a request is returned in its response.",
      support: "https://provider.example/support",
      email: "support@provider.example",
    },
    {
      servers: [{ url: "/", description: "BASE_API_URL of the site" }],
      tags: [
        { name: "catalogue", description: "Strategies and managers, for everyone" },
        { name: "account", description: "Data of one client" },
      ],
      security: [],
      components: {
        securitySchemes: { accessToken: { type: "apiKey", in: "header", name: "access-token" } },
      },
      paths: openApiPaths(Object.values(BASE_API_OPERATIONS) as BaseApiOperation[], openApiEntry),
    },
    ({ jsonSchema }) => {
      // Older OpenAPI tools require minItems and maxItems for tuples.
      if (jsonSchema.prefixItems === undefined || jsonSchema.items !== false) return;
      const length = jsonSchema.prefixItems.length;
      Object.assign(jsonSchema, { items: {}, minItems: length, maxItems: length });
    },
  );
  return document;
}

function openApiEntry(operation: BaseApiOperation) {
  const { summary, isPersonal, key } = operation;
  return {
    description: `${summary}. ${isPersonal ? "Requires the client's token in the header access-token." : "Public: no token is required."}`,
    tags: [isPersonal ? "account" : "catalogue"],
    ...(isPersonal ? { security: [{ accessToken: [] }] } : {}),
    header:
      key === undefined
        ? undefined
        : z.object({ "Idempotency-Key": key === "required" ? KEY_HEADER : KEY_HEADER.optional() }),
    responses: openApiResponses(operation),
  };
}

function openApiResponses(operation: BaseApiOperation): ZodOpenApiResponsesObject {
  const { answer } = operation;
  const responses: ZodOpenApiResponsesObject =
    answer instanceof z.ZodNull
      ? { "204": { description: "Done" } }
      : { "200": { description: "The response", content: { "application/json": { schema: answer } } } };
  for (const [status, description] of Object.entries(problemDescriptions(operation)))
    responses[status as `4${string}`] = {
      description,
      content: { "application/problem+json": { schema: problemSchema } },
    };
  return responses;
}

/**
 * Returns the error responses of an operation by status, including those that every operation of its kind can return.
 */
function problemDescriptions({ isPersonal, body, key, problems }: BaseApiOperation): Record<number, string> {
  return {
    405: "The path does not support this method",
    ...(isPersonal === true ? { 403: "An app's token is valid only for the trading API" } : {}),
    ...(body === undefined ? {} : { 400: "The body is not JSON" }),
    ...(key === undefined ? {} : { 422: "Idempotency-Key is missing or has the wrong form" }),
    ...problems,
  };
}
