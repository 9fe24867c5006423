// The official clients as a developer uses them: downloaded from the site, checksums verified, installed into an empty
// folder, and used by a program that places an order and receives its update.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedSite } from "../support/shared-site.ts";
import type { Site } from "../support/site.ts";
import { TradingClient } from "../support/trading-client.ts";

const run = promisify(execFile);
const CLIENTS = "/docs/v2/clients";

let site: Site;
let folder: string;
const npm = (...args: string[]) => run("npm", [...args, "--no-audit", "--no-fund"], { cwd: folder });

beforeAll(async () => {
  site = await sharedSite();
  folder = mkdtempSync(join(tmpdir(), "client-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await npm("install", "--prefer-offline", `${site.origin}${CLIENTS}/typescript/trading-api-client.tgz`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program in the folder with a new account, and returns its output. */
async function runProgram(source: string, env: Record<string, string> = {}, readAs = JSON.parse) {
  const { account } = await TradingClient.open(`${site.origin}/sandbox`);
  const file = join(folder, `program-${Math.random().toString(36).slice(2)}.js`);
  writeFileSync(file, source);
  const { stdout } = await run(process.execPath, [file], {
    cwd: folder,
    timeout: 40_000,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      BASE_URL: `${site.origin}/sandbox/v2`,
      ACCESS_TOKEN: account.accessToken,
      CLIENT_ID: account.dhanClientId,
      ...env,
    },
  });
  return readAs(stdout);
}

const CLIENT = `import { TradingClient, TradingApiError, StreamError } from "trading-api-client";
const client = new TradingClient({ baseUrl: process.env.BASE_URL, accessToken: process.env.ACCESS_TOKEN, clientId: process.env.CLIENT_ID });
const ORDER = { transactionType: "BUY", exchangeSegment: "NSE_EQ", productType: "INTRADAY", orderType: "MARKET", validity: "DAY", securityId: "1333", quantity: 5 };
const SHARE = { exchangeSegment: "NSE_EQ", securityId: "1333" };
`;

describe("the downloadable client archives", () => {
  it("have the published checksums", async () => {
    const sums = (await site.get(`${CLIENTS}/SHA256SUMS.txt`)).text.trim().split("\n");
    expect(sums.length).toBeGreaterThan(0);
    for (const line of sums) {
      const [sum = "", name = ""] = line.split("  ");
      const { status, body } = await site.get(`${CLIENTS}/${name}`);
      expect([name, status, createHash("sha256").update(body).digest("hex")]).toEqual([name, 200, sum]);
    }
  });
});

/** Returns the code blocks of a language on the page about the clients, in order. */
async function documented(language: string): Promise<string[]> {
  const twin = (await site.get("/docs/v2/clients.md")).text;
  return [...twin.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\\n\`\`\``, "gs"))].map(
    ([, words = ""]) => words,
  );
}

describe("the TypeScript client", () => {
  it("passes the documented checksum command, and the documented program runs", async () => {
    const [check = ""] = await documented("bash");
    const checked = mkdtempSync(join(tmpdir(), "checked-"));
    const { stdout } = await run("bash", ["-e", "-c", check], { cwd: checked, timeout: 30_000 });
    rmSync(checked, { recursive: true, force: true });
    expect(stdout.trim()).toBe("typescript/trading-api-client.tgz: OK");
    const [program = ""] = await documented("typescript");
    const lines = await runProgram(program, {}, (text) => text.trim().split("\n"));
    expect(lines[0]).toMatch(/^(?:placed|update) \d+ /);
    expect(lines.at(-1)).toMatch(/^update \d+ TRADED$/);
  });

  it("places an order and receives its updates", async () => {
    const result = await runProgram(`${CLIENT}
const received = [];
for await (const event of client.orderUpdates()) {
  if (event.kind === "connected") received.push(await client.placeOrderOnce(ORDER));
  else {
    received.push(event.order);
    if (event.order.Status === "TRADED") break;
  }
}
const [placed] = received;
const order = await client.getOrder({ orderId: placed.orderId });
console.log(JSON.stringify({ placed, last: received.at(-1), order, positions: await client.listPositions() }));`);
    expect(result.last).toMatchObject({ OrderNo: result.placed.orderId, Status: "TRADED" });
    expect(result.order).toMatchObject({ orderId: result.placed.orderId, filledQty: 5 });
    expect(result.positions[0]).toMatchObject({ securityId: "1333", netQty: 5 });
  });

  it("reads a list page by page", async () => {
    const { placed, read } = await runProgram(`${CLIENT}
const placed = [];
for (let count = 0; count < 3; count += 1) placed.unshift((await client.placeOrder(ORDER)).orderId);
const read = [];
for (let cursor; cursor !== null; ) {
  const page = await client.listOrders({ limit: 1, cursor });
  read.push(...page.map(({ orderId }) => orderId));
  cursor = page.nextCursor;
}
console.log(JSON.stringify({ placed, read }));`);
    expect(read).toEqual(placed);
  });

  it("receives prices, depth and quotes, and throws StreamError 809 for a bad token", async () => {
    const read = await runProgram(`${CLIENT}
const quote = await client.quoteLtp({ NSE_EQ: ["1333"] });
const first = async (stream, kind) => { for await (const packet of stream) if (packet.kind === kind) return packet; };
const full = await first(client.marketFeed().subscribe("full", [SHARE]), "full");
const bid = await first(client.depthFeed().subscribe([SHARE]), "bid");
const deep = await first(client.fullDepthFeed(SHARE), "ask");
const unknownClient = new TradingClient({ ...client.options, accessToken: "made-up" });
const refused = await first(unknownClient.marketFeed(), "full").catch((fault) => ({ isStreamError: fault instanceof StreamError, code: fault.code }));
console.log(JSON.stringify({ last: quote.data.NSE_EQ["1333"].last_price, full, bid, deep, refused }));`);
    expect(read.full).toMatchObject({ exchangeSegment: "NSE_EQ", securityId: "1333" });
    expect(read.full.levels).toHaveLength(5);
    expect(Math.abs(read.full.lastPrice / read.last - 1)).toBeLessThan(0.05);
    expect(read.bid.rows).toHaveLength(20);
    expect([read.deep.sequence, read.deep.rows.length]).toEqual([200, 200]);
    expect(read.refused).toEqual({ isStreamError: true, code: 809 });
  });

  it("reports code and request id of a rejection", async () => {
    const fault = await runProgram(`${CLIENT}
const fault = await client.placeOrder({ ...ORDER, quantity: -1 }).catch((thrown) => thrown);
console.log(JSON.stringify({ is: fault instanceof TradingApiError, ...fault, message: fault.message, unknown: fault.isOutcomeUnknown }));`);
    expect(fault).toMatchObject({ is: true, status: 400, code: "DH-905", unknown: false });
    expect(fault.message).toContain("quantity");
    expect(fault.requestId).toBeTruthy();
  });
});

describe("retries of the TypeScript client", () => {
  /** Starts a server that sends the listed responses in order, and records the requests with their times. */
  async function scripted(
    answers: ([status: number, headers: Record<string, string>, body: object] | "cut")[],
  ) {
    const requests: { at: number; what: string; correlationId: string | null; key: unknown }[] = [];
    const server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const body = text === "" ? {} : JSON.parse(text);
      requests.push({
        at: Date.now(),
        what: `${request.method} ${request.url}`,
        correlationId: body.correlationId ?? null,
        key: request.headers["idempotency-key"],
      });
      const answer = answers.shift() ?? [500, {}, {}];
      if (answer === "cut") return void request.socket.destroy();
      response.writeHead(answer[0], { "content-type": "application/json", ...answer[1] });
      response.end(JSON.stringify(answer[2]));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return { requests, server, env: { BASE_URL: `http://127.0.0.1:${port}/v2` } };
  }
  const PLACED = { orderId: "112611200001", orderStatus: "PENDING" };
  const NONE = { errorType: "Order_Error", errorCode: "DH-906", errorMessage: "no such order" };

  it("wait for the time in Retry-After, even for writes", async () => {
    const { requests, server, env } = await scripted([
      [429, { "retry-after": "1" }, { errorCode: "DH-904", errorMessage: "slow down" }],
      [200, {}, PLACED],
    ]);
    const placed = await runProgram(
      `${CLIENT}console.log(JSON.stringify(await client.placeOrder(ORDER)));`,
      env,
    );
    server.close();
    expect(placed).toEqual(PLACED);
    expect((requests[1]?.at ?? 0) - (requests[0]?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
    expect(requests[0]?.key).toMatch(/^[\w-]{36}$/);
    expect(requests[1]?.key).toBe(requests[0]?.key);
  });

  it("never repeat a write after a lost response, but always repeat reads", async () => {
    const { requests, server, env } = await scripted(["cut", [503, {}, {}], [200, {}, []]]);
    const seen = await runProgram(
      `${CLIENT}
const fault = await client.placeOrder(ORDER).catch((thrown) => thrown);
const orders = await client.listOrders();
console.log(JSON.stringify({ status: fault.status, unknown: fault.isOutcomeUnknown, orders }));`,
      env,
    );
    server.close();
    expect(seen).toEqual({ status: 0, unknown: true, orders: [] });
    expect(requests.map(({ what }) => what)).toEqual(["POST /v2/orders", "GET /v2/orders", "GET /v2/orders"]);
  });

  it("check if the order exists before placeOrderOnce sends the same order again", async () => {
    const { requests, server, env } = await scripted(["cut", [400, {}, NONE], "cut", [200, {}, PLACED]]);
    const placed = await runProgram(
      `${CLIENT}console.log(JSON.stringify(await client.placeOrderOnce({ ...ORDER, correlationId: "" })));`,
      env,
    );
    server.close();
    expect(placed).toEqual(PLACED);
    const id = requests[0]?.correlationId;
    expect(id).toMatch(/^\w{30}$/);
    expect(requests.map(({ what }) => what)).toEqual([
      "POST /v2/orders",
      `GET /v2/orders/external/${id}`,
      "POST /v2/orders",
      `GET /v2/orders/external/${id}`,
    ]);
    expect(requests[2]?.correlationId).toBe(id);
    expect(requests[0]?.key).toMatch(/^[\w-]{36}$/);
    expect(requests[2]?.key).toBe(requests[0]?.key);
  });

  it("reconnect the price feed after a lost connection, and report the reconnect", async () => {
    // A proxy between the program and the site that closes the first connection.
    const { connect } = await import("node:net");
    let slams = 0;
    const proxy = createTcpServer((outer) => {
      const inner = connect(site.port, "127.0.0.1");
      for (const socket of [inner, outer]) socket.on("error", () => undefined);
      outer.pipe(inner).pipe(outer);
      outer.on("close", () => inner.destroy());
      slams += 1;
      if (slams === 1) setTimeout(() => outer.destroy(), 1_500);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as AddressInfo;
    const seen = await runProgram(`${CLIENT}
const other = new TradingClient({ ...client.options, sockets: { marketFeed: "ws://127.0.0.1:${port}/sandbox/feed" } });
const connects = [];
let after = 0;
for await (const packet of other.marketFeed().subscribe("ticker", [SHARE])) {
  if (packet.kind === "connected") connects.push(packet.isReconnect);
  else if (connects.length === 2 && packet.kind === "ticker") { after += 1; break; }
}
console.log(JSON.stringify({ connects, after }));`);
    proxy.close();
    expect(seen).toEqual({ connects: [false, true], after: 1 });
  });
});
