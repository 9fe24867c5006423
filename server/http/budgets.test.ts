// Requests above a budget are refused only for the client, browser or address that exceeded it.
import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LIMITS } from "../limits.ts";
import { createRateLimiters } from "../rate-limits/rate-limiters.ts";
import { readSettings } from "../settings.ts";
import { type BudgetKind, type BudgetLimits, type Budgets, createBudgets } from "./budgets.ts";
import { Refusal } from "./refusal.ts";
import type { Sender } from "./sender.ts";

let delayMs = 0;
let budgets: Budgets;
const at = (address: string): Sender => ({ address, own: null });
const client = (id: string, address = "a"): Sender => ({ address, own: { kind: "client", id } });
const reader = (id: string, address = "a"): Sender => ({ address, own: { kind: "reader", id } });

const SMALL = {
  requestsInFlight: 6,
  requestsInFlightPerAddress: 3,
  requestsInFlightPerClient: 2,
  requestsInFlightOfAddress: 5,
  requestsReserved: 1,
  bodiesArriving: 4,
  bodiesReserved: 1,
  bodiesArrivingPerAddress: 2,
  recordUploadsPerMinute: 3,
  recordUploadsArriving: 2,
  recordUploadsArrivingPerAddress: 1,
  pagesPerAddress: 2,
  pagesPerClient: 1,
  pagesPerReader: 0.5,
  readersShare: 2,
  callsPerAddress: 10,
  connectionsPerAddress: 2,
  upgradesPerAddress: 1,
  upgradesPerAddressBurst: 4,
  upgradesPerClient: 1,
  shedAboveLoopDelayMs: 100,
};
const make = async (limits: BudgetLimits = SMALL) =>
  createBudgets({
    limits,
    rates: await createRateLimiters(null),
    countsConnections: true,
    loopDelayMs: () => delayMs,
  });

beforeEach(async () => {
  vi.useFakeTimers();
  delayMs = 0;
  budgets = await make();
});
afterEach(() => {
  budgets.stop();
  vi.useRealTimers();
});

const statusOf = (work: () => unknown): [number, string | undefined] => {
  try {
    work();
    return [200, undefined];
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return [fault.status, fault.headers["Retry-After"]];
  }
};
const spent = async (kind: BudgetKind, sender: Sender): Promise<[number, string | undefined]> => {
  try {
    await budgets.spend(kind, sender);
    return [200, undefined];
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return [fault.status, fault.headers["Retry-After"]];
  }
};
/** Sends `count` requests and returns the number of accepted ones. */
async function accepted(count: number, kind: BudgetKind, sender: Sender): Promise<number> {
  let done = 0;
  for (let index = 0; index < count; index += 1) if ((await spent(kind, sender))[0] === 200) done += 1;
  return done;
}

describe("slots for concurrent requests", () => {
  it("are limited per address and in total; a double release frees only one slot", () => {
    const leave = [0, 1, 2].map(() => budgets.enter(at("a")));
    expect(statusOf(() => budgets.enter(at("a")))).toEqual([429, "1"]);
    budgets.enter(at("b"));
    budgets.enter(at("c"));
    expect(statusOf(() => budgets.enter(at("d")))).toEqual([503, "3"]);
    leave[0]?.();
    leave[0]?.();
    budgets.enter(at("d"));
    expect(statusOf(() => budgets.enter(at("e")))).toEqual([503, "3"]);
  });

  it("let signed-in clients exceed their address's limit, up to a limit per client", () => {
    for (let index = 0; index < 3; index += 1) budgets.enter(at("a"));
    expect(statusOf(() => budgets.enter(at("a")))[0]).toBe(429);
    budgets.enter(client("1"));
    budgets.enter(client("1", "elsewhere"));
    expect(statusOf(() => budgets.enter(client("1", "third")))[0]).toBe(429);
    expect(statusOf(() => budgets.enter(client("2"), true))[0]).toBe(200);
  });

  it("limit the requests of all clients of an address, except for orders", async () => {
    budgets.stop();
    budgets = await make({ ...SMALL, requestsInFlightOfAddress: 2 });
    const leave = budgets.enter(client("1"));
    budgets.enter(client("2"));
    expect(statusOf(() => budgets.enter(client("3")))).toEqual([429, "1"]);
    expect(statusOf(() => budgets.enter(client("3", "elsewhere")))[0]).toBe(200);
    expect(statusOf(() => budgets.enter(client("4"), true))[0]).toBe(200);
    leave();
    expect(statusOf(() => budgets.enter(client("3")))[0]).toBe(429);
  });

  it("are refused while the event loop is delayed", () => {
    delayMs = 500;
    expect([statusOf(() => budgets.enter(at("a"))), budgets.isOverloaded()]).toEqual([[503, "3"], true]);
    delayMs = 0;
    expect([statusOf(() => budgets.enter(at("a")))[0], budgets.isOverloaded()]).toEqual([200, false]);
  });

  it("include a reserved slot for a client's order, exit or kill switch", () => {
    for (const address of ["a", "a", "b", "b", "c"]) budgets.enter(at(address));
    expect(statusOf(() => budgets.enter(at("d")))).toEqual([503, "3"]);
    expect(budgets.isOverloaded()).toBe(true);
    delayMs = 200;
    expect(statusOf(() => budgets.enter(client("1"), true))[0]).toBe(200);
    expect(statusOf(() => budgets.enter(client("2"), true))[0]).toBe(503);
  });
});

