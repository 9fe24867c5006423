// A provider with ETags: the background load sends them and uses its last response after a 304.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LIMITS } from "../limits.ts";
import { type BaseApiClient, createBaseApiClient, type Lane } from "./base-api-client.ts";

let version = "1";
let isRefused = false;
let sent: { conditional: string | undefined; status: number }[] = [];
let client: BaseApiClient;
const server = createServer((request, response) => {
  const conditional = request.headers["if-none-match"];
  const etag = `"v${version}"`;
  const status = isRefused ? 403 : conditional === etag ? 304 : 200;
  sent.push({ conditional, status });
  response.writeHead(status, { etag, "content-type": "application/json" });
  response.end(status === 304 ? undefined : JSON.stringify({ items: [] }));
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
    onFault: () => {},
  });
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

const read = (lane: Lane) =>
  client.forRequest({ signal: AbortSignal.timeout(10_000), requestId: "r", lane }).listManagers();

it("sends the last response's ETag, and returns that response after a 304", async () => {
  const first = await read("background");
  expect(await read("background")).toBe(first);
  expect(sent.map(({ status }) => status)).toEqual([200, 304]);
  isRefused = true;
  await expect(read("background")).rejects.toBeInstanceOf(Response);
  expect(client.status().isRefusingUs).toBe(true);
  isRefused = false;
  expect(await read("background")).toBe(first);
  expect(client.status().isRefusingUs).toBe(false);
  version = "2";
  expect(await read("background")).not.toBe(first);
  expect(sent.at(-1)).toEqual({ conditional: '"v1"', status: 200 });
});

it("sends no ETag in calls for pages, because pages need current data", async () => {
  sent = [];
  await read("pages");
  expect(sent).toEqual([{ conditional: undefined, status: 200 }]);
});
