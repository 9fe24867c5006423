// The base API's contract on the account as a whole. Shapes and refusals hold for any provider.
import { afterAll, describe, expect, it } from "vitest";
import { problemSchema } from "../../app/contract/base-api/operations.ts";
import {
  accountEventsSchema,
  heldPositionsSchema,
  portfolioSchema,
  statementSchema,
} from "../../app/contract/base-api/portfolio.ts";
import { openBaseApi } from "../support/base-api.ts";

const api = await openBaseApi();
const { call, isRequested } = api;
afterAll(() => api.close());

const NOBODY = "00000000-0000-4000-8000-000000000000";
const keyed = () => ({ "idempotency-key": `contract-${Date.now()}-${Math.floor(Math.random() * 1e9)}` });

describe.skipIf(!isRequested)("the account as a whole", () => {
  it("answers portfolio, positions, statement and events in their shapes", async () => {
    for (const [path, schema] of [
      ["/v1/portfolio", portfolioSchema],
      ["/v1/positions", heldPositionsSchema],
      ["/v1/statement", statementSchema],
      ["/v1/statement?year=2025-26", statementSchema],
      ["/v1/events?mode=live&class=reject&limit=5", accountEventsSchema],
    ] as const) {
      const { status, body } = await call("GET", path);
      expect(status, path).toBe(200);
      expect(schema.safeParse(body).error, path).toBeUndefined();
    }
  });

  it("refuses what it does not understand with what was expected", async () => {
    const position = `${NOBODY}:NSE_EQ:1333:CNC`;
    const order = { ref: position, side: "SELL", quantity: 1, pricePaise: null };
    const asked = [
      [400, "GET", "/v1/statement?year=26", undefined],
      [400, "GET", "/v1/events?class=gossip", undefined],
      [404, "POST", "/v1/orders/preview", order],
      [404, "POST", "/v1/orders", order],
      [422, "POST", "/v1/orders", { ...order, quantity: -1 }],
      [404, "POST", "/v1/positions/square-off", { refs: [position] }],
      [422, "POST", "/v1/positions/square-off", { refs: [] }],
    ] as const;
    for (const [status, method, path, body] of asked) {
      const answer = await call(method, path, body, keyed());
      expect(answer.status, `${method} ${path}`).toBe(status);
      expect(problemSchema.safeParse(answer.body).success).toBe(true);
    }
  });
});
