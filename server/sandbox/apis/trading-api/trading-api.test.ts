// Permission and rate limits of calls to the trading API.
import { afterEach, beforeEach, expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { registerFixedClients } from "../../accounts/api-accounts.ts";
import { issueApiToken, issueAppToken } from "../../accounts/tokens.ts";
import { Journal } from "./journal.ts";
import { TradingApi } from "./trading-api.ts";

const fail = (fault: unknown) => {
  throw fault;
};
let rig: BrokerRig;
let api: TradingApi;

beforeEach(() => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30");
  registerFixedClients(rig.db, rig.now());
  const { directory, pause, ...parts } = rig.handlerContext();
  api = new TradingApi({ ...parts, journal: new Journal(rig.db, fail) }, fail);
});
afterEach(() => {
  api.close();
  rig.close();
});

it("does not count orders with a read-only token as the owner's order calls", async () => {
  const { accessToken: own } = issueApiToken(rig.db, rig.clientId, rig.now());
  const app = { id: "an-app", name: "An app", scopes: ["read"] as const };
  const { accessToken: readOnly } = issueAppToken(rig.db, rig.clientId, app, rig.now());
  const order = async (token: string) =>
    (await api.routes.request("/orders", { method: "POST", headers: { "access-token": token }, body: "{}" }))
      .status;
  for (let count = 0; count < 3; count += 1) expect(await order(readOnly)).toBe(403);
  const today = () =>
    Object.fromEntries(api.limits.meter(rig.clientId, Date.now()).map(({ group, today }) => [group, today]));
  expect(today()).toMatchObject({ order: 0, other: 3 });
  expect(await order(own)).toBe(400);
  expect(today()).toMatchObject({ order: 1, other: 3 });
});

it("refuses to send a T-PIN with a read-only token", async () => {
  const app = { id: "an-app", name: "An app", scopes: ["read"] as const };
  const { accessToken } = issueAppToken(rig.db, rig.clientId, app, rig.now());
  const answer = await api.routes.request("/edis/tpin", { headers: { "access-token": accessToken } });
  expect([answer.status, await answer.json()]).toMatchObject([403, { errorCode: "DH-902" }]);
});

it("counts a call whose body is too large, and refuses it with 413", async () => {
  const { accessToken } = issueApiToken(rig.db, rig.clientId, rig.now());
  const headers = { "access-token": accessToken, "x-body-too-large": "1" };
  const answer = await api.routes.request("/orders", { method: "POST", headers });
  expect([answer.status, await answer.json()]).toMatchObject([413, { errorCode: "DH-905" }]);
  expect(answer.headers.get("RateLimit-Remaining")).not.toBeNull();
  expect(api.journal.calls(rig.clientId, { limit: 1 })).toMatchObject([{ status: 413 }]);
});
