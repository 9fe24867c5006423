// The base API's contract for deployments, orders and controls. Only the sandbox's order window can start a deployment,
// so tests of running deployments need the sandbox. Formats and refusals are tested with any provider. Each test ends
// its deployments.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  deploymentDetailSchema,
  deploymentListSchema,
  deploymentSchema,
  fundsSchema,
  killSwitchSchema,
  previewSchema,
  riskAcknowledgementSchema,
} from "../../app/contract/base-api/deployment.ts";
import { problemSchema } from "../../app/contract/base-api/operations.ts";
import { orderEventsSchema, orderPageSchema, tradePageSchema } from "../../app/contract/base-api/order.ts";
import type { Strategy } from "../../app/contract/base-api/strategy.ts";
import { openBaseApi } from "../support/base-api.ts";
import { until } from "../support/site.ts";

const api = await openBaseApi();
const { call, canCallPersonal: isRequested, isSandbox } = api;
afterAll(() => api.close());

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
const TODAY = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);
let strategy: Strategy;

const TERMS = {
  mode: "paper",
  multiplier: 1,
  startOn: TODAY,
  days: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  guards: { lossPerDayRupees: 1_000, lossInAllRupees: null, tradesPerDay: 5 },
};

function request(change: Record<string, unknown> = {}) {
  return {
    strategyId: strategy.id,
    version: strategy.version,
    terms: TERMS,
    consent: { text: "The contract tests consent.", textVersion: "test", riskDisclosureVersion: null },
    ...change,
  };
}

const newKey = () => ({
  "idempotency-key": `contract-${Date.now()}-${Math.floor(Math.random() * 1e9)}`,
});
const act = (id: string, verb: string) =>
  call("POST", `/v1/deployments/${id}/actions`, { verb, note: null }, newKey());

/** Confirms or declines in the sandbox's order window. */
async function confirm(basket: string, choice: "confirmed" | "declined" = "confirmed"): Promise<void> {
  const answer = await fetch(`${api.url}/order-window`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ basket, return: "/algos", answer: choice }),
  });
  expect(answer.status).toBe(303);
}

beforeAll(async () => {
  // An algo that trades shares needs no risk disclosure, and trades immediately in the sandbox.
  const { body } = await call(
    "GET",
    "/v1/strategies?filter_instrument=Equity&filter_product=Delivery&sort=min_amount",
  );
  strategy = (await call("GET", `/v1/strategies/${body.items[0].id}`)).body;
});

describe.runIf(isRequested)("data of a client", () => {
  it("matches the schemas of the contract", async () => {
    deploymentListSchema.parse((await call("GET", "/v1/deployments")).body);
    orderPageSchema.parse((await call("GET", "/v1/orders?limit=5")).body);
    tradePageSchema.parse((await call("GET", "/v1/trades?limit=5")).body);
    orderEventsSchema.parse((await call("GET", "/v1/order-events?after=0&limit=5")).body);
    const funds = fundsSchema.parse((await call("GET", "/v1/funds")).body);
    expect(funds.balancePaise - funds.blockedPaise).toBe(funds.availablePaise);
    killSwitchSchema.parse((await call("GET", "/v1/kill-switch")).body);
    riskAcknowledgementSchema.parse((await call("GET", "/v1/risk-acknowledgement")).body);
  });

  it.each([
    ["/v1/orders?limit=0", 400],
    ["/v1/orders?limit=201", 400],
    ["/v1/orders?cursor=abc", 400],
    ["/v1/orders?deployment=mine", 400],
    ["/v1/trades?cursor=-1", 400],
    ["/v1/order-events?after=x", 400],
    [`/v1/deployments/${UNKNOWN_ID}`, 404],
    ["/v1/deployments/not-an-id", 404],
    [`/v1/deployments/${UNKNOWN_ID}/preview?verb=stop`, 404],
    [`/v1/deployments/${UNKNOWN_ID}/preview?verb=explode`, 400],
    [`/v1/deployments/${UNKNOWN_ID}/version`, 404],
  ])("the request %s is refused with %d", async (path, status) => {
    const answer = await call("GET", path);
    expect(answer.status).toBe(status);
    problemSchema.parse(answer.body);
  });
});

