// The base API's contract for the account's totals. Formats and refusals are the same for any provider.
import { afterAll, describe, expect, it } from "vitest";
import { type AccountLimits, accountLimitsSchema } from "../../app/contract/base-api/account-limits.ts";
import { problemSchema } from "../../app/contract/base-api/operations.ts";
import {
  accountEventsSchema,
  heldPositionsSchema,
  portfolioSchema,
  statementSchema,
} from "../../app/contract/base-api/portfolio.ts";
import { openBaseApi } from "../support/base-api.ts";

const api = await openBaseApi();
const { call, canCallPersonal: isRequested } = api;
afterAll(() => api.close());

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
const newKey = () => ({
  "idempotency-key": `contract-${Date.now()}-${Math.floor(Math.random() * 1e9)}`,
});

describe.skipIf(!isRequested)("the account", () => {
  it("returns portfolio, positions, statement and events that match their schemas", async () => {
    for (const [path, schema] of [
      ["/v1/portfolio", portfolioSchema],
      ["/v1/account-limits", accountLimitsSchema],
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

  it("rejects invalid input with a problem response and changes no limits", async () => {
    const position = `${UNKNOWN_ID}:NSE_EQ:1333:CNC`;
    const order = { ref: position, side: "SELL", quantity: 1, pricePaise: null };
    const requests = [
      [400, "GET", "/v1/statement?year=26", undefined],
      [400, "GET", "/v1/events?class=gossip", undefined],
      [404, "POST", "/v1/orders/preview", order],
      [404, "POST", "/v1/orders", order],
      [422, "POST", "/v1/orders", { ...order, quantity: -1 }],
      [404, "POST", "/v1/positions/square-off", { refs: [position] }],
      [422, "POST", "/v1/positions/square-off", { refs: [] }],
      [422, "PUT", "/v1/account-limits", { mode: "live", lossPerDayRupees: 0, profitLock: null }],
      [422, "PUT", "/v1/account-limits", { mode: "both", lossPerDayRupees: 5_000, profitLock: null }],
      [422, "PUT", "/v1/account-limits", { mode: "live", lossPerDayRupees: 5_000.5, profitLock: null }],
      [
        422,
        "PUT",
        "/v1/account-limits",
        { mode: "live", lossPerDayRupees: null, profitLock: { fromRupees: 1_000, giveBackRupees: 1_001 } },
      ],
    ] as const;
    const before = await limitsNow();
    for (const [status, method, path, body] of requests) {
      const answer = await call(method, path, body, newKey());
      expect(answer.status, `${method} ${path}`).toBe(status);
      expect(problemSchema.safeParse(answer.body).success).toBe(true);
    }
    expect(await limitsNow()).toEqual(before);
  });

  it("has limits per trading mode, and accepts the same limits a second time", async () => {
    const before = await limitsNow();
    const profitLock = { fromRupees: 90_000, giveBackRupees: 30_000 };
    const limits = { mode: "paper", lossPerDayRupees: 70_000, profitLock };
    for (const time of ["first", "again"]) {
      const { status, body } = await call("PUT", "/v1/account-limits", limits, newKey());
      expect(status, time).toBe(200);
      const { live, paper } = accountLimitsSchema.parse(body);
      expect(live).toMatchObject(before.live);
      expect(paper).toMatchObject({ lossPerDayRupees: 70_000, profitLock, reached: null });
    }
    await call("PUT", "/v1/account-limits", { mode: "paper", ...before.paper }, newKey());
    expect(await limitsNow()).toEqual(before);
  });

  async function limitsNow(): Promise<
    Record<"live" | "paper", Pick<AccountLimits["live"], "lossPerDayRupees" | "profitLock">>
  > {
    const { live, paper } = accountLimitsSchema.parse((await call("GET", "/v1/account-limits")).body);
    const chosen = ({ lossPerDayRupees, profitLock }: AccountLimits["live"]) => ({
      lossPerDayRupees,
      profitLock,
    });
    return { live: chosen(live), paper: chosen(paper) };
  }
});
