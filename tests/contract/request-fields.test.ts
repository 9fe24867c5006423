// Tests each row of the documented request fields. A missing required field, a value outside a list and a number
// outside its limits are rejected, and the refusal contains the field's name.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { buildPath, type ExampleValues, fillExample } from "../../app/contract/trading-api/examples.ts";
import type { TradingOperation } from "../../app/contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { type DescribedSchema, describeSchema, type Json, listChoices } from "../../app/docs/json-schema.ts";
import { openBaseApi } from "../support/base-api.ts";
import { TradingClient, type TradingResponse } from "../support/trading-client.ts";

type Part = "pathParameters" | "query" | "body";
/** A request that violates a row: `value` is set at the path `at`; `undefined` omits the field. */
type Attempt = { part: Part; at: readonly (string | number)[]; value: unknown; reason: string };

const LARGEST = Number.MAX_SAFE_INTEGER;

function wrongValues(json: Json, resolve: DescribedSchema["resolve"]): { value: unknown; reason: string }[] {
  const wrong: { value: unknown; reason: string }[] = [];
  if (listChoices(json, resolve) !== null) wrong.push({ value: "NOT_A_VALUE", reason: "not in the list" });
  if (json.pattern !== undefined) wrong.push({ value: "!", reason: "not of its form" });
  if (json.type === "number" || json.type === "integer") {
    if (json.maximum !== undefined && json.maximum < LARGEST)
      wrong.push({ value: json.maximum + 1, reason: "above its limit" });
    if (json.minimum !== undefined && json.minimum > -LARGEST)
      wrong.push({ value: json.minimum - 1, reason: "below its limit" });
    if (json.exclusiveMinimum !== undefined && json.exclusiveMinimum > -LARGEST)
      wrong.push({ value: json.exclusiveMinimum, reason: "not above its limit" });
    wrong.push({ value: "abc", reason: "no number" });
  }
  if (json.type === "string" && json.maxLength !== undefined)
    wrong.push({ value: "x".repeat(json.maxLength + 1), reason: "too long" });
  return wrong;
}

/** Returns a violation for each row of a schema, if the example contains the row's parent. */
function attemptsOn(part: Part, schema: z.ZodType, example: unknown): Attempt[] {
  const { json: rootSchema, resolve } = describeSchema(schema);
  const walk = (node: Json, here: unknown, at: readonly (string | number)[]): Attempt[] => {
    const json = resolve(node);
    if (json.type === "array" && json.items !== undefined && Array.isArray(here) && here.length > 0) {
      const first = [...at, 0];
      const wrong = wrongValues(resolve(json.items), resolve).map((one) => ({ part, at: first, ...one }));
      const few = json.minItems === undefined ? [] : [{ part, at, value: [], reason: "too few" }];
      return [...few, ...wrong, ...walk(json.items, here[0], first)];
    }
    if (json.properties === undefined || typeof here !== "object" || here === null) return [];
    return Object.entries(json.properties).flatMap(([name, property]) => {
      const field = resolve(property);
      const own = [...at, name];
      const isRequired = json.required?.includes(name) === true && part !== "pathParameters";
      return [
        ...(isRequired ? [{ part, at: own, value: undefined, reason: "left out" }] : []),
        ...wrongValues(field, resolve).map((wrong) => ({ part, at: own, ...wrong })),
        ...walk(field, (here as Record<string, unknown>)[name], own),
      ];
    });
  };
  return walk(rootSchema, example, []);
}

function changed(example: unknown, at: readonly (string | number)[], value: unknown): unknown {
  const [first, ...rest] = at;
  if (first === undefined) return value;
  if (Array.isArray(example))
    return example.map((one, index) => (index === first ? changed(one, rest, value) : one));
  const object = example as Record<string, unknown>;
  return { ...object, [first]: changed(object[String(first)], rest, value) };
}

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("request fields", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let client: TradingClient;
  let values: ExampleValues;
  beforeAll(async () => {
    api = await openBaseApi({ records: [], accountsPerHour: 1_000, limitFactor: 100 });
    client = await TradingClient.open(api.url);
    values = await client.values();
  });
  afterAll(() => api.close());

  function send(operation: TradingOperation, { part, at, value }: Attempt): Promise<TradingResponse> {
    const filled = fillExample(operation.example, values);
    const path = part === "pathParameters" ? changed(filled.path ?? {}, at, value) : filled.path;
    const query = part === "query" ? changed(filled.query ?? {}, at, value) : filled.query;
    const body = part === "body" ? changed(filled.body, at, value) : filled.body;
    const search = Object.fromEntries(
      Object.entries((query ?? {}) as Record<string, unknown>).filter(([, one]) => one !== undefined),
    ) as Record<string, string>;
    return client.send(
      operation.method,
      buildPath(operation.path, path as Record<string, string>, search),
      body,
    );
  }

  it.each(
    TRADING_OPERATION_LIST.filter(
      ({ pathParameters, query, body }) => (pathParameters ?? query ?? body) !== undefined,
    ).map((operation) => [operation.operationId, operation] as const),
  )("%s: rejects each violation of a documented field with the field's name", async (_, operation) => {
    const filled = fillExample(operation.example, values);
    const attempts = (["pathParameters", "query", "body"] as const).flatMap((part) => {
      const schema = operation[part];
      if (schema === undefined) return [];
      const example = { pathParameters: filled.path, query: filled.query, body: filled.body }[part];
      return attemptsOn(part, schema, example ?? {});
    });
    expect(attempts.length).toBeGreaterThan(0);
    const wrong: string[] = [];
    for (const attempt of attempts) {
      const answer = await send(operation, attempt);
      const name = attempt.at.join(".");
      const fields = ((answer.body?.errors ?? []) as { field: string }[]).map(({ field }) => field);
      const isNamed = fields.some((field) => field === name || name.startsWith(`${field}.`));
      if (answer.status !== 400 || !isNamed)
        wrong.push(`${name} ${attempt.reason}: ${answer.status} ${answer.text.slice(0, 160)}`);
    }
    expect(wrong).toEqual([]);
  });
});
