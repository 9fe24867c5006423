// Budgets: what one address takes is refused to it alone.
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type Budgets, createBudgets } from "./budgets.ts";
import { Refusal } from "./refusal.ts";

let now = 0;
let delayMs = 0;
let budgets: Budgets;
const make = () =>
  createBudgets({
    limits: {
      requestsInFlight: 5,
      requestsInFlightPerAddress: 3,
      pagesPerAddress: 2,
      callsPerAddress: 10,
      connectionsPerAddress: 2,
      upgradesPerAddress: 1,
      upgradesPerAddressBurst: 4,
      shedAboveLoopDelayMs: 100,
    },
    now: () => now,
    countsConnections: true,
    loopDelayMs: () => delayMs,
  });
afterEach(() => budgets.stop());

const statusOf = (work: () => unknown): [number, string | undefined] => {
  try {
    work();
    return [200, undefined];
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return [fault.status, fault.headers["Retry-After"]];
  }
};

it("places: an address has its own few, all together have theirs, and each is given back once", () => {
  budgets = make();
  const leave = [0, 1, 2].map(() => budgets.enter("a"));
  expect(statusOf(() => budgets.enter("a"))).toEqual([429, "1"]);
  budgets.enter("b");
  budgets.enter("c");
  expect(statusOf(() => budgets.enter("d"))).toEqual([503, "3"]);
  leave[0]?.();
  leave[0]?.();
  budgets.enter("d");
  expect(statusOf(() => budgets.enter("e"))).toEqual([503, "3"]);
});

it("a rate: a burst, then so many a second, told when to come back, for that address alone", () => {
  budgets = make();
  for (let count = 0; count < 20; count += 1) budgets.spend("page", "a");
  expect(statusOf(() => budgets.spend("page", "a"))).toEqual([429, "1"]);
  expect(statusOf(() => budgets.spend("page", "b"))).toEqual([200, undefined]);
  expect(statusOf(() => budgets.spend("call", "a"))).toEqual([200, undefined]);
  now += 1_000;
  expect([0, 1, 2].map(() => statusOf(() => budgets.spend("page", "a"))[0])).toEqual([200, 200, 429]);
});

it("connections: too many of one address are dropped, and closed ones are forgotten", () => {
  budgets = make();
  const socket = (remoteAddress: string) =>
    Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;
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

it("a late event loop lets nothing new in", () => {
  budgets = make();
  delayMs = 500;
  expect([statusOf(() => budgets.enter("a")), budgets.isOverloaded()]).toEqual([[503, "3"], true]);
  delayMs = 0;
  expect([statusOf(() => budgets.enter("a"))[0], budgets.isOverloaded()]).toEqual([200, false]);
});
