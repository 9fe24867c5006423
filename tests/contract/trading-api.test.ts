// The trading API's contract: every operation accepts its example, refuses invalid input, missing tokens and calls
// above the limit, and every response matches its schema.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPath } from "../../app/contract/trading-api/examples.ts";
import type { TradingOperation } from "../../app/contract/trading-api/operation.ts";
import {
  dataFaultSchema,
  RATE_LIMITS,
  TRADING_OPERATION_LIST,
  tradingFaultSchema,
} from "../../app/contract/trading-api/operations.ts";
import { openBaseApi } from "../support/base-api.ts";
import { TradingClient, type TradingResponse } from "../support/trading-client.ts";

const isSandbox = process.env.CONTRACT_BASE_URL === undefined;

describe.runIf(isSandbox)("the sandbox's trading API", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let client: TradingClient;
  beforeAll(async () => {
    api = await openBaseApi({ accountsPerHour: 1_000 });
    client = await TradingClient.open(api.url);
  });
  afterAll(() => api.close());

  const faultOf = (operation: TradingOperation) =>
    operation.isDataApi ? dataFaultSchema : tradingFaultSchema;
  function expectFault(operation: TradingOperation, answer: TradingResponse, statuses: number[]): void {
    expect(statuses, answer.text).toContain(answer.status);
    expect(faultOf(operation).safeParse(answer.body).success, answer.text).toBe(true);
    expect(answer.headers["x-request-id"]).toMatch(/^[\w-]{8,64}$/);
  }
  /** Returns a path that matches the operation's pattern but refers to nothing. */
  const nowhere = (operation: TradingOperation) => {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    return buildPath(operation.path, Object.fromEntries(names.map((name) => [name, "!"])));
  };

  it.each(TRADING_OPERATION_LIST.map((operation) => [operation.operationId, operation] as const))(
    "%s: accepts its example and refuses invalid input, tokens and excess calls",
    { timeout: 30_000 },
    async (_, operation) => {
      const own = await TradingClient.open(api.url);
      const answer = await own.example(operation);
      expect(answer.status, answer.text.slice(0, 400)).toBe(operation.status);
      if (operation.answer === "csv") expect(answer.text.split("\n")[0]).toContain("SECURITY_ID");
      else {
        const parsed = operation.answer.safeParse(answer.body);
        expect(parsed.success, parsed.success ? "" : `${parsed.error} in ${answer.text.slice(0, 400)}`).toBe(
          true,
        );
      }
      expect(answer.headers["ratelimit-limit"]).toBe(String(RATE_LIMITS[operation.limit].perSecond));
      expect(Number(answer.headers["ratelimit-remaining"])).toBeGreaterThanOrEqual(0);

      const path = nowhere(operation);
      if (operation.body !== undefined)
        for (const body of ["{", "[]", '"x"', { securityId: { a: 1 }, NSE_EQ: "x" }, {}])
          expectFault(operation, await own.send(operation.method, path, body), [400]);
      else if (operation.path.includes("{") || operation.query?.safeParse({}).success === false)
        expectFault(operation, await own.send(operation.method, path), [400]);

      for (const token of [undefined, "", "made-up", "x".repeat(5_000)])
        expectFault(
          operation,
          await own.send(operation.method, path, undefined, { "access-token": token }),
          [401],
        );

      // Renewing the token repeatedly would invalidate it for the other calls, so another call uses up the limit of its
      // group.
      const other = operation.operationId === "renewToken" ? ["get", "/ip/getIP"] : [operation.method, path];
      const [method = "get", address = path] = other;
      if (operation.operationId === "renewToken") own.account.accessToken = answer.body.accessToken;
      const many = Array.from({ length: RATE_LIMITS[operation.limit].perSecond + 5 }, () =>
        own.send(method, address, operation.body === undefined ? undefined : "{"),
      );
      const refused = (await Promise.all(many)).filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      for (const one of refused) {
        expectFault(operation, one, [429]);
        expect(Number(one.headers["retry-after"])).toBeGreaterThanOrEqual(1);
        expect(one.headers["ratelimit-remaining"]).toBe("0");
      }
      if (operation.operationId === "renewToken")
        expectFault(operation, await own.send("get", operation.path), [429]);
    },
  );

  it("requires the token's client id in the client-id header of data calls", async () => {
    for (const [id, code] of [
      [undefined, "810"],
      ["1000000002", "808"],
    ] as const) {
      const answer = await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] }, { "client-id": id });
      expect([answer.status, Object.keys(answer.body.data)]).toEqual([401, [code]]);
      // Refused calls count towards the limit.
      expect(Number(answer.headers["ratelimit-remaining"])).toBeGreaterThanOrEqual(0);
    }
  });

  it("accepts numbers as text, ids as numbers and empty text for missing fields", async () => {
    const answer = await client.send("post", "/orders", {
      dhanClientId: client.account.dhanClientId,
      transactionType: "BUY",
      exchangeSegment: "NSE_EQ",
      productType: "INTRADAY",
      orderType: "MARKET",
      validity: "DAY",
      securityId: 1333,
      quantity: "3",
      price: "",
      triggerPrice: 0,
      disclosedQuantity: "",
      afterMarketOrder: false,
      boProfitValue: null,
      boStopLossValue: null,
      amoTime: "",
    });
    expect([answer.status, answer.body.orderStatus]).toEqual([200, "TRADED"]);
    for (const path of ["/trades", "/trades/"])
      expect((await client.send("get", path)).body[0].tradedQuantity).toBe(3);
    for (const path of ["/forever/orders", "/forever/all"])
      expect((await client.send("get", path)).status).toBe(200);
  });
});