describe("request bodies that are being received", () => {
  it("are limited per address and in total; one is reserved for signed-in clients", () => {
    const end = budgets.receive(at("a"));
    budgets.receive(at("a"));
    expect(statusOf(() => budgets.receive(at("a")))).toEqual([429, "1"]);
    budgets.receive(at("b"));
    expect(statusOf(() => budgets.receive(at("c")))).toEqual([503, "3"]);
    expect(statusOf(() => budgets.receive(client("1")))[0]).toBe(200);
    expect(statusOf(() => budgets.receive(client("2")))).toEqual([503, "3"]);
    expect(budgets.isOverloaded()).toBe(false);
    end();
    end();
    expect(statusOf(() => budgets.receive(client("2")))[0]).toBe(200);
  });
});

describe("request rate limits", () => {
  it("refuse a ninth page request of an IP address within four seconds with 429", async () => {
    expect(await accepted(25, "page", at("a"))).toBe(8);
    expect(await spent("page", at("a"))).toEqual([429, "4"]);
    expect(await spent("page", at("b"))).toEqual([200, undefined]);
    expect(await spent("call", at("a"))).toEqual([200, undefined]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await accepted(25, "page", at("a"))).toBe(8);
  });

  it.each(["page", "call", "upgrade"] as const)(
    "accept a signed-in client at an IP address over its limit (kind: %s)",
    async (kind) => {
      expect(await accepted(100, kind, at("a"))).toBeLessThan(100);
      expect(await spent(kind, client("1"))).toEqual([200, undefined]);
      expect(await accepted(100, kind, client("1"))).toBeLessThan(100);
      expect(await spent(kind, client("2"))).toEqual([200, undefined]);
    },
  );

  it("apply to a signed-in client across all IP addresses", async () => {
    expect(await accepted(3, "page", client("1", "a"))).toBe(3);
    expect(await accepted(3, "page", client("1", "b"))).toBe(1);
  });

  it("let all visitors with a marker cookie share twice their address's limit", async () => {
    expect(await accepted(25, "page", at("a"))).toBe(8);
    // All browsers at one address may together use twice the address's budget of eight. Refused requests count too.
    expect(await accepted(10, "page", reader("1"))).toBe(10);
    expect(await accepted(10, "page", reader("2"))).toBe(6);
    expect(await accepted(20, "page", reader("1", "b"))).toBe(5);
    expect(await spent("page", reader("1", "c"))).toEqual([429, "30"]);
    expect(await spent("page", reader("3", "c"))).toEqual([200, undefined]);
  });

  it("report an IP address as busy after a tenth of its allowed requests", async () => {
    budgets.stop();
    budgets = await make({ ...SMALL, pagesPerAddress: 20 });
    const busy: boolean[] = [];
    for (let index = 0; index < 12; index += 1) busy.push((await budgets.spend("page", at("a"))).isBusy);
    expect(busy.indexOf(true)).toBe(8);
    expect((await budgets.spend("page", reader("1"))).isBusy).toBe(false);
  });
});

