import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { LIMITS } from "../limits.ts";
import { callSandbox } from "./lost-response.ts";
import { CallFailed, createProviderCaller } from "./provider-call.ts";

it("fails calls with a lost response without opening the circuit breaker", async () => {
  const sandbox = createServer(({ headers, url }, response) => {
    // Like the sandbox, closes the connection if the caller does not evaluate the response header.
    if (url === "/lost" && headers["x-lost-answer"] === undefined) return void response.destroy();
    response.writeHead(200, url === "/lost" ? { "x-lost-answer": "yes" } : {}).end("{}");
  });
  await new Promise<void>((resolve) => sandbox.listen(0, "127.0.0.1", resolve));
  const caller = createProviderCaller({
    name: "sandbox",
    baseUrl: () => `http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`,
    limits: LIMITS,
  });
  const call = (path: string) => callSandbox(caller, { method: "GET", path, isRepeatable: false });
  for (let lost = 0; lost <= LIMITS.providerBreakAfterFaults; lost += 1)
    await expect(call("/lost")).rejects.toThrow(CallFailed);
  expect((await call("/profile")).status).toBe(200);
  await caller.close();
  sandbox.close();
});
