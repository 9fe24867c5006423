// Calls of a service: retries, the circuit breaker, and independent lanes.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { LIMITS } from "../limits.ts";
import { CallFailed, createProviderCaller, type ProviderCaller, parseJsonBody } from "./provider-call.ts";

const opened: { server: Server; caller: ProviderCaller }[] = [];
afterEach(async () => {
  for (const { server, caller } of opened.splice(0)) {
    await caller.close();
    server.closeAllConnections();
    server.close();
  }
});

async function serve(
  listener: RequestListener,
  limits: Partial<typeof LIMITS> | Record<string, number> = {},
  lanes: Record<string, { inFlight: number; waiting: number }> = {},
  circuits: string[] = [],
): Promise<ProviderCaller> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const caller = createProviderCaller({
    name: "service",
    baseUrl: () => `http://127.0.0.1:${port}`,
    limits: { ...LIMITS, ...limits },
    lanes,
    circuits,
  });
  opened.push({ server, caller });
  return caller;
}

const read = { method: "GET", path: "/", isRepeatable: true } as const;
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (fault: unknown) => (fault instanceof CallFailed ? `${fault.kind}: ${fault.message}` : `other: ${fault}`),
  );

describe("a call to a provider", () => {
  it("is retried once after a temporary fault if it is repeatable", async () => {
    let requests = 0;
    const caller = await serve((_, response) => {
      requests += 1;
      response.writeHead(requests % 2 === 1 ? 503 : 200).end("{}");
    });
    expect(await caller.call(read)).toMatchObject({ status: 200, text: "{}" });
    expect(requests).toBe(2);
    expect(await reasonOf(caller.call({ ...read, method: "POST", isRepeatable: false }))).toBe(
      "unreachable: answered 503",
    );
    expect(requests).toBe(3);
  });

  it("fails if the response body is too slow or too large", async () => {
    const dripping = await serve(
      (_, response) => {
        response.writeHead(200);
        const dripper = setInterval(() => response.write("."), 20);
        response.on("close", () => clearInterval(dripper));
      },
      { providerTimeoutMs: 100 },
    );
    expect(await reasonOf(dripping.call({ ...read, isRepeatable: false }))).toMatch(/^unreachable: /);
    const large = await serve((_, response) => response.end("x".repeat(2_000)), {
      providerAnswerBytes: 1_000,
    });
    expect(await reasonOf(large.call(read))).toMatch(/^unreachable: /);
  });

  it("returns a 429 response instead of failing if returnsErrorStatus is set", async () => {
    const caller = await serve((_, response) => response.writeHead(429, { "retry-after": "7" }).end("slow"));
    expect(await caller.call({ ...read, returnsErrorStatus: true })).toMatchObject({
      status: 429,
      headers: { "retry-after": "7" },
      text: "slow",
    });
  });

  it("is not retried and does not open the circuit breaker on a 429 response", async () => {
    let requests = 0;
    const caller = await serve(
      (_, response) => {
        requests += 1;
        response.writeHead(429, { "retry-after": "7" }).end();
      },
      { providerBreakAfterFaults: 2 },
    );
    for (let calls = 0; calls < 3; calls += 1)
      expect(await caller.call(read).catch((fault: unknown) => fault)).toMatchObject({
        kind: "limited",
        retryAfter: "7",
      });
    expect(requests).toBe(3);
    expect(caller.status().circuit).toBe("closed");
  });

  it("requests responses without compression", async () => {
    let coding: unknown;
    const caller = await serve((request, response) => {
      coding = request.headers["accept-encoding"];
      response.end("{}");
    });
    await caller.call(read);
    expect(coding).toBe("identity");
  });

  it("does not open the circuit breaker if the caller aborts it", async () => {
    const caller = await serve(() => {}, { providerBreakAfterFaults: 1 });
    const gone = new AbortController();
    const call = reasonOf(caller.call({ ...read, signal: gone.signal }));
    setTimeout(() => gone.abort(), 20);
    expect(await call).toBe("unreachable: aborted");
    expect(caller.status().isCircuitClosed).toBe(true);
  });

  it("does not open the circuit breaker if a header cannot be sent", async () => {
    const caller = await serve((_, response) => response.end("{}"), { providerBreakAfterFaults: 1 });
    const call = caller.call({ ...read, headers: { "idempotency-key": "a\r\nb" } });
    expect(await reasonOf(call)).toBe("unreachable: UND_ERR_INVALID_ARG");
    expect(await reasonOf(caller.call(read))).toBe("answered");
  });

  it("parses JSON and empty responses, and fails for HTML with status 200", () => {
    const answer = (text: string) => ({ status: 200, text });
    expect(parseJsonBody(answer('{"a":1}'))).toEqual({ a: 1 });
    expect(parseJsonBody(answer(""))).toBeNull();
    expect(() => parseJsonBody(answer("<html>"))).toThrow(CallFailed);
    expect(() => parseJsonBody({ ...answer("\u001f"), headers: { "content-encoding": "gzip" } })).toThrow(
      "not JSON, content-encoding gzip",
    );
    expect(parseJsonBody({ status: 401, text: "<html>" })).toBeNull();
  });
});

describe("a provider's service", () => {
  it("is not called while the circuit is open, and is called again after a pause", async () => {
    let requests = 0;
    let isDown = true;
    const caller = await serve(
      (_, response) => {
        requests += 1;
        response.writeHead(isDown ? 500 : 200).end();
      },
      { providerBreakAfterFaults: 2, providerHalfOpenAfterMs: 200 },
    );
    const once = { ...read, isRepeatable: false };
    expect(await reasonOf(caller.call(once))).toBe("unreachable: answered 500");
    expect(await reasonOf(caller.call(once))).toBe("unreachable: answered 500");
    expect(caller.status().isCircuitClosed).toBe(false);
    expect(await reasonOf(caller.call(once))).toBe("unreachable: circuit open");
    expect(requests).toBe(2);
    isDown = false;
    await expect.poll(() => reasonOf(caller.call(once)), { timeout: 5_000 }).toBe("answered");
    expect(caller.status().isCircuitClosed).toBe(true);
  });

  it("no longer counts as failing if a further circuit gets no more calls", async () => {
    const caller = await serve(
      (_, response) => response.writeHead(500).end(),
      { providerBreakAfterFaults: 1, providerHalfOpenAfterMs: 20 },
      {},
      ["accounts"],
    );
    await reasonOf(caller.call({ ...read, isRepeatable: false, circuit: "accounts" }));
    expect(caller.status()).toMatchObject({ circuit: "open", isCircuitClosed: true });
    await expect.poll(() => caller.status().circuit).toBe("closed");
  });

  it("receives other calls while the lane for slow calls is full", async () => {
    const waiting: (() => void)[] = [];
    const caller = await serve(
      (incoming, response) => {
        if (incoming.url === "/slow") waiting.push(() => response.end("late"));
        else response.end("quick");
      },
      {},
      { few: { inFlight: 1, waiting: 1 } },
    );
    const slow = () => reasonOf(caller.call({ ...read, path: "/slow", lane: "few" }));
    const [first, second, third] = [slow(), slow(), slow()];
    expect(await third).toBe("unreachable: too many calls");
    expect(caller.status().rejectedByLane).toBe(1);
    expect((await caller.call(read)).text).toBe("quick");
    for (const done of [first, second]) {
      await expect.poll(() => waiting.length).toBe(1);
      waiting.shift()?.();
      expect(await done).toBe("answered");
    }
  });
});
