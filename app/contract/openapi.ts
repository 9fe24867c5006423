// Builds the OpenAPI 3.1 document of an API from its contract. Each API supplies its responses, texts and tags.
import type { z } from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import type { Operation } from "./operation.ts";

/** Fields of an operation in the OpenAPI document that are not derived from the contract. */
export type OperationEntry = Pick<
  ZodOpenApiOperationObject,
  "description" | "tags" | "responses" | "security" | `x-${string}`
> & { header?: z.ZodObject | undefined; bodyExample?: unknown };

/** Builds the document's `paths`. An operation is omitted if `describe` returns null for it. */
export function openApiPaths<One extends Omit<Operation, "answer">>(
  operations: readonly One[],
  describe: (operation: One) => OperationEntry | null,
): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const entry = describe(operation);
    if (entry === null) continue;
    const { operationId, summary, method, path, pathParameters, query, body } = operation;
    const { header, bodyExample, ...more } = entry;
    const example = bodyExample === undefined ? {} : { example: bodyExample };
    paths[path] = {
      ...paths[path],
      [method]: {
        operationId,
        summary,
        ...more,
        requestParams: {
          ...(pathParameters === undefined ? {} : { path: pathParameters }),
          ...(query === undefined ? {} : { query }),
          ...(header === undefined ? {} : { header }),
        },
        ...(body === undefined
          ? {}
          : {
              requestBody: { required: true, content: { "application/json": { schema: body, ...example } } },
            }),
      },
    };
  }
  return paths;
}

/** Builds the document. `support` is the address of the support page, `email` that of the support team. */
export function openApiDocument(
  {
    title,
    version,
    description,
    ...contact
  }: Record<"title" | "version" | "description" | "support" | "email", string>,
  parts: Omit<ZodOpenApiObject, "openapi" | "info">,
  override: NonNullable<Parameters<typeof createDocument>[1]>["override"],
) {
  const info = {
    title,
    version,
    description,
    contact: { name: "API support", url: contact.support, email: contact.email },
    license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
  };
  const document = createDocument(
    { openapi: "3.1.0", info, ...parts },
    override === undefined ? {} : { override },
  );
  for (const item of Object.values(document.paths ?? {}))
    for (const operation of Object.values(item)) dropSecondDescriptions(operation.parameters);
  return document;
}

/** Removes a schema's description that only repeats the description of its parameter. */
function dropSecondDescriptions(
  parameters: { description?: string; schema?: { description?: string } }[] = [],
) {
  for (const { description, schema } of parameters)
    if (schema !== undefined && schema.description === description) delete schema.description;
}
