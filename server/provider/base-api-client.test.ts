// Each operation sends path, query, body and headers as in the contract.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { NewOrder } from "../../app/contract/base-api/portfolio.ts";
import { LIMITS } from "../limits.ts";
import { CIRCUIT_OPEN } from "../protocol/provider-call.ts";
import { type BaseApiClient, createBaseApiClient } from "./base-api-client.ts";

const KEY = "a-key-of-one-write";
const TOKEN = "a-token";
type ReceivedRequest = { line: string; token: unknown; key: unknown; body: string };

let received: ReceivedRequest | null = null;
let client: BaseApiClient;
let isSilent = false;
/** Status of an HTML response of a gateway; null for a problem document. */
let htmlStatus: number | null = null;
const faults: string[] = [];
const server = createServer((request: IncomingMessage, response) => {
  let body = "";
  request.on("data", (part) => {
    body += part;
  });
  request.on("end", () => {
    const { "access-token": token, "idempotency-key": key } = request.headers;
    received = { line: `${request.method} ${request.url}`, token, key, body };
    if (isSilent) return;
    if (htmlStatus !== null) {
      response.writeHead(htmlStatus, { "content-type": "text/html" }).end("<html>Refused</html>");
      return;
    }
    response.writeHead(404, { "content-type": "application/problem+json" });
    response.end(JSON.stringify({ type: "about:blank", title: "No", status: 404, detail: "None here." }));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  client = createBaseApiClient({
    baseUrl: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sourceCode: "s",
    brokerCode: "b",
    credential: () => null,
    omitted: { record: () => {} },
    limits: LIMITS,
    onFault: ({ reason }) => faults.push(reason),
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const asking = () => ({ signal: AbortSignal.timeout(10_000), requestId: "r", accessToken: TOKEN });
const id = "0b7c0f2e-8a53-4d7e-9d0e-2d3c4b5a6f70";
const order = { side: "BUY" } as unknown as NewOrder;

it.each<[string, () => Promise<unknown>, Partial<ReceivedRequest>, number?]>([
  [
    "repeats a query parameter for each item of a list",
    () => client.forRequest(asking()).listStrategies({ tags: ["Nifty", "Swing"], limit: 5 }),
    { line: "GET /v1/strategies?tags=Nifty&tags=Swing&limit=5", token: undefined },
    502,
  ],
  [
    "sends neither query nor token for a public call without parameters",
    () => client.forRequest(asking()).listStrategies(),
    { line: "GET /v1/strategies", token: undefined, key: undefined, body: "" },
    502,
  ],
  [
    "escapes path parameters and inserts them in the order of the path template",
    () => client.accountFor(asking()).trackStrategy(id, "a/b"),
    { line: `PUT /v1/tracklists/${id}/strategies/a%2Fb`, token: TOKEN },
  ],
  [
    "sends the id .. as an id, not as a step up in the path",
    () => client.accountFor(asking()).untrackStrategy(id, ".."),
    { line: `DELETE /v1/tracklists/${id}/strategies/%252E%252E`, token: TOKEN },
  ],
  [
    "omits undefined query parameters, and writes numbers as digits",
    () => client.accountFor(asking()).listOrders({ deployment: id, limit: 20, cursor: undefined }),
    { line: `GET /v1/orders?deployment=${id}&limit=20`, token: TOKEN },
  ],
  [
    "sends a path parameter and a query",
    () => client.accountFor(asking()).previewAction(id, { verb: "pause" }),
    { line: `GET /v1/deployments/${id}/preview?verb=pause` },
  ],
  [
    "sends a body and an idempotency key",
    () => client.accountFor(asking()).placeOrder(order, KEY),
    { line: "POST /v1/orders", body: '{"side":"BUY"}', key: KEY, token: TOKEN },
  ],
  [
    "sends a path parameter, a body and an idempotency key",
    () => client.accountFor(asking()).actOnDeployment(id, { verb: "pause" } as never, KEY),
    { line: `POST /v1/deployments/${id}/actions`, body: '{"verb":"pause"}', key: KEY },
  ],
  [
    "sends two path parameters and a query",
    () => client.marketsFor(asking()).getOptionChain("NSE_EQ", "13", { expiry: "2026-11-26" }),
    { line: "GET /v1/instruments/NSE_EQ/13/option-chain?expiry=2026-11-26", token: undefined },
  ],
  [
    "requests access to a record with the client's token",
    () => client.disclosuresFor(asking()).requestDisclosure("an-algo"),
    { line: "PUT /v1/disclosures/an-algo", token: TOKEN, body: "" },
  ],
])("%s", async (_title, ask, expected, status = 404) => {
  received = null;
  const refusal = await ask().catch((thrown: unknown) => thrown);
  expect((refusal as Response).status).toBe(status);
  expect(received).toMatchObject(expected);
});

it("returns 401 and 404 of HTML responses unchanged, and 503 for a 403", async () => {
  const statusOf = async (status: number, ask: () => Promise<unknown>) => {
    htmlStatus = status;
    return ((await ask().catch((thrown: unknown) => thrown)) as Response).status;
  };
  expect(await statusOf(401, () => client.accountFor(asking()).listOrders())).toBe(401);
  expect(await statusOf(404, () => client.forRequest(asking()).getStrategy("nope"))).toBe(404);
  expect(client.status().isRefusingUs).toBe(false);
  expect(await statusOf(403, () => client.forRequest(asking()).listManagers())).toBe(503);
  expect(client.status().isRefusingUs).toBe(true);
  htmlStatus = null;
});

it("responds with 502 to a status outside the contract, so lists use the cache", async () => {
  faults.length = 0;
  const refusal = await client
    .forRequest(asking())
    .listManagers()
    .catch((thrown: unknown) => thrown);
  expect((refusal as Response).status).toBe(502);
  expect(faults).toEqual(["refused with 404: None here."]);
});

it("refuses a malformed idempotency key without a call", async () => {
  received = null;
  faults.length = 0;
  const write = client.accountFor(asking()).placeOrder(order, "a-key-of\r\none-write");
  expect(((await write.catch((thrown: unknown) => thrown)) as Response).status).toBe(422);
  expect([received, faults]).toEqual([null, []]);
});

it("maps the provider's 429 to 429 for a write, and to 503 for a read", async () => {
  htmlStatus = 429;
  const thrownBy = async (ask: Promise<unknown>) =>
    (await ask.catch((thrown: unknown) => thrown)) as Response;
  const write = await thrownBy(client.accountFor(asking()).placeOrder(order, KEY));
  expect([write.status, write.headers.get("retry-after")]).toEqual([429, "5"]);
  expect((await thrownBy(client.accountFor(asking()).listOrders())).status).toBe(503);
  expect((await thrownBy(client.forRequest(asking()).listManagers())).status).toBe(503);
  htmlStatus = null;
});

it("calls a client's account while public calls fail", async () => {
  const outage = async () => {
    const call = client.forRequest(asking()).listManagers();
    const response = await call.then(
      () => expect.unreachable(),
      (thrown: Response) => thrown,
    );
    return { status: response.status, since: (await response.json()).since };
  };
  htmlStatus = 500;
  faults.length = 0;
  const first = await outage();
  expect(first).toEqual({ status: 503, since: expect.any(Number) });
  for (let calls = 1; calls < LIMITS.providerBreakAfterFaults; calls += 1)
    expect(await outage()).toEqual(first);
  expect(client.status()).toMatchObject({ isCircuitClosed: false, circuit: "open" });
  htmlStatus = null;
  await expect(client.accountFor(asking()).listOrders()).rejects.toMatchObject({ status: 404 });
  expect(await outage()).toEqual(first);
  expect(faults).toContain("answered 500");
  expect(faults).not.toContain(CIRCUIT_OPEN);
  await expect
    .poll(async () => (await outage()).status, { timeout: 2 * LIMITS.providerHalfOpenAfterMs })
    .toBe(502);
  expect(client.status().circuit).toBe("closed");
});

it("reports a timeout as a fault, but not an aborted call or a closed client", async () => {
  isSilent = true;
  faults.length = 0;
  const statusOf = async (ask: Promise<unknown>) =>
    ((await ask.catch((thrown: unknown) => thrown)) as Response).status;
  const list = (signal: AbortSignal) =>
    statusOf(client.forRequest({ signal, requestId: "r" }).listManagers());
  expect(await list(AbortSignal.timeout(50))).toBe(503);
  expect(faults).toEqual(["aborted"]);
  const gone = new AbortController();
  const response = list(gone.signal);
  setTimeout(() => gone.abort(), 50);
  expect(await response).toBe(503);
  const cut = list(AbortSignal.timeout(10_000));
  setTimeout(() => void client.close(), 50);
  expect(await cut).toBe(503);
  expect(faults).toEqual(["aborted"]);
});