/** Limits of a site that configures none. */
const DEFAULTS = readSettings({}, "/").limits;
/** Number of simulated users. All of them request uncached pages, which causes more load than real users do. */
const USERS = 2_000;
const SIGNED_IN = 500;
const PAGE_EVERY_S = 30;
const ARRIVE_WITHIN_S = 120;
const LAST_S = 240;

it("accepts all requests of 2,000 users at one address, 500 of them signed in", async () => {
  budgets.stop();
  budgets = await make(DEFAULTS);
  const marks = new Set<number>();
  let refused = 0;
  let requests = 0;
  for (let second = 0; second < LAST_S; second += 1) {
    for (let user = 0; user < USERS; user += 1) {
      const arrivedAt = Math.floor((user / USERS) * ARRIVE_WITHIN_S);
      if (second < arrivedAt || (second - arrivedAt) % PAGE_EVERY_S !== (user * 7) % 5) continue;
      const isClient = user % (USERS / SIGNED_IN) === 0;
      const sender = isClient ? client(String(user)) : marks.has(user) ? reader(String(user)) : at("a");
      requests += 1;
      try {
        if ((await budgets.spend("page", sender)).isBusy) marks.add(user);
      } catch {
        refused += 1;
      }
    }
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(requests).toBeGreaterThan((USERS / PAGE_EVERY_S) * (LAST_S - ARRIVE_WITHIN_S));
  expect(refused).toBe(0);
});

it("limits a flood from an address, but not its signed-in or cookie-marked users", async () => {
  budgets.stop();
  budgets = await make(DEFAULTS);
  let refused = 0;
  let flooded = 0;
  for (let second = 0; second < 60; second += 1) {
    for (let index = 0; index < 200; index += 1) if ((await spent("page", at("a")))[0] === 200) flooded += 1;
    for (let user = 0; user < 60; user += 1) {
      if (second % PAGE_EVERY_S !== user % PAGE_EVERY_S) continue;
      for (const sender of [client(String(user)), reader(String(user))])
        if ((await spent("page", sender))[0] !== 200) refused += 1;
    }
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(flooded).toBe(60 * DEFAULTS.pagesPerAddress);
  expect(refused).toBe(0);
});

const socket = (remoteAddress: string) =>
  Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;

it("counts the connections of all addresses in an IPv6 /64 network together", () => {
  const connect = (address: string) => budgets.connect(socket(address));
  expect(
    ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::3", "2001:db8:1:3::1"].map(connect),
  ).toEqual([true, true, false, true]);
  expect(["203.0.113.7", "::ffff:203.0.113.7", "203.0.113.7"].map(connect)).toEqual([true, true, false]);
});

it("drops connections above an address's limit until an earlier connection closes", () => {
  const first = socket("a");
  expect([budgets.connect(first), budgets.connect(socket("a")), budgets.connect(socket("a"))]).toEqual([
    true,
    true,
    false,
  ]);
  expect(budgets.connect(socket("b"))).toBe(true);
  first.emit("close");
  expect(budgets.connect(socket("a"))).toBe(true);
});

describe("uploads of records for verification", () => {
  it("are limited per minute for each address and client", async () => {
    expect(await accepted(5, "upload", at("a"))).toBe(3);
    expect(await accepted(5, "upload", at("b"))).toBe(3);
    expect(await accepted(5, "upload", client("c"))).toBe(3);
    expect((await spent("upload", at("a")))[1]).toBeDefined();
    vi.advanceTimersByTime(61_000);
    expect(await accepted(1, "upload", at("a"))).toBe(1);
  });

  it("are limited to one at a time per address, and in total", () => {
    const leave = budgets.receive(at("a"), true);
    expect(statusOf(() => budgets.receive(at("a"), true))[0]).toBe(429);
    budgets.receive(at("b"), true);
    expect(statusOf(() => budgets.receive(at("c"), true))[0]).toBe(503);
    leave();
    expect(statusOf(() => budgets.receive(at("c"), true))[0]).toBe(200);
  });
});

it("the documented number of an account's parallel calls is the limit", () => {
  const page = readFileSync("app/docs/content/rate-limits.md", "utf8");
  expect(page).toContain(
    `At most ${LIMITS.requestsInFlightPerClient} calls of an account can be in progress`,
  );
});
