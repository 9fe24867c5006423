import { request } from "undici";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAGIC_QUANTITIES } from "../../app/contract/trading-api/faults.ts";
import { openSimulator } from "../support/simulator.ts";
import { SHARE, TradingClient } from "../support/trading-client.ts";

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("the sandbox's trading API", () => {
  let api: Awaited<ReturnType<typeof openSimulator>>;
  let client: TradingClient;
  let last: number;
  beforeAll(async () => {
    api = await openSimulator();
  });
  afterAll(() => api.close());
  // Each client has a separate clock, so an order changes only when the test advances that clock.
  beforeEach(async () => {
    client = await TradingClient.open(api.url);
    await client.send("put", "/sandbox/clock", { seed: 3, at: "2026-11-20 10:00:00" });
    const ltp = await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] });
    last = ltp.body.data.NSE_EQ["1333"].last_price;
  });

  // A simulator supports a limited number of scenario markets, so each test removes its market.
  afterEach(() => client.send("delete", "/scenario"));

  const advance = (seconds: number) => client.send("post", "/sandbox/clock/advance", { seconds });
  const read = async (orderId: string) => (await client.send("get", `/orders/${orderId}`)).body;
  const limits = () => [Math.floor(last * 0.9), Math.ceil(last * 1.05)];
  const faults = (...rules: object[]) => client.send("put", "/sandbox/faults", { faults: rules });

  /** Returns the rows of a segment's instrument file as objects with the column names as keys. */
  async function listed(segment: string): Promise<Record<string, string>[]> {
    const { body: file } = await client.send("get", `/instrument/${segment}`);
    const [head = "", ...lines] = (file as string).split("\n");
    const columns = head.split(",");
    return lines.map((line) => Object.fromEntries(line.split(",").map((value, at) => [columns[at], value])));
  }

  async function nextExpiry(): Promise<{ securityId: string; lot: number; price: number }> {
    const chain = await client.send("post", "/optionchain/expirylist", {
      UnderlyingScrip: 13,
      UnderlyingSeg: "IDX_I",
    });
    const Expiry = chain.body.data[0] as string;
    const { body } = await client.send("post", "/optionchain", {
      UnderlyingScrip: 13,
      UnderlyingSeg: "IDX_I",
      Expiry,
    });
    const rows = Object.values(body.data.oc) as { ce: { security_id: number; last_price: number } }[];
    const ce = rows[Math.floor(rows.length / 2)]?.ce;
    if (ce === undefined) throw new Error("no options");
    const securityId = String(ce.security_id);
    const row = (await listed("NSE_FNO")).find(({ SECURITY_ID }) => SECURITY_ID === securityId);
    return { securityId, lot: Number(row?.LOT_SIZE), price: ce.last_price };
  }

  describe("quantities that always cause a fault", () => {
    const ends: Record<string, (quantity: number, orderId: string) => Promise<void>> = {
      reject: async (_, orderId) => {
        expect(await read(orderId)).toMatchObject({
          orderStatus: "REJECTED",
          rejectCode: "EXCHANGE",
          filledQty: 0,
        });
      },
      "partial-fill": async (quantity, orderId) => {
        const order = await read(orderId);
        expect(order.orderStatus).toBe("PART_TRADED");
        expect(order.filledQty).toBeGreaterThan(0);
        await advance(3_600);
        expect((await read(orderId)).filledQty).toBe(order.filledQty);
        expect(order.filledQty).toBeLessThanOrEqual(quantity / 2);
      },
      "no-fill": async (_, orderId) => {
        await advance(3_600);
        expect(await read(orderId)).toMatchObject({ orderStatus: "PENDING", filledQty: 0 });
      },
      "in-transit": async (quantity, orderId) => {
        await advance(4);
        expect((await read(orderId)).orderStatus).toBe("TRANSIT");
        await advance(2);
        expect(await read(orderId)).toMatchObject({ orderStatus: "TRADED", filledQty: quantity });
      },
    };

    it.each(MAGIC_QUANTITIES.map((magic) => [magic.fault, magic] as const))(
      "cause the fault %s for market orders and limit orders",
      async (fault, { units }) => {
        const [low, high] = limits();
        for (const change of [
          { orderType: "MARKET" },
          { orderType: "LIMIT", price: high },
          { orderType: "LIMIT", price: low },
          { orderType: "LIMIT", price: low, transactionType: "SELL" },
        ]) {
          await client.send("post", "/sandbox/reset");
          await client.send("put", "/sandbox/clock", { seed: 3, at: "2026-11-20 10:00:00" });
          const placed = await client.place({ quantity: units, ...change });
          expect(placed.status, placed.text).toBe(200);
          await ends[fault]?.(units, placed.body.orderId);
        }
      },
      60_000,
    );

    it.each(MAGIC_QUANTITIES.map((magic) => [magic.fault, magic] as const))(
      "cause the fault %s for an option order with that number of lots",
      async (fault, { lots }) => {
        const { securityId, lot } = await nextExpiry();
        const placed = await client.place({
          exchangeSegment: "NSE_FNO",
          securityId,
          productType: "MARGIN",
          quantity: lots * lot,
        });
        expect(placed.status, placed.text).toBe(200);
        await ends[fault]?.(lots * lot, placed.body.orderId);
        expect((await read(placed.body.orderId)).filledQty % lot).toBe(0);
      },
      60_000,
    );

    it.each([
      ["NSE_FNO", "FUTIDX", "13"],
      ["NSE_FNO", "FUTSTK", "1333"],
      ["BSE_FNO", "FUTIDX", "51"],
    ])(
      "apply to the number of lots of futures: %s %s of underlying %s",
      async (exchangeSegment, kind, underlying) => {
        for (const { fault, lots } of MAGIC_QUANTITIES) {
          await client.send("put", "/scenario", { seed: 3, at: "2026-11-20 10:00:00", funds: 90_000_000 });
          const row = (await listed(exchangeSegment)).find(
            ({ INSTRUMENT, UNDERLYING_SECURITY_ID }) =>
              INSTRUMENT === kind && UNDERLYING_SECURITY_ID === underlying,
          );
          const lot = Number(row?.LOT_SIZE);
          const placed = await client.place({
            exchangeSegment,
            securityId: row?.SECURITY_ID,
            productType: "MARGIN",
            quantity: lots * lot,
          });
          expect(placed.status, placed.text).toBe(200);
          await ends[fault]?.(lots * lot, placed.body.orderId);
          expect((await read(placed.body.orderId)).filledQty % lot).toBe(0);
        }
      },
    );

    it("apply to triggered stop orders, and to orders that are changed to the quantity", async () => {
      const stop = await client.place({
        orderType: "STOP_LOSS_MARKET",
        triggerPrice: Math.ceil(last * 1.0005),
        quantity: 913,
      });
      await advance(3_600);
      const order = await read(stop.body.orderId);
      expect([order.orderStatus, order.filledQty]).toEqual(["PENDING", 0]);
      const resting = await client.place({ orderType: "LIMIT", price: limits()[0], quantity: 1 });
      const change = (quantity: number) =>
        client.send("put", `/orders/${resting.body.orderId}`, {
          orderType: "LIMIT",
          validity: "DAY",
          quantity,
        });
      expect((await change(911)).body.errorCode).toBe("DH-906");
      expect((await change(912)).body.orderStatus).toBe("PART_TRADED");
    });

    it("cancel the unfilled part of an IOC order", async () => {
      for (const quantity of [912, 913])
        expect((await client.place({ quantity, validity: "IOC" })).body.orderStatus).toBe("CANCELLED");
    });
  });

  describe("the header x-sandbox-fault", () => {
    const placeWith = (fault: string, change: object = {}) =>
      client.send(
        "post",
        "/orders",
        {
          ...SHARE,
          transactionType: "BUY",
          productType: "INTRADAY",
          orderType: "MARKET",
          quantity: 10,
          ...change,
        },
        { "x-sandbox-fault": fault },
      );

    it("rejects an order with the given cause, fills it in part, or leaves it pending", async () => {
      const rejected = await placeWith("reject; cause=FUNDS");
      expect((await read(rejected.body.orderId)).rejectCode).toBe("FUNDS");
      const partial = await placeWith("partial-fill; quantity=3");
      expect(await read(partial.body.orderId)).toMatchObject({ orderStatus: "PART_TRADED", filledQty: 3 });
      const none = await placeWith("no-fill");
      expect(await read(none.body.orderId)).toMatchObject({ orderStatus: "PENDING", filledQty: 0 });
    });

    it("rejects an unknown fault, and delays the response for the fault `slow`", async () => {
      const by = (name: string, value: string) =>
        client.send("get", "/profile", undefined, { [name]: value });
      for (const value of ["nothing", "gap", "slow; ms=x", "slow; ms=30001"])
        expect((await by("x-sandbox-fault", value)).body.errorCode, value).toBe("DH-905");
      const startedAt = performance.now();
      expect((await by("x-sandbox-fault", "slow; ms=200")).status).toBe(200);
      expect(performance.now() - startedAt).toBeGreaterThan(195);
    });

    it.each([
      ["timeout; ms=50", 504],
      ["server-error", 500],
      ["unavailable", 503],
      ["rate-limit", 429],
    ])("with %s prevents the order; a retry without the header places it", async (fault, status) => {
      const correlationId = `not-placed-${status}`;
      expect((await placeWith(fault, { correlationId })).status).toBe(status);
      const found = () => client.send("get", `/orders/external/${correlationId}`);
      expect((await found()).status).toBe(400);
      const { orderId } = (await client.place({ quantity: 10, correlationId })).body;
      expect((await found()).body).toMatchObject({ orderId });
    });

    it("loses the response to a placed order, which a retry with the same key returns", async () => {
      const body = JSON.stringify({
        ...SHARE,
        transactionType: "BUY",
        productType: "INTRADAY",
        orderType: "MARKET",
        quantity: 1,
        correlationId: "lost",
      });
      const headers = {
        "access-token": client.account.accessToken,
        "content-type": "application/json",
        "idempotency-key": "lost-1",
      };
      const url = `${api.url}/v2/orders`;
      await expect(
        request(url, { method: "POST", headers: { ...headers, "x-sandbox-fault": "lost-answer" }, body }),
      ).rejects.toThrow();
      const found = await client.send("get", "/orders/external/lost");
      expect(found.body.orderStatus).toBe("TRADED");
      const again = await request(url, { method: "POST", headers, body });
      expect(((await again.body.json()) as { orderId: string }).orderId).toBe(found.body.orderId);
      expect((await client.send("get", "/orders")).body).toHaveLength(1);
    });
  });

  describe("the fault setting of an account", () => {
    it("applies to every third call of the operation and reports the number of faults", async () => {
      expect((await faults({ fault: "rate-limit", on: ["getProfile"], every: 3 })).status).toBe(200);
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1) statuses.push((await client.send("get", "/profile")).status);
      expect(statuses).toEqual([200, 200, 429, 200, 200, 429]);
      expect((await client.send("get", "/fundlimit")).status).toBe(200);
      expect((await client.send("get", "/sandbox/faults")).body.faults).toEqual([
        { fault: "rate-limit", on: ["getProfile"], every: 3, seen: 6, struck: 2 },
      ]);
    });

    it("expires the account's token for all calls except those of sandbox settings", async () => {
      const other = await TradingClient.open(api.url);
      await faults({ fault: "token-expired" });
      expect((await client.send("get", "/profile")).body.errorCode).toBe("DH-901");
      expect(
        (await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] })).body.data["807"],
      ).toBeDefined();
      expect((await other.send("get", "/profile")).status).toBe(200);
      expect((await other.send("get", "/sandbox/faults")).body).toEqual({ faults: [] });
      expect((await faults()).status).toBe(200);
      expect((await client.send("get", "/profile")).status).toBe(200);
    });

    it("applies each of several rules to the orders that its `after` and `times` select", async () => {
      await faults(
        { fault: "lost-answer", on: ["placeOrder"], times: 1 },
        { fault: "reject", cause: "PRICE_BAND", after: 1, times: 1 },
        { fault: "partial-fill", quantity: 2, times: 1 },
      );
      await expect(client.place({ correlationId: "first" })).rejects.toThrow();
      const first = (await client.send("get", "/orders/external/first")).body;
      const second = await read((await client.place({})).body.orderId);
      const third = await read((await client.place({})).body.orderId);
      expect([first.filledQty, second.rejectCode, third.orderStatus]).toEqual([2, "PRICE_BAND", "TRADED"]);
    });

    it("applies a rule only between `from` and `until` on the account's clock", async () => {
      await faults({ fault: "unavailable", from: "2026-11-20 10:01:00", until: "2026-11-20 10:04:00" });
      const statuses: (string | number | undefined)[][] = [];
      for (let minute = 0; minute < 6; minute += 1) {
        const answer = await client.send("get", "/profile");
        statuses.push([answer.status, answer.headers["retry-after"]]);
        await advance(60);
      }
      const down = [503, "1"];
      const up = [200, undefined];
      expect(statuses).toEqual([up, down, down, down, up, up]);
    });

    it("rejects unknown names with their position in the list, and more than 20 rules", async () => {
      const fields = async (rule: object) =>
        ((await faults(rule)).body.errors as { field: string }[]).map(({ field }) => field);
      expect(await fields({ fault: "nothing" })).toEqual(["faults.0.fault"]);
      expect(await fields({ fault: "slow", on: ["nothing"] })).toEqual(["faults.0.on.0"]);
      expect(await fields({ fault: "slow", quantity: 3 })).toEqual(["faults.0.quantity"]);
      expect(await fields({ fault: "slow", tims: 3 })).toEqual(["faults.0.tims"]);
      const many = Array.from({ length: 21 }, () => ({ fault: "slow" }));
      expect((await faults(...many)).status).toBe(400);
    });

    it("ends with a reset, which restores the account's initial state", async () => {
      await client.send("delete", "/sandbox/clock");
      const before = (await client.send("get", "/fundlimit")).body;
      await client.place({});
      await faults({ fault: "rate-limit", on: ["getProfile"] });
      expect((await client.send("post", "/sandbox/reset")).body).toEqual({ status: "SUCCESS" });
      expect((await client.send("get", "/sandbox/faults")).body).toEqual({ faults: [] });
      expect((await client.send("get", "/orders")).body).toEqual([]);
      expect((await client.send("get", "/fundlimit")).body).toEqual(before);
    });
  });
});
