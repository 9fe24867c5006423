// Prints the base API's contract (app/wire/base-api.ts) as an OpenAPI 3.1 document. Run as a program it writes the
// document to the file named by its argument: `npm run generate:openapi`. A test compares that file with the contract.
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { createDocument, type ZodOpenApiPathsObject, type ZodOpenApiResponsesObject } from "zod-openapi";
import { BASE_API_OPERATIONS, BASE_API_VERSION, problemSchema } from "../../../../app/wire/base-api.ts";
import { IDEMPOTENCY_KEY, type Operation } from "../../../../app/wire/operation.ts";

/** Answers that any call of its kind can get. */
function problemsOf({ isPersonal, body, key, problems }: Operation): Record<number, string> {
  return {
    405: "The path does not take this method",
    ...(isPersonal === true ? { 403: "An app's token is for the trading API alone" } : {}),
    ...(body === undefined ? {} : { 400: "The body is not JSON" }),
    ...(key === undefined ? {} : { 422: "Idempotency-Key is missing or has the wrong form" }),
    ...problems,
  };
}

const KEY_HEADER = z.string().regex(IDEMPOTENCY_KEY).meta({
  description: "Makes the write happen once: sent again with the same key, it answers what the first one did",
});

let printed: ReturnType<typeof createDocument> | undefined;

export function openApiDocument() {
  printed ??= createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Base API",
        version: BASE_API_VERSION,
        description:
          "What the marketplace asks of a provider. Lists are repeated query keys. Faults are RFC 9457 problems. A request may carry X-Request-Id, which the answer repeats.",
        contact: { name: "API support", url: "https://meridian.example/support" },
        license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
      },
      servers: [{ url: "/", description: "BASE_API_URL of the site" }],
      tags: [
        { name: "catalogue", description: "Strategies and managers, for everyone" },
        { name: "account", description: "What belongs to one client" },
      ],
      security: [],
      components: {
        securitySchemes: { accessToken: { type: "apiKey", in: "header", name: "access-token" } },
      },
      paths: paths(),
    },
    {
      override: ({ jsonSchema }) => {
        // A row of fixed length, in words that older tools read too.
        if (jsonSchema.prefixItems === undefined || jsonSchema.items !== false) return;
        const length = jsonSchema.prefixItems.length;
        Object.assign(jsonSchema, { items: {}, minItems: length, maxItems: length });
      },
    },
  );
  return printed;
}

function paths(): ZodOpenApiPathsObject {
  const all: ZodOpenApiPathsObject = {};
  for (const operation of Object.values(BASE_API_OPERATIONS) as Operation[]) {
    const responses: ZodOpenApiResponsesObject =
      operation.answer instanceof z.ZodNull
        ? { "204": { description: "Done" } }
        : {
            "200": {
              description: "The answer",
              content: { "application/json": { schema: operation.answer } },
            },
          };
    for (const [status, description] of Object.entries(problemsOf(operation)))
      responses[status as `4${string}`] = {
        description,
        content: { "application/problem+json": { schema: problemSchema } },
      };
    all[operation.path] = {
      ...all[operation.path],
      [operation.method]: {
        operationId: operation.operationId,
        summary: operation.summary,
        description: `${operation.summary}. ${operation.isPersonal ? "Needs the client's token in the header access-token." : "For everyone: no token is needed."}`,
        tags: [operation.isPersonal ? "account" : "catalogue"],
        ...(operation.isPersonal ? { security: [{ accessToken: [] }] } : {}),
        ...(operation.body === undefined
          ? {}
          : { requestBody: { required: true, content: { "application/json": { schema: operation.body } } } }),
        requestParams: {
          ...(operation.pathParameters === undefined ? {} : { path: operation.pathParameters }),
          ...(operation.query === undefined ? {} : { query: operation.query }),
          ...(operation.key === undefined
            ? {}
            : {
                header: z.object({
                  "Idempotency-Key": operation.key === "needed" ? KEY_HEADER : KEY_HEADER.optional(),
                }),
              }),
        },
        responses,
      },
    };
  }
  return all;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = process.argv[2];
  if (file === undefined) throw new Error("usage: openapi.ts FILE");
  writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
}
