import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { BASE_API_OPERATIONS } from "../../../../app/wire/base-api.ts";
import { openApiDocument } from "./openapi.ts";

const printed = JSON.parse(JSON.stringify(openApiDocument()));

it("is valid OpenAPI 3.1", async () => {
  const result = await new Validator().validate(printed);
  expect(result.errors ?? []).toEqual([]);
  expect(printed.openapi).toBe("3.1.0");
});

it("is what the repository holds; `npm run generate:openapi` renews it", () => {
  expect(JSON.parse(readFileSync("app/wire/generated/base-api.openapi.generated.json", "utf8"))).toEqual(
    printed,
  );
});

it("names every operation once", () => {
  const ids = Object.values(printed.paths).flatMap((path) =>
    Object.values(path as Record<string, { operationId: string }>).map((operation) => operation.operationId),
  );
  expect(ids.sort()).toEqual(Object.keys(BASE_API_OPERATIONS).sort());
});
