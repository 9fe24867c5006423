import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSimulator } from "../support/simulator.ts";
import { SHARE, TradingClient } from "../support/trading-client.ts";

type Listed = { orderId?: string; exchangeTradeId?: string; alertId?: string };

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("the sandbox's trading API", () => {
  let api: Awaited<ReturnType<typeof openSimulator>>;
  let client: TradingClient;
  let low: number;
  beforeAll(async () => {
    api = await openSimulator();
    client = await TradingClient.open(api.url);
    const ltp = await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] });
    low = Math.floor(ltp.body.data.NSE_EQ["1333"].last_price * 0.9);
  });
  afterAll(() => api.close());

  /** Returns all pages of a list, in order. */
  async function pagesOf(path: string, limit: number, between = async () => {}): Promise<Listed[][]> {
    const pages: Listed[][] = [];
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({
        limit: String(limit),
        ...(cursor === undefined ? {} : { cursor }),
      });
      const answer = await client.send("get", `${path}?${query}`);
      expect(answer.status, answer.text).toBe(200);
      pages.push(answer.body);
      cursor = answer.headers["x-next-cursor"];
      await between();
    } while (cursor !== undefined);
    return pages;
  }

  const order = (change: object = {}) =>
    client.place({ orderType: "LIMIT", price: low, quantity: 1, ...change });
  const forever = () =>
    client.send("post", "/forever/orders", {
      ...SHARE,
      orderFlag: "OCO",
      transactionType: "BUY",
      productType: "CNC",
      orderType: "LIMIT",
      quantity: 1,
      price: low,
      triggerPrice: low,
      price1: low + 5,
      triggerPrice1: low + 5,
      quantity1: 1,
    });
  const superOrder = () =>
    client.send("post", "/super/orders", {
      ...SHARE,
      transactionType: "BUY",
      productType: "INTRADAY",
      orderType: "LIMIT",
      quantity: 1,
      price: low,
      targetPrice: low + 100,
      stopLossPrice: low - 50,
    });
  const alert = () =>
    client.send("post", "/alerts/orders", {
      condition: {
        comparisonType: "PRICE_WITH_VALUE",
        exchangeSegment: "NSE_EQ",
        securityId: "1333",
        operator: "LESS_THAN",
        comparingValue: 1,
      },
      orders: [{ ...SHARE, transactionType: "BUY", productType: "CNC", orderType: "MARKET", quantity: 1 }],
    });

  it.each<[string, () => Promise<unknown>]>([
    ["/orders", order],
    ["/trades", () => order({ orderType: "MARKET" })],
    ["/super/orders", superOrder],
    ["/forever/orders", forever],
    ["/alerts/orders", alert],
  ])("%s: all pages combined equal the complete list", async (path, make) => {
    for (let count = 0; count < 7; count += 1) await make();
    const completeList = (await client.send("get", path)).body as Listed[];
    expect(completeList.length).toBeGreaterThanOrEqual(7);
    for (const limit of [1, 3, 100]) expect((await pagesOf(path, limit)).flat()).toEqual(completeList);
  });

  it("returns each order exactly once across pages while new orders are placed", async () => {
    const before = ((await client.send("get", "/orders")).body as Listed[]).map(({ orderId }) => orderId);
    const pages = await pagesOf("/orders", 4, async () => void (await order()));
    expect(pages.flat().map(({ orderId }) => orderId)).toEqual(before);
  });

  it.each(["limit=0", "limit=501", "limit=x", "cursor=x", "limit=1.5"])(
    "refuses %s with an error that contains the field's name",
    async (query) => {
      const answer = await client.send("get", `/orders?${query}`);
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, query.split("=")[0]]);
    },
  );

  it("a cursor of one client returns no data of that client to another client", async () => {
    const other = await TradingClient.open(api.url);
    const { body } = await order();
    expect((await other.send("get", `/orders?limit=10&cursor=${body.orderId}9`)).body).toEqual([]);
  });

  describe("Idempotency-Key", () => {
    const body = {
      ...SHARE,
      transactionType: "BUY",
      productType: "CNC",
      orderType: "LIMIT",
      quantity: 1,
    };
    const send = (key: string, change: object = {}, by = client) =>
      by.send("post", "/orders", { ...body, price: low, ...change }, { "idempotency-key": key });
    const count = async () => ((await client.send("get", "/orders")).body as Listed[]).length;

    it("returns the first response to the same request and places no further order", async () => {
      const before = await count();
      const first = await send("once-1", { correlationId: "idem-1" });
      const again = await send("once-1", { correlationId: "idem-1" });
      expect(again.text).toBe(first.text);
      expect([first.headers["idempotent-replayed"], again.headers["idempotent-replayed"]]).toEqual([
        undefined,
        "true",
      ]);
      expect(await count()).toBe(before + 1);
    });

    it("places one order for twenty simultaneous requests", async () => {
      const before = await count();
      const answers = await Promise.all(Array.from({ length: 20 }, () => send("once-2")));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await count()).toBe(before + 1);
    });

    it("rejects a key that another request used; two clients may use the same key", async () => {
      await send("once-3");
      const other = await send("once-3", { quantity: 2 });
      expect([other.status, other.body.errorCode]).toEqual([400, "DH-905"]);
      const otherClient = await TradingClient.open(api.url);
      const own = await send("once-3", {}, otherClient);
      expect([own.status, own.headers["idempotent-replayed"]]).toEqual([200, undefined]);
    });

    it("does not store a rejection, so the corrected request is executed", async () => {
      expect((await send("once-4", { quantity: 0 })).status).toBe(400);
      const answer = await send("once-4");
      expect([answer.status, answer.headers["idempotent-replayed"]]).toEqual([200, undefined]);
    });

    it("prevents modifications and cancellations from taking effect twice", async () => {
      const { orderId } = (await order()).body;
      const modify = (key: string, quantity: number) =>
        client.send(
          "put",
          `/orders/${orderId}`,
          { orderType: "LIMIT", validity: "DAY", price: low, quantity },
          { "idempotency-key": key },
        );
      const modified = await modify("once-6", 2);
      expect((await modify("once-7", 3)).status).toBe(modified.status);
      const repeated = await modify("once-6", 2);
      expect([repeated.status, repeated.text]).toEqual([200, modified.text]);
      expect(repeated.headers["idempotent-replayed"]).toBe("true");
      expect((await client.send("get", `/orders/${orderId}`)).body.quantity).toBe(3);
      const key = { "idempotency-key": "once-5" };
      const first = await client.send("delete", `/orders/${orderId}`, undefined, key);
      const again = await client.send("delete", `/orders/${orderId}`, undefined, key);
      expect([first.status, again.status, again.text]).toEqual([202, 202, first.text]);
    });

    it("is rejected if malformed", async () => {
      for (const key of ["a b", "x".repeat(65)]) expect((await send(key)).status).toBe(400);
    });
  });
});
