// Clients that keep requests open: slow bodies from eight addresses occupy no slot of other addresses, and a site that
// stops closes connections properly.
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { freePort } from "../../support/free-port.ts";
import { connectFrom, requestFrom } from "../../support/other-address.ts";
import { type Site, startSite, until } from "../../support/site.ts";
import { openSocket } from "../../support/socket-client.ts";

let site: Site;
let adminPort: number;
beforeAll(async () => {
  adminPort = await freePort();
  site = await startSite({ ADMIN_PORT: String(adminPort) });
}, 60_000);
afterAll(() => site?.stop());

const sockets: { destroy(): void }[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const ATTACKERS = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 1}`);
const OTHER_ADDRESS = "127.0.0.99";

/** Returns the headers of a form whose body is never sent. */
const formHeaders = () =>
  `POST /theme HTTP/1.1\r\nHost: 127.0.0.1:${site.port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n`;

it("eight addresses with slow bodies do not block another address", { timeout: 60_000 }, async () => {
  const open = ATTACKERS.flatMap((address) =>
    Array.from({ length: 100 }, () => connectFrom(address, site.port, formHeaders())),
  );
  sockets.push(...open.map(({ socket }) => socket));
  await until(
    async () => open.filter(({ received }) => received().startsWith("HTTP/1.1 429")).length,
    (refused) => refused >= ATTACKERS.length * 30,
    20_000,
  );
  const pages = await Promise.all(
    Array.from({ length: 10 }, (_, index) => requestFrom(OTHER_ADDRESS, site.port, `/algos?q=page${index}`)),
  );
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
  const form = await requestFrom(OTHER_ADDRESS, site.port, "/theme", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "theme=dark&to=%2F",
  });
  expect(form.status).toBe(303);
});

it("no request is rate-limited if an address sends sixty at once", {
  timeout: 30_000,
}, async () => {
  const client = "127.0.0.30";
  const posts = Array.from({ length: 60 }, () =>
    requestFrom(client, site.port, "/theme", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "theme=dark&to=%2F",
    }),
  );
  expect(new Set((await Promise.all(posts)).map(({ status }) => status))).toEqual(new Set([303]));
  const calls = Array.from({ length: 60 }, () => requestFrom(client, site.port, "/sandbox/v2/profile"));
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([401]));
});

it("a body that arrives too slowly is refused with 408 and the connection is closed", {
  timeout: 30_000,
}, async () => {
  const slow = connectFrom("127.0.0.20", site.port, formHeaders());
  sockets.push(slow.socket);
  const drip = setInterval(() => slow.socket.writable && slow.socket.write("a"), 200);
  await until(async () => slow.socket.destroyed, Boolean, 15_000);
  clearInterval(drip);
  expect(slow.received()).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close/i);
});

it("a request with two Host headers gets 400", async () => {
  const twice = connectFrom(
    "127.0.0.1",
    site.port,
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${site.port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
  );
  sockets.push(twice.socket);
  expect(
    await until(
      async () => twice.received(),
      (text) => text !== "",
      5_000,
    ),
  ).toMatch(/^HTTP\/1\.1 400 /);
});

it("the operators' port accepts only IP addresses and local names in the Host header", async () => {
  const statusOf = (host: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(adminPort, "127.0.0.1", () =>
        socket.write(`GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      );
      socket.once("data", (text) => resolve(text.toString().slice(9, 12)));
    });
  for (const host of [
    "127.0.0.1:9400",
    "localhost",
    "[::1]:9400",
    "10.1.2.3:9400",
    "site-1:9400",
    "site.shop.svc",
  ])
    expect([host, await statusOf(host)]).toEqual([host, "200"]);
  for (const host of ["evil.example", "attacker.test:9400"])
    expect([host, await statusOf(host)]).toEqual([host, "421"]);
});

it("no request on eight keep-alive connections fails after SIGTERM", { timeout: 60_000 }, async () => {
  const own = await startSite({ DRAIN_MS: "2000" });
  const faults: string[] = [];
  let answered = 0;
  const loops = Array.from({ length: 8 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let isOpen = true; isOpen; )
      isOpen = await new Promise<boolean>((resolve) => {
        const call = get({ port: own.port, host: "127.0.0.1", path: "/trading-apis", agent }, (response) => {
          response.resume();
          response.on("error", (fault) => faults.push(String(fault)));
          response.on("end", () => {
            answered += 1;
            if (response.statusCode !== 200) faults.push(String(response.statusCode));
            resolve(response.headers.connection !== "close");
          });
        });
        call.on("error", (fault) => {
          faults.push(String(fault));
          resolve(false);
        });
      });
    agent.destroy();
  });
  await until(
    async () => answered,
    (count) => count > 100,
    20_000,
  );
  const stopping = own.stop("SIGTERM");
  await Promise.all(loops);
  expect(await stopping).toBe(0);
  expect(faults).toEqual([]);
});

it("a stopping site accepts connections for DRAIN_MS, then exits with 0", {
  timeout: 60_000,
}, async () => {
  const own = await startSite({ DRAIN_MS: "2000" });
  const account = await requestFrom("127.0.0.1", own.port, "/sandbox/portal/accounts", {
    method: "POST",
    headers: { accept: "application/json" },
  });
  const { clientId, accessToken } = JSON.parse(account.text) as { clientId: string; accessToken: string };
  const query = new URLSearchParams({ version: "2", token: accessToken, clientId, authType: "2" });
  const feed = await openSocket(`ws://127.0.0.1:${own.port}/sandbox/feed?${query}`);
  feed.send({
    RequestCode: 15,
    InstrumentCount: 1,
    InstrumentList: [{ ExchangeSegment: "NSE_EQ", SecurityId: "1333" }],
  });
  await until(
    async () => feed.got.length,
    (count) => count > 0,
    10_000,
  );
  const stopping = own.stop("SIGTERM");
  // A load balancer may open connections for about a second before it detects the shutdown.
  const seen: [status: number, connection: string | undefined][] = [];
  for (let tries = 0; tries < 5; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { status, headers } = await requestFrom("127.0.0.1", own.port, "/trading-apis");
    seen.push([status, headers.connection]);
  }
  expect(seen).toEqual(seen.map(() => [200, "close"]));
  expect(await feed.closed).toBeGreaterThan(0);
  expect(await stopping).toBe(0);
});
