// Deliveries to real receivers on loopback: numbering, isolation between accounts, pauses, replays and rejected
// addresses.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findAccount, registerFixedClients, setPostback } from "../../accounts/api-accounts.ts";
import type { Broker } from "../../broker/broker.ts";
import { openDatabase, type SandboxDatabase } from "../../store/database.ts";
import type { Journal, StoredEvent } from "./journal.ts";
import { computeSignature } from "./postback-agent.ts";
import { POSTBACK_STORE_LIMITS, PostbackStore } from "./postback-store.ts";
import { POSTBACK_LIMITS, type PostbackLimits, Postbacks } from "./postbacks.ts";

const [ONE, OTHER] = ["1000000001", "1000000002"] as const;
const servers: Server[] = [];
let folder: string;
let db: SandboxDatabase;
let postbacks: Postbacks;

const open = (allowsPrivate: boolean, limits: Partial<PostbackLimits> = {}) =>
  new Postbacks({
    db,
    broker: { onEvents: () => () => {} } as unknown as Broker,
    journal: {} as Journal,
    allowsPrivate,
    limits,
    onFault: () => {},
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "postbacks-"));
  db = openDatabase(folder);
  registerFixedClients(db, 0);
  postbacks = open(true);
});
afterEach(() => {
  postbacks.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a receiver and returns its address. */
async function receiver(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/postback`;
}

const event = (clientId: string, orderId: string): StoredEvent => ({
  number: 1,
  clientId,
  at: 0,
  orderId,
  orderStatus: "TRADED",
  body: `{"orderId":"${orderId}"}`,
});
const events = (clientId: string, count: number) =>
  Array.from({ length: count }, (_, index) => event(clientId, `${clientId}-${index}`));
const idsOf = (client: string) => postbacks.deliveries(client).map(({ id, orderId }) => [id, orderId]);

it("numbers each account's postbacks from 1, and resends a postback by its number", async () => {
  const url = await receiver((_, response) => response.end());
  for (const client of [ONE, OTHER]) setPostback(db, client, url);
  postbacks.replay(ONE, [event(ONE, "a1"), event(ONE, "a2")]);
  postbacks.replay(OTHER, [event(OTHER, "b1")]);
  postbacks.replay(ONE, [event(ONE, "a3")]);
  expect(idsOf(ONE)).toEqual([
    [3, "a3"],
    [2, "a2"],
    [1, "a1"],
  ]);
  expect(idsOf(OTHER)).toEqual([[1, "b1"]]);
  expect(postbacks.resend(OTHER, 1)).toEqual({ kind: "sent" });
  expect(idsOf(OTHER)).toEqual([
    [2, "b1"],
    [1, "b1"],
  ]);
  expect(postbacks.resend(OTHER, 3)).toEqual({ kind: "unknown" });
});

describe("a receiver that never responds", () => {
  it("does not delay the postbacks of another account", async () => {
    let inFlight = 0;
    setPostback(
      db,
      ONE,
      await receiver((request) => {
        inFlight += 1;
        request.socket.once("close", () => {
          inFlight -= 1;
        });
      }),
    );
    const arrivedAt: number[] = [];
    const other = await receiver((_, response) => {
      arrivedAt.push(performance.now());
      response.end();
    });
    setPostback(db, OTHER, other);
    postbacks.replay(ONE, events(ONE, 200));
    await expect.poll(() => inFlight, { timeout: 3_000, interval: 5 }).toBeGreaterThan(0);
    const sentAt = performance.now();
    postbacks.replay(OTHER, events(OTHER, 10));
    await expect.poll(() => arrivedAt.length, { timeout: 3_000, interval: 5 }).toBe(10);
    expect((arrivedAt.at(-1) ?? Number.POSITIVE_INFINITY) - sentAt).toBeLessThan(2_000);
    expect(inFlight).toBe(POSTBACK_LIMITS.inFlightPerAccount);
    // The queue is limited; a request beyond the limit is rejected completely.
    const more = postbacks.replay(ONE, events(ONE, 10));
    expect(more).toMatchObject({ kind: "full" });
  });

  it("is paused after five attempts, and its deliveries wait instead of failing", async () => {
    postbacks.close();
    postbacks = open(true, { responseTimeoutMs: 1_000, pauseMs: 500 });
    let requests = 0;
    const url = await receiver(() => {
      requests += 1;
    });
    setPostback(db, ONE, url);
    postbacks.replay(ONE, events(ONE, 40));
    const isPaused = () => postbacks.deliveries(ONE).some(({ fault }) => fault?.startsWith("Paused"));
    await expect.poll(isPaused, { timeout: 30_000, interval: 50 }).toBe(true);
    // An attempt that started before the pause may still reach the receiver; the pause ends several times in this
    // period.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(requests).toBeLessThanOrEqual(
      POSTBACK_LIMITS.breakAfterFaults + POSTBACK_LIMITS.inFlightPerAccount,
    );
    // The paused host still receives another account's postbacks on another path.
    servers[0]?.removeAllListeners("request");
    servers[0]?.on("request", (_: unknown, response: { end(): void }) => {
      requests += 1;
      response.end();
    });
    setPostback(db, OTHER, url);
    postbacks.replay(OTHER, [event(OTHER, "b1")]);
    await expect.poll(() => postbacks.deliveries(OTHER)[0]?.status, { timeout: 2_000 }).toBe(200);
  });
});

it("times out a slow response body, so that later deliveries can start", async () => {
  postbacks.close();
  postbacks = open(true, { tryTimeoutMs: 2_000 });
  const url = await receiver((_, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    const timer = setInterval(() => response.write("x"), 100);
    response.once("close", () => clearInterval(timer));
  });
  setPostback(db, ONE, url);
  postbacks.replay(ONE, events(ONE, 3));
  // Two deliveries run at a time. The third starts when the first has finished.
  await expect.poll(() => postbacks.deliveries(ONE)[0]?.status, { timeout: 4_500 }).toBe(200);
});

it("limits postback replays to 20 an hour for each account", async () => {
  const url = await receiver((_, response) => response.end());
  for (const client of [ONE, OTHER]) setPostback(db, client, url);
  for (let count = 0; count < POSTBACK_LIMITS.replaysPerHour; count += 1)
    expect(postbacks.replay(ONE, [event(ONE, "a")])).toEqual({ kind: "sent" });
  const refused = postbacks.replay(ONE, [event(ONE, "a")]);
  expect(refused.kind).toBe("too_many");
  expect("retryAfterS" in refused && refused.retryAfterS).toBeGreaterThan(3_500);
  expect(postbacks.resend(ONE, 1).kind).toBe("too_many");
  expect(postbacks.replay(OTHER, [event(OTHER, "b")])).toEqual({ kind: "sent" });
});

it("does not call a stored private address after private addresses were switched off", async () => {
  let requests = 0;
  const url = await receiver((_, response) => {
    requests += 1;
    response.end();
  });
  setPostback(db, ONE, url);
  postbacks.replay(ONE, [event(ONE, "a1")]);
  await expect.poll(() => postbacks.deliveries(ONE)[0]?.status).toBe(200);
  postbacks.close();
  postbacks = open(false);
  postbacks.replay(ONE, [event(ONE, "a2")]);
  await expect.poll(() => postbacks.deliveries(ONE)[0]?.fault).toContain("must be on the public internet");
  expect(postbacks.deliveries(ONE)[0]).toMatchObject({ tries: 0, status: null });
  expect(requests).toBe(1);
});

it("stores at most the maximum number of deliveries per account", async () => {
  setPostback(db, ONE, await receiver((_, response) => response.end()));
  for (const last of [150, 300]) {
    postbacks.replay(ONE, events(ONE, 150));
    await expect.poll(() => idsOf(ONE)[0]?.[0], { timeout: 5_000 }).toBe(last);
    await expect
      .poll(() => postbacks.deliveries(ONE).every(({ status }) => status === 200), { timeout: 20_000 })
      .toBe(true);
  }
  expect(postbacks.deliveries(ONE)).toHaveLength(POSTBACK_STORE_LIMITS.deliveriesPerAccount);
}, 60_000);

describe("postback retry queue", () => {
  const BACKOFF_MS = POSTBACK_LIMITS.retryAfterMs;

  it("makes ten attempts over a day with growing pauses", async () => {
    const sum = BACKOFF_MS.reduce((total, pause) => total + pause, 0);
    expect(BACKOFF_MS).toHaveLength(9);
    expect([...BACKOFF_MS].sort((a, b) => a - b)).toEqual(BACKOFF_MS);
    expect(sum).toBeGreaterThan(23 * 3_600_000);
    expect(sum).toBeLessThanOrEqual(24 * 3_600_000);
    // Repeats the schedule in milliseconds instead of hours.
    postbacks.close();
    postbacks = open(true, { retryAfterMs: BACKOFF_MS.map(() => 5), dueEveryMs: 5 });
    const seen: { delivery: string; timestamp: string; signature: string; body: string }[] = [];
    const url = await receiver(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const header = (name: string) => String(request.headers[`x-postback-${name}`]);
      seen.push({
        delivery: header("delivery"),
        timestamp: header("timestamp"),
        signature: header("signature"),
        body,
      });
      response.writeHead(503).end();
    });
    const secret = setPostback(db, ONE, url) ?? "";
    postbacks.replay(ONE, [event(ONE, "a1")]);
    await expect
      .poll(() => postbacks.deliveries(ONE)[0], { timeout: 20_000 })
      .toMatchObject({ tries: 10, status: 503, fault: "answered 503", nextAt: null });
    expect(new Set(seen.map(({ delivery, body }) => `${delivery} ${body}`)).size).toBe(1);
    for (const { delivery, timestamp, signature, body } of seen)
      expect(signature).toBe(
        computeSignature({ id: Number(delivery), timestamp: Number(timestamp), body }, secret),
      );
  }, 40_000);

  it("continues a delivery after a restart, with its number and attempt count", async () => {
    let isWell = false;
    const numbers: string[] = [];
    const url = await receiver((request, response) => {
      numbers.push(String(request.headers["x-postback-delivery"]));
      response.writeHead(isWell ? 200 : 500).end();
    });
    setPostback(db, ONE, url);
    postbacks.replay(ONE, [event(ONE, "a1")]);
    await expect.poll(() => postbacks.deliveries(ONE)[0]?.tries).toBe(1);
    postbacks.close();
    isWell = true;
    postbacks = open(true, { dueEveryMs: 20 });
    await expect
      .poll(() => postbacks.deliveries(ONE)[0], { timeout: 10_000 })
      .toMatchObject({ id: 1, tries: 2, status: 200, fault: null, nextAt: null });
    expect(numbers).toEqual(["1", "1"]);
    postbacks.replay(ONE, [event(ONE, "a2")]);
    expect(idsOf(ONE)[0]).toEqual([2, "a2"]);
  }, 20_000);

  it("marks waiting deliveries as failed after the account removes its address", async () => {
    postbacks.close();
    postbacks = open(true, { retryAfterMs: [1_000], dueEveryMs: 10 });
    setPostback(db, ONE, await receiver((_, response) => response.writeHead(500).end()));
    postbacks.replay(ONE, [event(ONE, "a1")]);
    await expect.poll(() => postbacks.deliveries(ONE)[0]?.tries).toBe(1);
    setPostback(db, ONE, null);
    await expect
      .poll(() => postbacks.deliveries(ONE)[0]?.fault, { timeout: 10_000 })
      .toContain("no longer has an address");
  });

  it("leaves queue slots for other accounts while retries wait", async () => {
    postbacks.close();
    postbacks = open(true, { waitingTotal: 5 });
    setPostback(db, ONE, await receiver((_, response) => response.writeHead(500).end()));
    for (let round = 1; round <= 4; round += 1) {
      postbacks.replay(ONE, events(ONE, 4));
      await expect
        .poll(() => postbacks.deliveries(ONE).filter(({ tries }) => tries > 0).length, { timeout: 10_000 })
        .toBe(round * 4);
    }
    setPostback(db, OTHER, await receiver((_, response) => response.end()));
    postbacks.replay(OTHER, events(OTHER, 5));
    await expect
      .poll(() => postbacks.deliveries(OTHER).map(({ status }) => status), { timeout: 5_000 })
      .toEqual([200, 200, 200, 200, 200]);
  });
});

it("later sends the due deliveries that the full queue refused", async () => {
  let arrived = 0;
  const url = await receiver((_, response) => {
    arrived += 1;
    response.end();
  });
  setPostback(db, ONE, url);
  postbacks.close();
  const store = new PostbackStore(db, () => {});
  for (let id = 1; id <= 8; id += 1)
    store.put(ONE, {
      ...{ id, at: Date.now(), orderId: `a${id}`, orderStatus: "TRADED", url, body: "{}" },
      ...{ tries: 1, status: 503, fault: "answered 503", tookMs: 1, nextAt: Date.now() },
    });
  store.save();
  postbacks = open(true, { waitingPerAccount: 2, fullQueuePauseMs: 50, dueEveryMs: 20 });
  await expect.poll(() => arrived, { timeout: 5_000 }).toBe(8);
  await expect.poll(() => postbacks.health(ONE)).toMatchObject({ delivered: 8, waiting: 0, givenUp: 0 });
});

it("drops a delivery that the full queue refused for a day", async () => {
  let arrived = 0;
  const url = await receiver((_, response) => {
    arrived += 1;
    response.end();
  });
  setPostback(db, ONE, url);
  postbacks.close();
  const store = new PostbackStore(db, () => {});
  const at = Date.now() - POSTBACK_LIMITS.dropAfterMs - 1;
  store.put(ONE, {
    ...{ id: 1, at, orderId: "a1", orderStatus: "TRADED", url, body: "{}" },
    ...{ tries: 0, status: null, fault: null, tookMs: null, nextAt: Date.now() },
  });
  store.save();
  postbacks = open(true, { dueEveryMs: 20 });
  await expect
    .poll(() => postbacks.deliveries(ONE)[0], { timeout: 5_000 })
    .toMatchObject({ fault: expect.stringContaining("abandoned"), nextAt: null });
  expect(arrived).toBe(0);
});

it("sends a retry to the account's current address, signed with its current secret", async () => {
  const old: string[] = [];
  const first = await receiver((request, response) => {
    old.push(String(request.headers["x-postback-delivery"]));
    response.writeHead(500).end();
  });
  const arrived: { signature: string; expected: string }[] = [];
  const second = await receiver(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.end();
    const { headers } = request;
    const signed = {
      id: Number(headers["x-postback-delivery"]),
      timestamp: Number(headers["x-postback-timestamp"]),
      body: Buffer.concat(chunks).toString(),
    };
    const { postbackSecret } = findAccount(db, ONE) ?? {};
    arrived.push({
      signature: String(headers["x-postback-signature"]),
      expected: computeSignature(signed, postbackSecret ?? ""),
    });
  });
  postbacks.close();
  postbacks = open(true, { retryAfterMs: [300], dueEveryMs: 50 });
  setPostback(db, ONE, first);
  postbacks.replay(ONE, [event(ONE, "a1")]);
  await expect.poll(() => old).toEqual(["1"]);
  setPostback(db, ONE, second);
  await expect.poll(() => arrived, { timeout: 5_000 }).toHaveLength(1);
  expect(arrived[0]?.signature).toBe(arrived[0]?.expected);
  expect(old).toEqual(["1"]);
});