describe.runIf(isRequested)("invalid deployment requests", () => {
  it.each([
    ["a missing key", {}, {}, 422],
    ["a key that is too short", {}, { "idempotency-key": "short" }, 422],
    ["a multiplier of 0", { terms: { multiplier: 0 } }, newKey(), 422],
    ["an unknown field", { colour: "blue" }, newKey(), 422],
    ["no consent to live orders", { consent: null, terms: { ...TERMS, mode: "live" } }, newKey(), 422],
    [
      "an empty text",
      { consent: { text: "", textVersion: "1", riskDisclosureVersion: null } },
      newKey(),
      422,
    ],
    ["an algo that does not exist", { strategyId: "no-such-algo" }, newKey(), 409],
    ["another version", { version: "0.0" }, newKey(), 409],
  ])(
    "with %s are refused with a problem response, and nothing is deployed",
    async (_, change, headers, status) => {
      const before = (await call("GET", "/v1/deployments")).body.items.length;
      const answer = await call(
        "POST",
        "/v1/deployments",
        request(change),
        headers as Record<string, string>,
      );
      expect(answer.status).toBe(status);
      problemSchema.parse(answer.body);
      expect((await call("GET", "/v1/deployments")).body.items).toHaveLength(before);
    },
  );

  it.each([
    ["POST", `/v1/deployments/${UNKNOWN_ID}/actions`, { verb: "stop", note: null }, 404],
    ["POST", `/v1/deployments/${UNKNOWN_ID}/actions`, { verb: "explode", note: null }, 422],
    ["POST", `/v1/deployments/${UNKNOWN_ID}/actions`, { verb: "stop", note: "x".repeat(201) }, 422],
    ["PUT", `/v1/deployments/${UNKNOWN_ID}/version`, { version: "1.0", text: "x", textVersion: "1" }, 404],
    ["PUT", "/v1/kill-switch", { killSwitchStatus: "MAYBE" }, 422],
    ["PUT", "/v1/risk-acknowledgement", { version: "" }, 422],
  ])("%s %s with the body %j returns a problem response", async (method, path, body, status) => {
    const answer = await call(method, path, body, newKey());
    expect(answer.status).toBe(status);
    problemSchema.parse(answer.body);
  });
});

