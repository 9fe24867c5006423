// Tests the page about postbacks with real deliveries: its four programs accept a genuine postback and reject a forged
// one, retries follow the table, and an order's changes arrive in the documented order.
import { spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkGo } from "../support/go-programs.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite } from "../support/site.ts";
import { TradingClient } from "../support/trading-client.ts";

const PORTAL = "/sandbox/portal";
type Got = { at: number; delivery: string; timestamp: string; signature: string; body: string };

let site: Site;
let folder: string;
const servers: Server[] = [];

beforeAll(async () => {
  site = await startSite({ SANDBOX_PRIVATE_POSTBACKS: "yes" });
  folder = mkdtempSync(join(tmpdir(), "postbacks-"));
});
afterAll(async () => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
  await site?.stop();
});

/** Creates an account with a local receiver for its postbacks. */
async function receiving(status: () => number = () => 200) {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    got.push({
      at,
      delivery: String(request.headers["x-postback-delivery"]),
      timestamp: String(request.headers["x-postback-timestamp"]),
      signature: String(request.headers["x-postback-signature"]),
      body: Buffer.concat(chunks).toString(),
    });
    response.statusCode = status();
    response.end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = await TradingClient.open(`${site.origin}/sandbox`);
  const reader = new TestUser(site);
  await reader.submit(`${PORTAL}/sign-in`, { way: "token", token: client.account.accessToken });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/postbacks`;
  const page = await reader.submit(`${PORTAL}/postbacks`, { url });
  const secret =
    parse(page.text).querySelector('[role="status"] dl > div dd')?.text.replace(/\s+/g, "").trim() ?? "";
  expect(secret).toMatch(/^[\w-]{32}/);
  const log = async (): Promise<
    { id: number; tries: number; status: number | null; fault: string | null }[]
  > =>
    JSON.parse(
      (
        await site.get(`${PORTAL}/postbacks`, {
          accept: "application/json",
          "access-token": client.account.accessToken,
        })
      ).text,
    ).deliveries;
  return { client, reader, got, secret, log };
}
const statuses = (got: readonly Got[]) => got.map(({ body }) => JSON.parse(body).orderStatus as string);
const arrived = (got: readonly Got[], count: number, withinMs = 20_000) =>
  expect.poll(() => got.length, { timeout: withinMs, interval: 50 }).toBeGreaterThanOrEqual(count);

/** Returns the programs of the section about the signature, by language. */
async function programs(): Promise<Map<string, string>> {
  const twin = (await site.get("/docs/v2/postback.md")).text;
  const part = twin.split("## Check the signature")[1]?.split("\n## ")[0] ?? "";
  return new Map(
    [...part.matchAll(/```(\w+)\n(.*?)\n```/gs)].map(([, language = "", words = ""]) => [language, words]),
  );
}

/** The command and the file suffix of each language. */
type Runner = { needs: string; file: string; command: (file: string) => string[] | Promise<string[]> };
const RUNNERS: Record<string, Runner> = {
  typescript: { needs: "node", file: "check.mjs", command: (file) => [process.execPath, file] },
  python: { needs: "python3", file: "check.py", command: (file) => ["python3", file] },
  bash: { needs: "openssl", file: "check.sh", command: (file) => ["bash", file] },
  go: {
    needs: "go",
    file: "check.go",
    command: async (file) => [await linkGo(new Map([["check", readFileSync(file, "utf8")]])), "check"],
  },
};

/** Runs a program and returns its exit code. */
const check = (programArguments: string[], env: Record<string, string>, body: string) =>
  new Promise<number | null>((resolve, reject) => {
    const [command = "", ...args] = programArguments;
    const child = spawn(command, args, {
      env: { PATH: process.env.PATH ?? "", HOME: folder, NODE_ENV: "test", ...env },
      stdio: ["pipe", "ignore", "ignore"],
    });
    child.on("error", reject);
    child.on("close", resolve);
    child.stdin.on("error", () => {});
    child.stdin.end(body);
  });

describe("the signature", () => {
  it("is checked by a program in each of four languages on the documentation page", async () => {
    expect([...(await programs()).keys()]).toEqual(Object.keys(RUNNERS));
  });

  it.for(Object.keys(RUNNERS))(
    "the documented %s program accepts only a genuine delivery",
    { timeout: 120_000 },
    async (language, { skip }) => {
      const runner = RUNNERS[language];
      if (runner === undefined) throw new Error(language);
      const source = (await programs()).get(language) ?? "";
      const isInstalled =
        spawnSync(runner.needs, [runner.needs === "go" ? "version" : "--version"]).error === undefined;
      if (!isInstalled) return skip(`${runner.needs} is not installed here`);
      const { client, got, secret } = await receiving();
      await client.place({ quantity: 1 });
      await arrived(got, 1);
      const [first] = got;
      if (first === undefined) throw new Error("nothing came");
      const { body, signature, delivery, timestamp } = first;
      const file = join(folder, runner.file);
      writeFileSync(file, source);
      const command = await runner.command(file);
      const run = (change: Partial<Got & { secret: string }>) => {
        const sent = { body, signature, delivery, timestamp, secret, ...change };
        const env = {
          POSTBACK_SECRET: sent.secret,
          SIGNATURE: sent.signature,
          DELIVERY: sent.delivery,
          TIMESTAMP: sent.timestamp,
        };
        return check(command, env, sent.body);
      };
      expect(await run({})).toBe(0);
      expect(await run({ body: body.replace('"BUY"', '"SELL"') })).not.toBe(0);
      expect(await run({ body: `${body}\n` })).not.toBe(0);
      expect(await run({ secret: `${secret}x` })).not.toBe(0);
      expect(await run({ signature: "" })).not.toBe(0);
      expect(await run({ signature: signature.replace("v1=", "") })).not.toBe(0);
      // The delivery number is changed, then the time; then a genuine delivery is sent again after the tolerance.
      expect(await run({ delivery: String(Number(delivery) + 1) })).not.toBe(0);
      expect(await run({ timestamp: String(Number(timestamp) + 1) })).not.toBe(0);
      const old = String(Number(timestamp) - 301);
      const genuineThen = `v1=${createHmac("sha256", secret).update(`${delivery}.${old}.${body}`).digest("hex")}`;
      expect(await run({ timestamp: old, signature: genuineThen })).not.toBe(0);
      expect(await run({ timestamp: "now" })).not.toBe(0);
    },
  );
});

describe("deliveries", () => {
  it("are retried after two and fifteen seconds, with the same number and body", {
    timeout: 60_000,
  }, async () => {
    const { client, reader, got, log } = await receiving(() => 503);
    await client.place({ quantity: 911 });
    await arrived(got, 3, 40_000);
    const [first, second, third] = got;
    if (first === undefined || second === undefined || third === undefined) throw new Error("three tries");
    // Timers are never early. How late they are depends on the machine.
    expect(second.at - first.at).toBeGreaterThan(1_990);
    expect(third.at - second.at).toBeGreaterThan(14_990);
    expect(new Set(got.map(({ delivery }) => delivery)).size).toBe(1);
    expect(new Set(got.map(({ body }) => body)).size).toBe(1);
    expect(statuses(got)).toEqual(["REJECTED", "REJECTED", "REJECTED"]);
    await expect
      .poll(async () => (await log())[0])
      .toMatchObject({ tries: 3, status: 503, fault: "answered 503", nextAt: expect.any(Number) });
    expect(await log()).toHaveLength(1);
    const page = parse((await reader.get(`${PORTAL}/postbacks`)).text).text;
    expect(page).toMatch(/Failing/);
    expect(page).toContain("answered 503");
  });

  it("are not retried after a successful response", { timeout: 30_000 }, async () => {
    const answers = [500];
    const { client, reader, got, log } = await receiving(() => answers.shift() ?? 200);
    await client.place({ quantity: 911 });
    await arrived(got, 2);
    await expect.poll(async () => (await log())[0]).toMatchObject({ tries: 2, status: 200, fault: null });
    expect(parse((await reader.get(`${PORTAL}/postbacks`)).text).text).toContain("Healthy");
  });

  it("are sent for each change of an order: a fill, a modification, a cancellation", {
    timeout: 30_000,
  }, async () => {
    const { client, got } = await receiving();
    const quote = await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] });
    const below = Math.round(quote.body.data.NSE_EQ["1333"].last_price * 0.95);
    const placed = await client.place({ quantity: 10, orderType: "LIMIT", price: below });
    const { orderId } = placed.body;
    await arrived(got, 1);
    await client.send("put", `/orders/${orderId}`, {
      dhanClientId: client.account.dhanClientId,
      orderId,
      orderType: "LIMIT",
      validity: "DAY",
      quantity: 10,
      price: below + 1,
    });
    await arrived(got, 2);
    await client.send("delete", `/orders/${orderId}`);
    await arrived(got, 3);
    expect(statuses(got)).toEqual(["PENDING", "PENDING", "CANCELLED"]);
    expect(got.map(({ body }) => JSON.parse(body).price)).toEqual([below, below + 1, below + 1]);
    // The documentation states that times never decrease, and that each delivery has a different number.
    const times = got.map(({ body }) => JSON.parse(body).updateTime as string);
    expect(times).toEqual([...times].sort());
    expect(new Set(got.map(({ delivery }) => delivery)).size).toBe(3);
  });
});
