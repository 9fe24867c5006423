import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LIMITS } from "../limits.ts";
import { Refusal } from "./refusal.ts";
import { createSandboxProxy, type SandboxProxyLimits } from "./sandbox-proxy.ts";

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

function proxyTo(sandbox: string, limits: Partial<SandboxProxyLimits> = {}, store = vi.fn()) {
  return createSandboxProxy({
    baseUrl: () => sandbox,
    frameFor: () => expect.unreachable(),
    limits: { ...LIMITS, ...limits },
    tokens: { store },
  });
}
const PLACE = {
  receive: <T>(read: () => Promise<T>) => read(),
  work: <T>(work: () => Promise<T>) => work(),
};
const addressOf = (request: IncomingMessage) => new URL(request.url ?? "", "http://site.test");

it("closes the connection of a client that does not read a long response in time", async () => {
  const sandbox = await serve((_, response) => response.end(Buffer.alloc(16 * 1_024 * 1_024)));
  const proxy = proxyTo(sandbox, { apiReadTimeoutMs: 200 });
  const ended = vi.fn();
  const site = await serve((request, response) => {
    void proxy.answer(request, response, addressOf(request), "203.0.113.7", PLACE).then(ended);
  });
  const client = connect(Number(new URL(site).port), "127.0.0.1");
  client.pause().write("GET /sandbox/v2/instrument/NSE_FNO HTTP/1.1\r\nHost: site.test\r\n\r\n");
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  client.destroy();
});

it("forwards and caches the access-token header, and drops the Authorization header", async () => {
  const sandbox = await serve((request, response) => {
    expect(request.headers).toMatchObject({ "access-token": "valid" });
    expect(request.headers).not.toHaveProperty("authorization");
    response.writeHead(200, { "x-client": "1000000001" }).end("{}");
  });
  const store = vi.fn();
  const proxy = proxyTo(sandbox, {}, store);
  const site = await serve((request, response) => {
    void proxy.answer(request, response, addressOf(request), "203.0.113.7", PLACE);
  });
  const headers = { authorization: "Bearer invented", "access-token": "valid" };
  expect((await fetch(`${site}/sandbox/v2/profile`, { headers })).status).toBe(200);
  expect(store.mock.calls).toEqual([["valid", "1000000001"]]);
});

it("caches a token until the sandbox refuses it, even after a response without a client", async () => {
  const statuses = [200, 503, 401];
  const sandbox = await serve((_, response) => response.writeHead(statuses.shift() ?? 500).end());
  const store = vi.fn();
  const proxy = proxyTo(sandbox, {}, store);
  const site = await serve((request, response) => {
    void proxy.answer(request, response, addressOf(request), "203.0.113.7", PLACE);
  });
  const path = "/sandbox/v2/instrument-files/api-scrip-master.csv";
  for (let call = 0; call < 3; call += 1)
    await (await fetch(`${site}${path}`, { headers: { "access-token": "valid" } })).text();
  expect(store.mock.calls).toEqual([["valid", null]]);
});

it.each(["PATCH", "OPTIONS"])(
  "forwards %s, and returns the API's 405 with the methods of the path",
  async (method) => {
    const sandbox = await serve((request, response) => {
      response.writeHead(405, { allow: "GET, POST" }).end(`{"method":"${request.method}"}`);
    });
    const proxy = proxyTo(sandbox);
    const site = await serve((request, response) => {
      void proxy.answer(request, response, addressOf(request), "203.0.113.7", PLACE);
    });
    const answer = await fetch(`${site}/sandbox/v2/orders`, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, POST"]);
    expect(await answer.json()).toEqual({ method });
  },
);

it("refuses PATCH to a path of the sign-in", async () => {
  const proxy = proxyTo("http://127.0.0.1:9");
  const request = { method: "PATCH", url: "/sandbox/auth/oauth/token" } as IncomingMessage;
  const answer = proxy.answer(request, {} as never, addressOf(request), "203.0.113.7", PLACE);
  await expect(answer).rejects.toMatchObject({ status: 405 });
});

describe("a call whose body is too large", () => {
  /** Sends the call, and returns the status and headers of its refusal. */
  async function refusalOf(sandbox: string, place = PLACE) {
    const proxy = proxyTo(sandbox, { apiBodyBytes: 10 });
    const refused = vi.fn();
    const site = await serve((request, response) => {
      void proxy.answer(request, response, addressOf(request), "203.0.113.7", place).catch((fault) => {
        refused(fault.status, fault.headers);
        response.end();
      });
    });
    await fetch(`${site}/sandbox/v2/orders`, { method: "POST", body: "a long body" });
    return refused.mock.calls;
  }

  it("is counted by the API, within the limit of requests in progress", async () => {
    const received: unknown[] = [];
    const sandbox = await serve((request, response) => {
      received.push([request.method, request.url, request.headers["x-body-too-large"]]);
      response.writeHead(413, { "ratelimit-remaining": "24" }).end();
    });
    expect(await refusalOf(sandbox)).toEqual([[413, { Connection: "close", "ratelimit-remaining": "24" }]]);
    expect(received).toEqual([["POST", "/v2/orders", "1"]]);
    const full = { ...PLACE, work: () => Promise.reject(new Refusal(429, "", { "Retry-After": "1" })) };
    expect(await refusalOf(sandbox, full)).toEqual([[429, { "Retry-After": "1" }]]);
    expect(received).toHaveLength(1);
  });
});

describe("a long CSV file", () => {
  const TEXT = "SEM_EXM_EXCH_ID,SEM_SEGMENT\n".repeat(5_000);
  async function download(headers: Record<string, string>, type = "text/csv; charset=utf-8") {
    const sandbox = await serve((_, response) => {
      response.writeHead(200, { "content-type": type }).end(TEXT);
    });
    const proxy = proxyTo(sandbox);
    const site = await serve((request, response) => {
      void proxy.answer(request, response, addressOf(request), "203.0.113.7", PLACE);
    });
    const answer = await fetch(`${site}/sandbox/v2/instrument/NSE_FNO`, { headers });
    expect(await answer.text()).toBe(TEXT);
    return [answer.headers.get("content-encoding"), answer.headers.get("vary")];
  }

  it.each([
    ["gzip, br", "br"],
    ["gzip", "gzip"],
    ["identity", null],
  ])("with Accept-Encoding %s has the encoding %s", async (accepted, encoding) => {
    expect(await download({ "accept-encoding": accepted })).toEqual([encoding, "Accept-Encoding"]);
  });

  it("is compressed, unlike a long JSON response", async () => {
    expect(await download({ "accept-encoding": "gzip, br" }, "application/json")).toEqual([null, null]);
  });
});
