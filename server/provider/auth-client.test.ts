// The token of a sign-in: its time of expiry, and the reason that the log contains if it is unusable.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LIMITS } from "../limits.ts";
import { createAuthClient } from "./auth-client.ts";

let expiryTime = "";
const reasons: string[] = [];
const server = createServer((_, response) => {
  response.end(JSON.stringify({ dhanClientId: "1", dhanClientName: "A", accessToken: "t", expiryTime }));
});
const client = createAuthClient({
  baseUrl: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  loginUrl: () => "/",
  partner: () => ({ id: "p", secret: "s" }),
  limits: LIMITS,
  onFault: ({ reason }) => reasons.push(reason),
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await client.close();
  server.close();
});

const consume = (sent: string) => {
  expiryTime = sent;
  return client.consumeConsent("id", "label", { signal: AbortSignal.timeout(5_000), requestId: "r" });
};

it.each([
  "2090-01-02T10:00:00",
  "2090-01-02 10:00:00.000",
  "2090-01-02T04:30:00Z",
  "2090-01-02T10:00:00+05:30",
])("reads the expiry %s", async (sent) => {
  expect(await consume(sent)).toMatchObject({ endsAt: Date.parse("2090-01-02T04:30:00Z") });
});

it.each(["2020-01-02T10:00:00", "next Wednesday"])("refuses and reports the expiry %s", async (sent) => {
  reasons.length = 0;
  await expect(consume(sent)).rejects.toMatchObject({ status: 502 });
  expect(reasons).toEqual(["response violates the contract at expiryTime: must be a time in the future"]);
});
