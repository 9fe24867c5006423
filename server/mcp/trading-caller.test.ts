// Calls of the trading API. Only a 401 makes an access token invalid, so other errors of the API do not
// invalidate a client's token.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTradingCallers, ToolRefusal, type TradingCallers } from "./trading-caller.ts";

let status: number;
let headers: Record<string, string>;
let server: Server;
let callers: TradingCallers;
let paths: (string | undefined)[];
const CALLER = { accessToken: "token", clientId: "1000000001", requestId: "request", hasOwnMarket: false };

beforeEach(async () => {
  headers = {};
  paths = [];
  server = createServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ clientId: "1000000001", scopes: ["read"] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  callers = createTradingCallers({
    baseUrl: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    limits: {
      providerConnectTimeoutMs: 1_000,
      providerTimeoutMs: 1_000,
      apiTimeoutMs: 1_000,
      providerAnswerBytes: 1_000_000,
      providerCallsInFlight: 5,
      providerCallsWaiting: 5,
      providerBreakAfterFaults: 50,
      providerHalfOpenAfterMs: 1_000,
    },
  });
});
afterEach(async () => {
  await callers.close();
  server.closeAllConnections();
  server.close();
});

it("returns the client of an access token, and null if the API responds with 401", async () => {
  status = 200;
  expect(await callers.identify("token")).toEqual({ clientId: "1000000001", scopes: ["read"] });
  status = 401;
  expect(await callers.identify("token")).toBeNull();
});

it.each([429, 500, 503])(
  "does not treat an access token as invalid if the API responds with %i",
  async (fault) => {
    status = fault;
    await expect(callers.identify("token")).rejects.toThrow(ToolRefusal);
  },
);

it("fails a call if the sandbox marks its response as lost", async () => {
  status = 200;
  headers = { "x-lost-answer": "yes" };
  const caller = callers.forCaller(CALLER);
  await expect(caller.call("getProfile")).rejects.toThrow("not responding");
});

it("reads the instruments of the market that the account uses", async () => {
  status = 200;
  for (const hasOwnMarket of [false, true])
    await callers.forCaller({ ...CALLER, hasOwnMarket }).instruments();
  expect(paths).toEqual(["/v2/instrument-files/api-scrip-master.csv", "/assistants/instruments"]);
});