describe.runIf(isRequested && isSandbox)("a running deployment", () => {
  it("can be paused, resumed, exited and stopped; its trades add up to its orders", {
    timeout: 40_000,
  }, async () => {
    const key = newKey();
    const made = deploymentSchema.parse((await call("POST", "/v1/deployments", request(), key)).body);
    expect(deploymentSchema.parse((await call("POST", "/v1/deployments", request(), key)).body).id).toBe(
      made.id,
    );
    expect((await call("POST", "/v1/deployments", request(), newKey())).status).toBe(409);
    expect(made.state).toBe("awaiting_order_window");
    expect((await act(made.id, "pause")).status).toBe(409);
    await confirm(made.basket?.ref ?? "");

    const path = `/v1/deployments/${made.id}`;
    const running = await until(
      async () => deploymentDetailSchema.parse((await call("GET", path)).body),
      ({ positions }) => positions.length > 0,
      15_000,
    );
    expect(running).toMatchObject({ state: "active", by: "trader" });
    const preview = previewSchema.parse((await call("GET", `${path}/preview?verb=exit`)).body);
    expect(preview.sends).toHaveLength(running.positions.length);

    const orders = orderPageSchema.parse(
      (await call("GET", `/v1/orders?deployment=${made.id}&limit=2`)).body,
    );
    expect(orders.items).toHaveLength(2);
    const rest = orderPageSchema.parse(
      (await call("GET", `/v1/orders?deployment=${made.id}&cursor=${orders.nextCursor}&limit=200`)).body,
    );
    const all = [...orders.items, ...rest.items];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const events = orderEventsSchema.parse((await call("GET", "/v1/order-events?after=0&limit=200")).body);
    expect(events.items.map(({ sequence }) => sequence)).toEqual(events.items.map((_, index) => index + 1));
    expect(events.latest).toBe(orders.latest);
    const trades = tradePageSchema.parse(
      (await call("GET", `/v1/trades?deployment=${made.id}&limit=200`)).body,
    );
    for (const order of all) {
      const own = trades.items.filter(({ orderId }) => orderId === order.id);
      expect(own.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(order.filledQuantity);
      expect(own.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0)).toBe(order.chargesPaise);
    }

    expect((await act(made.id, "pause")).body).toMatchObject({
      state: "paused",
      nextActions: ["resume", "exit", "hand_over", "stop"],
    });
    expect((await act(made.id, "pause")).status).toBe(409);
    expect((await act(made.id, "resume")).body.state).toBe("active");
    await act(made.id, "exit");
    const exited = await until(
      async () => deploymentDetailSchema.parse((await call("GET", path)).body),
      ({ state }) => state === "paused",
      15_000,
    );
    expect(exited.positions).toEqual([]);
    expect(exited.nextActions).toContain("resume");
    await act(made.id, "stop");
    const ended = await until(
      async () => deploymentDetailSchema.parse((await call("GET", path)).body),
      ({ state }) => state === "stopped",
      15_000,
    );
    expect(ended.positions).toEqual([]);
    expect(ended.events.map(({ what }) => what)).toEqual([
      "requested",
      "prepared",
      "confirmed",
      "pause",
      "resume",
      "exit",
      "flat",
      "stop",
      "flat",
    ]);
  });

  it("of derivatives requires that the client has acknowledged the risk disclosure", async () => {
    const { body } = await call(
      "GET",
      "/v1/strategies?filter_instrument=Index%20Options&state=open&sort=min_amount",
    );
    const { id: strategyId, version } = (await call("GET", `/v1/strategies/${body.items[0].id}`)).body;
    const deploy = (riskDisclosureVersion: string | null) => {
      const consent = { text: "The contract tests consent.", textVersion: "test", riskDisclosureVersion };
      return call("POST", "/v1/deployments", request({ strategyId, version, consent }), newKey());
    };
    const acknowledge = (text: string) => call("PUT", "/v1/risk-acknowledgement", { version: text });
    expect((await call("GET", "/v1/risk-acknowledgement")).body.version).toBeNull();
    for (const text of [null, "contract"]) expect((await deploy(text)).status).toBe(409);
    expect((await acknowledge("contract")).status).toBe(200);
    for (const text of [null, "earlier"]) expect((await deploy(text)).status).toBe(409);
    const made = deploymentSchema.parse((await deploy("contract")).body);
    await confirm(made.basket?.ref ?? "", "declined");
    expect((await call("GET", `/v1/deployments/${made.id}`)).body.state).toBe("failed");
  });

  it("the active kill switch blocks new deployments and cannot be deactivated", async () => {
    expect((await call("PUT", "/v1/risk-acknowledgement", { version: "contract" })).body.version).toBe(
      "contract",
    );
    expect((await call("GET", "/v1/risk-acknowledgement")).body.version).toBe("contract");
    expect((await call("PUT", "/v1/kill-switch", { killSwitchStatus: "ACTIVATE" })).body.isActive).toBe(true);
    expect((await call("POST", "/v1/deployments", request(), newKey())).status).toBe(409);
    expect((await call("PUT", "/v1/kill-switch", { killSwitchStatus: "DEACTIVATE" })).status).toBe(409);
    expect((await call("GET", "/v1/kill-switch")).body.isActive).toBe(true);
  });
});
