import { afterEach, describe, expect, it, vi } from "vitest";
import { FairQueue, type JobResult, type QueueLimits } from "./fair-queue.ts";

const LIMITS: QueueLimits = {
  inFlightPerAccount: 2,
  inFlightTotal: 4,
  waitingPerAccount: 10,
  waitingTotal: 20,
};
const DONE: JobResult = { kind: "done" };
let queue: FairQueue<string>;
afterEach(() => {
  queue.close();
  vi.useRealTimers();
});

/** Creates a queue whose jobs run until the test finishes them by name. */
function open(limits: Partial<QueueLimits> = {}) {
  const started: string[] = [];
  const dropped: string[] = [];
  const running = new Map<string, (next: JobResult) => void>();
  queue = new FairQueue<string>({
    limits: { ...LIMITS, ...limits },
    run: (job) => {
      started.push(job);
      return new Promise((resolve) => running.set(job, resolve));
    },
    onDropped: (job) => dropped.push(job),
  });
  const finish = async (job: string, next: JobResult = DONE) => {
    running.get(job)?.(next);
    running.delete(job);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { started, dropped, running, finish };
}
const add = (account: string, count: number) => {
  for (let index = 1; index <= count; index += 1) queue.add(account, `${account}${index}`);
};

it("runs at most two jobs of an account at a time, and serves accounts in turn", async () => {
  const { started, finish } = open({ inFlightTotal: 1 });
  add("a", 4);
  add("b", 2);
  add("c", 1);
  for (let count = 0; count < 7; count += 1) await finish(started.at(-1) ?? "");
  expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  const wide = open({ inFlightTotal: 100 });
  add("a", 5);
  expect(wide.started).toEqual(["a1", "a2"]);
});

it("limits the concurrent jobs over all accounts", async () => {
  const { started, finish } = open();
  for (const account of ["a", "b", "c"]) add(account, 2);
  expect(started).toEqual(["a1", "a2", "b1", "b2"]);
  await finish("a1");
  expect(started.at(-1)).toBe("c1");
});

describe("when too many jobs wait", () => {
  it("drops further jobs of an account at its limit, and counts a paused job as waiting", async () => {
    vi.useFakeTimers();
    const { dropped, finish } = open();
    add("a", 12);
    expect([dropped, queue.room("a")]).toEqual([[], 0]);
    await finish("a1", { kind: "pause", forMs: 60_000 });
    queue.add("a", "late");
    expect(dropped).toEqual(["late"]);
    queue.add("b", "b1");
    expect(dropped).toEqual(["late"]);
  });

  it("drops jobs of the account with the most jobs in favour of other accounts", () => {
    const { dropped, started } = open({ inFlightTotal: 0 });
    add("a", 10);
    add("b", 9);
    add("c", 3);
    expect(dropped).toEqual(["a10", "a9"]);
    expect(started).toEqual([]);
  });
});

it("runs other accounts' jobs while one is paused, and preserves the job order", async () => {
  vi.useFakeTimers();
  const { started, finish } = open({ inFlightPerAccount: 1 });
  add("a", 2);
  await finish("a1", { kind: "pause", forMs: 1_000 });
  add("b", 1);
  expect(started).toEqual(["a1", "b1"]);
  vi.advanceTimersByTime(999);
  expect(started).toEqual(["a1", "b1"]);
  vi.advanceTimersByTime(1);
  expect(started).toEqual(["a1", "b1", "a1"]);
});

it("starts no job after the queue is closed", async () => {
  const { started, dropped, finish } = open({ inFlightTotal: 1 });
  add("a", 2);
  queue.close();
  await finish("a1", { kind: "pause", forMs: 1 });
  queue.add("a", "late");
  expect([started, dropped]).toEqual([["a1"], ["late"]]);
});
