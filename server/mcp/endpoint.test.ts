// Limits of the assistants' endpoint during floods: batches, messages and response bytes per client, and messages
// without a token per address.
import { beforeEach, describe, expect, it } from "vitest";
import type { EvidenceService, Provider } from "../../app/context.ts";
import { MCP_LIMITS, McpEndpoint } from "./endpoint.ts";
import type { TradingCallers } from "./trading-caller.ts";

const ORIGIN = "https://broker.example";
const OPENAPI = `${ORIGIN}/docs/v2/openapi.json`;
const MEGABYTE = 1024 * 1024;

let nowMs: number;
let reads: number;
let contract: string;
let endpoint: McpEndpoint;

beforeEach(() => {
  nowMs = 1_000_000;
  reads = 0;
  contract = JSON.stringify({ openapi: "3.1.0", filler: "x".repeat(200) });
  const trading = {
    // In this test, a token equals its client's id. "bad" is an invalid token.
    identify: async (token: string) =>
      token === "bad" ? null : { clientId: token, scopes: ["read"], hasOwnMarket: false },
    forCaller: () => ({}),
  } as unknown as TradingCallers;
  endpoint = new McpEndpoint({
    brandName: "Broker",
    version: "1",
    trading,
    contextFor: () => ({ provider: {} as Provider, evidence: {} as EvidenceService }),
    readPage: async () => {
      reads += 1;
      return { status: 200, text: contract };
    },
    callTimeoutMs: 5_000,
    onCall: () => {},
    onIdentified: () => {},
    onFault: (fault) => {
      throw fault;
    },
    now: () => nowMs,
  });
});

const readResource = (id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "resources/read",
  params: { uri: OPENAPI },
});
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

function post(body: unknown, { token = "client", address = "192.0.2.1" } = {}): Promise<Response> {
  const headers = new Headers({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-06-18",
  });
  if (token !== "") headers.set("authorization", `Bearer ${token}`);
  return endpoint.answer({
    method: "POST",
    headers,
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    url: new URL("/sandbox/mcp", ORIGIN),
    requestId: "r",
    address,
  });
}
async function statusesOf(count: number, send: () => Promise<Response>): Promise<number[]> {
  const statuses = [];
  for (let nth = 0; nth < count; nth += 1) statuses.push((await send()).status);
  return statuses;
}

describe("the MCP endpoint", () => {
  it("refuses a batch of messages with 400 and executes none of them", async () => {
    const answer = await post(Array.from({ length: 100 }, (_, id) => readResource(id)));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32_600 } });
    expect(reads).toBe(0);
    expect((await post([])).status).toBe(400);
  });

  it("returns the JSON-RPC error -32700 or -32600 for an invalid body", async () => {
    for (const [body, code] of [
      ["not json", -32_700],
      ["7", -32_600],
      ["null", -32_600],
    ] as const) {
      const answer = await post(body);
      expect([answer.status, (await answer.json()).error.code], body).toEqual([400, code]);
    }
  });
});

it("requests a new sign-in for an expired token, and a token if there is none", async () => {
  const refusal = async (token: string) => {
    const answer = await post(ping, { token });
    return [(await answer.json()).error.message, answer.headers.get("www-authenticate")];
  };
  const [ended, challenge] = await refusal("bad");
  expect(ended).toMatch(/invalid or has expired/);
  expect(challenge).toContain('error="invalid_token"');
  const [missing, plain] = await refusal("");
  expect(missing).toMatch(/^Send your access token/);
  expect(plain).not.toContain("error=");
});

describe("the rate limits of the MCP endpoint", () => {
  it("limit a client's messages per minute across all methods and IP addresses", async () => {
    let nth = 0;
    const statuses = await statusesOf(MCP_LIMITS.messagesPerMinute, () => {
      nth += 1;
      return post(nth % 2 === 0 ? ping : readResource(nth), { address: `192.0.2.${nth % 200}` });
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await post(ping);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await refused.json()).error.message).toContain(
      `${MCP_LIMITS.messagesPerMinute} messages a minute`,
    );
    expect((await post(ping, { token: "other" })).status).toBe(200);
    nowMs += 60_000;
    expect((await post(ping)).status).toBe(200);
  });

  it("count a refused batch as one message", async () => {
    await statusesOf(MCP_LIMITS.messagesPerMinute, () => post([ping]));
    expect((await post(ping)).status).toBe(429);
  });

  it("limit messages without a valid token per IP address and minute", async () => {
    const refused = await statusesOf(MCP_LIMITS.anonymousPerMinute, () => post(ping, { token: "bad" }));
    expect(new Set(refused)).toEqual(new Set([401]));
    expect((await post(ping, { token: "bad" })).status).toBe(429);
    expect((await post(ping, { token: "" })).status).toBe(429);
    expect((await post(ping, { token: "", address: "192.0.2.2" })).status).toBe(401);
    // Messages with a token are not limited by address.
    expect((await post(ping)).status).toBe(200);
  });

  it("limit the response bytes of a client per minute", async () => {
    contract = "x".repeat(4 * MEGABYTE);
    const statuses = await statusesOf(12, () => post(readResource(1)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
    expect(statuses.slice(8)).toEqual([429, 429, 429, 429]);
    expect((await post(readResource(1), { token: "other" })).status).toBe(200);
  });

  it("replace an oversized response with a JSON-RPC error for the same request id", async () => {
    contract = "x".repeat(MCP_LIMITS.answerBytes);
    const answer = await post(readResource(77));
    const text = await answer.text();
    expect(text.length).toBeLessThan(1_000);
    expect(JSON.parse(text)).toMatchObject({ id: 77, error: { code: -32_000 } });
  });
});

describe("the API contract", () => {
  it("is loaded once and shared by all MCP requests", async () => {
    const texts = await Promise.all(
      Array.from({ length: 20 }, async (_, id) => (await post(readResource(id))).json()),
    );
    for (const { result } of texts) expect(result.contents[0].text).toBe(contract);
    expect(reads).toBe(1);
  });
});
