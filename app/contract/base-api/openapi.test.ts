import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { LISTED_STATES } from "../../domain/vocabulary.ts";
import { baseOpenApi } from "./openapi.ts";
import { BASE_API_OPERATIONS } from "./operations.ts";

const openApiDocument = JSON.parse(JSON.stringify(baseOpenApi()));

it("the base API's document is valid OpenAPI 3.1", async () => {
  const result = await new Validator().validate(openApiDocument);
  expect(result.errors ?? []).toEqual([]);
  expect(openApiDocument.openapi).toBe("3.1.0");
});

it("the OpenAPI document of the base API contains every operation once", () => {
  const ids = Object.values(openApiDocument.paths).flatMap((path) =>
    Object.values(path as Record<string, { operationId: string }>).map((operation) => operation.operationId),
  );
  expect(ids.sort()).toEqual(Object.keys(BASE_API_OPERATIONS).sort());
});

it("the OpenAPI document lists the default states of GET /v1/strategies", () => {
  const { parameters } = openApiDocument.paths["/v1/strategies"].get;
  const state = parameters.find(({ name }: { name: string }) => name === "state");
  for (const one of LISTED_STATES) expect(state.schema.description ?? state.description).toContain(one);
});
