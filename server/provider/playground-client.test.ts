import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { LIMITS } from "../limits.ts";
import { createPlaygroundClient } from "./playground-client.ts";

it("passes on the sandbox's 429 for too many new accounts, with its Retry-After", async () => {
  const sandbox = createServer((_, response) => {
    response.writeHead(429, { "retry-after": "1234" }).end("{}");
  });
  await new Promise<void>((resolve) => sandbox.listen(0, "127.0.0.1", resolve));
  const client = createPlaygroundClient({
    baseUrl: () => `http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`,
    responseTimeoutMs: 5_000,
    limits: LIMITS,
  });
  const keeper = { account: async () => null, bindAccount: async () => [] };
  const fault = await client
    .forReader("203.0.113.7", keeper as never)
    .openAccount()
    .catch((thrown: unknown) => thrown);
  expect(fault).toBeInstanceOf(Response);
  const { status, headers } = fault as Response;
  expect([status, headers.get("retry-after")]).toEqual([429, "1234"]);
  await client.close();
  sandbox.close();
});

it("fails a call whose response the sandbox marks as lost", async () => {
  const sandbox = createServer((_, response) => {
    response.writeHead(200, { "x-lost-answer": "yes" }).end("{}");
  });
  await new Promise<void>((resolve) => sandbox.listen(0, "127.0.0.1", resolve));
  const client = createPlaygroundClient({
    baseUrl: () => `http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`,
    responseTimeoutMs: 5_000,
    limits: LIMITS,
  });
  const keeper = { account: async () => null, bindAccount: async () => [] };
  const fault = await client
    .forReader("203.0.113.7", keeper as never)
    .send({ clientId: "1000000001", token: "token" }, { method: "GET", path: "/profile", body: undefined })
    .catch((thrown: unknown) => thrown);
  expect(fault).toMatchObject({ status: 503 });
  await client.close();
  sandbox.close();
});
