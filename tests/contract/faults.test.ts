import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBaseApi } from "../support/base-api.ts";
import { TradingClient } from "../support/trading-client.ts";

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("error responses", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let client: TradingClient;
  beforeAll(async () => {
    api = await openBaseApi({ accountsPerHour: 1_000 });
    client = await TradingClient.open(api.url);
  });
  afterAll(() => api.close());

  it("report all faults of a request body together, each with its field", async () => {
    const { status, body } = await client.send("post", "/orders", {
      exchangeSegment: "MARS",
      productType: "INTRADAY",
      orderType: "MARKET",
      validity: "DAY",
      securityId: "abc",
      quantity: 0.5,
    });
    expect([status, body.errorCode, body.errorType]).toEqual([400, "DH-905", "Input_Exception"]);
    const messages = Object.fromEntries(
      body.errors.map((one: { field: string; message: string }) => [one.field, one.message]),
    );
    expect(Object.keys(messages).sort()).toEqual([
      "exchangeSegment",
      "quantity",
      "securityId",
      "transactionType",
    ]);
    expect(messages.transactionType).toBe("missing, expected BUY or SELL");
    expect(messages.quantity).toBe("a whole number is expected, not a number with decimals");
    expect(messages.exchangeSegment).toMatch(/^expected NSE_EQ, .* or MCX_COMM$/);
    for (const field of Object.keys(messages)) expect(body.errorMessage).toContain(`${field}: `);
    expect(body.errorMessage).not.toMatch(/Invalid|received|undefined/);
  });

  it("name the missing price of a LIMIT order", async () => {
    const { body } = await client.place({ orderType: "LIMIT" });
    expect(body.errors).toEqual([{ field: "price", message: "must be above 0 for a LIMIT order" }]);
  });

  it("link to the documentation of their code if the site has a public address", async () => {
    const site = { "x-public-origin": "https://site.example" };
    const trading = await client.send("get", "/orders/external/never-sent", undefined, site);
    expect(trading.body.documentation).toBe("https://site.example/docs/v2/errors#dh-906");
    const data = await client.send("post", "/marketfeed/ltp", {}, site);
    expect(data.body.documentation).toBe("https://site.example/docs/v2/errors#code-814");
    expect((await client.send("post", "/marketfeed/ltp", {})).body).not.toHaveProperty("documentation");
    expect(
      (await client.send("get", "/orders/1", undefined, { "x-public-origin": "javascript:alert(1)" })).body,
    ).not.toHaveProperty("documentation");
  });

  it("are JSON for an unknown path, a wrong method and a body that is not JSON", async () => {
    const nowhere = await client.send("get", "/no/such/path");
    expect([nowhere.status, nowhere.body.errorCode]).toEqual([404, "DH-905"]);
    const wrongMethod = await client.send("patch", "/orders/11261120000001", {});
    expect([wrongMethod.status, wrongMethod.headers.allow, wrongMethod.body.errorCode]).toEqual([
      405,
      "PUT, DELETE, GET",
      "DH-905",
    ]);
    const form = await request(`${api.url}/v2/orders`, {
      method: "POST",
      headers: {
        "access-token": client.account.accessToken,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "quantity=1",
    });
    expect([form.statusCode, form.headers["content-type"]]).toEqual([415, "application/json"]);
    expect(((await form.body.json()) as { errorMessage: string }).errorMessage).toContain("application/json");
  });
});
