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
      requestsInFlight: 6,
      requestsInFlightPerAddress: 3,
      requestsReserved: 1,
      bodiesArriving: 3,
      bodiesArrivingPerAddress: 2,
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

it("reserved places: money routes of signed-in clients work while the others are refused", () => {
  budgets = make();
  for (const address of ["a", "a", "b", "b", "c"]) budgets.enter(address);
  expect(statusOf(() => budgets.enter("d"))).toEqual([503, "3"]);
  expect(budgets.isOverloaded()).toBe(true);
  delayMs = 200;
  expect(statusOf(() => budgets.enter("d", true))[0]).toBe(200);
  expect(statusOf(() => budgets.enter("e", true))[0]).toBe(503);
  delayMs = 0;
});

it("arriving bodies are counted per address and in all, and hold no place", () => {
  budgets = make();
  const end = budgets.receive("a");
  budgets.receive("a");
  expect(statusOf(() => budgets.receive("a"))).toEqual([429, "1"]);
  budgets.receive("b");
  expect(statusOf(() => budgets.receive("c"))).toEqual([503, "3"]);
  expect(budgets.isOverloaded()).toBe(false);
  end();
  end();
  expect(statusOf(() => budgets.receive("a"))[0]).toBe(200);
});
