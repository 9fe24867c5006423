// Sends generated input to every operation, based on its schema: valid fields with extreme values, invalid fields, too
// many and too few fields. No response is a 5xx, and every response matches its schema. FUZZ_SECONDS sets the duration
// (default 5).
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { buildPath, fillExample } from "../../app/contract/trading-api/examples.ts";
import type { TradingOperation } from "../../app/contract/trading-api/operation.ts";
import {
  dataFaultSchema,
  TRADING_OPERATION_LIST,
  tradingFaultSchema,
} from "../../app/contract/trading-api/operations.ts";
import { type DescribedSchema, describeSchema, type Json } from "../../app/docs/json-schema.ts";
import { openBaseApi } from "../support/base-api.ts";
import { TradingClient } from "../support/trading-client.ts";

const SECONDS = Number(process.env.FUZZ_SECONDS ?? 5);

const rubbish = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.constantFrom(
    "",
    "0",
    "-1",
    "1e309",
    "NaN",
    "null",
    "__proto__",
    "' OR 1=1 --",
    "../../etc/passwd",
    "\u0000",
    "🙂",
    "२",
    "999999999999999999999",
  ),
);
const ids = fc.constantFrom("1333", "11536", "13", "999999999", "2885", "0", "532540");
const numbers = fc.oneof(
  fc.constantFrom(0, 1, 5, 65, 100, 950, 1_000, 911, 912, 913, 1_100, 1e7, 1e8, 0.05, 1_000.03, -1),
  fc.double({ min: -1e9, max: 1e9, noNaN: true }),
  fc.integer(),
);
const dates = fc.constantFrom(
  "2026-11-16",
  "2026-11-20",
  "2026-11-21",
  "2026-02-30",
  "2019-01-01",
  "2026-11-16 09:15:00",
  "x",
  "2030-01-01",
);

/** Generates values that are usually valid for a schema. */
function valuesOf(json: Json, resolve: DescribedSchema["resolve"]): fc.Arbitrary<unknown> {
  const own = resolve(json);
  const good = (() => {
    if (own.enum !== undefined) return fc.constantFrom(...own.enum);
    if (own.anyOf !== undefined) return fc.oneof(...own.anyOf.map((one) => valuesOf(one, resolve)));
    switch (own.type) {
      case "object":
        return fc.record(
          Object.fromEntries(
            Object.entries(own.properties ?? {}).map(([name, value]) => [name, valuesOf(value, resolve)]),
          ),
          { requiredKeys: [] },
        );
      case "array":
        return fc.array(valuesOf(own.items ?? {}, resolve), { maxLength: 4 });
      case "integer":
      case "number":
        return numbers;
      case "boolean":
        return fc.boolean();
      default:
        return fc.oneof(ids, dates, fc.string({ maxLength: 30 }));
    }
  })();
  return fc.oneof({ arbitrary: good, weight: 12 }, { arbitrary: rubbish, weight: 1 });
}

const arbitraryOf = (schema: z.ZodType): fc.Arbitrary<unknown> => {
  const { json, resolve } = describeSchema(schema);
  return valuesOf(json, resolve);
};

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)(
  "the sandbox's trading API with invalid input",
  () => {
    let api: Awaited<ReturnType<typeof openBaseApi>>;
    let client: TradingClient;
    beforeAll(async () => {
      api = await openBaseApi({ accountsPerHour: 100_000, limitFactor: 100_000 });
      client = await TradingClient.open(api.url);
    });
    afterAll(() => api.close());

    async function send(
      operation: TradingOperation,
      path: unknown,
      query: unknown,
      body: unknown,
    ): Promise<void> {
      const strings = (value: unknown) =>
        Object.fromEntries(Object.entries((value ?? {}) as object).map(([name, one]) => [name, String(one)]));
      const answer = await client.send(
        operation.method,
        buildPath(operation.path, strings(path), strings(query)),
        operation.body === undefined ? undefined : body === undefined ? "{}" : body,
      );
      const sent = `${operation.operationId} ${JSON.stringify([path, query, body])?.slice(0, 400)}`;
      expect(answer.status, `${sent} → ${answer.text.slice(0, 300)}`).toBeLessThan(500);
      if (answer.status === operation.status) {
        if (operation.answer === "csv") return;
        const parsed = operation.answer.safeParse(answer.body);
        expect(parsed.success, `${sent} → ${parsed.error} in ${answer.text.slice(0, 300)}`).toBe(true);
        if (operation.operationId === "renewToken") client.account.accessToken = answer.body.accessToken;
        return;
      }
      // A generated path may refer to nothing.
      if (answer.status === 404) return;
      expect(
        (operation.isDataApi ? dataFaultSchema : tradingFaultSchema).safeParse(answer.body).success,
        `${sent} → ${answer.text}`,
      ).toBe(true);
    }

    it(`returns no 5xx and no response outside its schema in ${SECONDS} seconds`, {
      timeout: (SECONDS + 60) * 1_000,
    }, async () => {
      const operations = TRADING_OPERATION_LIST.map((operation) => ({
        operation,
        path:
          operation.pathParameters === undefined ? fc.constant({}) : arbitraryOf(operation.pathParameters),
        query: operation.query === undefined ? fc.constant({}) : arbitraryOf(operation.query),
        body: operation.body === undefined ? fc.constant(undefined) : arbitraryOf(operation.body),
      }));
      const until = Date.now() + SECONDS * 1_000;
      const values = await client.values();
      let sent = 0;
      // Runs at least one round with every operation, then more until the time is up.
      for (let round = 0; round === 0 || Date.now() < until; round += 1)
        for (const { operation, path, query, body } of operations) {
          const seed = Number(process.env.FUZZ_SEED ?? 7) * 100_000 + round;
          const [onePath] = fc.sample(path, { numRuns: 1, seed });
          const [oneQuery] = fc.sample(query, { numRuns: 1, seed });
          const [oneBody] = fc.sample(body, { numRuns: 1, seed });
          // Every third round uses the paths of real orders.
          const real = round % 3 === 0 ? fillExample(operation.example.path ?? {}, values) : onePath;
          // JSON bodies that are not objects are sent too, but no plain text.
          await send(
            operation,
            real,
            oneQuery,
            typeof oneBody === "string" ? JSON.stringify(oneBody) : oneBody,
          );
          sent += 1;
          if (round > 0 && Date.now() > until) break;
        }
      expect(sent).toBeGreaterThanOrEqual(operations.length);
    });
  },
);
