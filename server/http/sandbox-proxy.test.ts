import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { LIMITS } from "../limits.ts";
import { createSandboxProxy } from "./sandbox-proxy.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("forwards and caches the access-token header, and drops the Authorization header", async () => {
  const sandbox = await serve((request, response) => {
    expect(request.headers).toMatchObject({ "access-token": "valid" });
    expect(request.headers).not.toHaveProperty("authorization");
    response.writeHead(200, { "x-client": "1000000001" }).end("{}");
  });
  const store = vi.fn();
  const proxy = createSandboxProxy({
    baseUrl: () => sandbox,
    frameFor: () => expect.unreachable(),
    limits: LIMITS,
    tokens: { store },
  });
  const site = await serve((request, response) => {
    const place = {
      receive: <T>(read: () => Promise<T>) => read(),
      work: <T>(work: () => Promise<T>) => work(),
    };
    void proxy.answer(
      request,
      response,
      new URL(request.url ?? "", "http://site.test"),
      "203.0.113.7",
      place,
    );
  });
  const headers = { authorization: "Bearer invented", "access-token": "valid" };
  expect((await fetch(`${site}/sandbox/v2/profile`, { headers })).status).toBe(200);
  expect(store.mock.calls).toEqual([["valid", "1000000001"]]);
});
