import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { LIMITS } from "../limits.ts";
import { createPlaygroundClient } from "./playground-client.ts";

let sandbox: Server;
let client: ReturnType<typeof createPlaygroundClient>;

/** Starts a sandbox that sends one response to every call, and returns its client for one user. */
async function readerOf(status: number, headers: Record<string, string>) {
  sandbox = createServer((_, response) => void response.writeHead(status, headers).end("{}"));
  await new Promise<void>((resolve) => sandbox.listen(0, "127.0.0.1", resolve));
  client = createPlaygroundClient({
    baseUrl: () => `http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`,
    responseTimeoutMs: 5_000,
    limits: LIMITS,
  });
  const keeper = { account: async () => null, bindAccount: async () => [] };
  return client.forReader("203.0.113.7", keeper as never);
}
afterEach(async () => {
  await client.close();
  sandbox.close();
});

it("passes on the sandbox's 429 for too many new accounts, with its Retry-After", async () => {
  const reader = await readerOf(429, { "retry-after": "1234" });
  const fault = await reader.openAccount().catch((thrown: unknown) => thrown);
  expect(fault).toBeInstanceOf(Response);
  const { status, headers } = fault as Response;
  expect([status, headers.get("retry-after")]).toEqual([429, "1234"]);
});

it("fails a call with 503 if the sandbox marks its response as lost", async () => {
  const reader = await readerOf(200, { "x-lost-answer": "yes" });
  const fault = await reader
    .send({ clientId: "1000000001", token: "token" }, { method: "GET", path: "/profile", body: undefined })
    .catch((thrown: unknown) => thrown);
  expect(fault).toMatchObject({ status: 503 });
});

it("returns the cursor of a list's next page with a response", async () => {
  const reader = await readerOf(200, { "x-next-cursor": "42" });
  const call = { method: "GET", path: "/orders?limit=1", body: undefined };
  const { headers } = await reader.send({ clientId: "1000000001", token: "token" }, call);
  expect(headers).toEqual([["x-next-cursor", "42"]]);
});
