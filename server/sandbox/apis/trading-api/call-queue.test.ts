// The queue of calls: waiting writes share a transaction, each has its own result, and no response is sent before
// the commit.
import { expect, it } from "vitest";
import { CALL_QUEUE_LIMITS, CallQueue } from "./call-queue.ts";
import { ApiFault } from "./fault.ts";

function rig() {
  const log: string[] = [];
  const state = { fails: false };
  const queue = new CallQueue((work) => {
    log.push("begin");
    work();
    if (state.fails) throw new Error("no space");
    log.push("commit");
  });
  return { log, state, queue };
}

it("commits waiting writes together, and returns each result after the commit", async () => {
  const { log, queue } = rig();
  const results = await Promise.allSettled(
    [1, 2, 3].map(async (number) => {
      const value = await queue.write(() => {
        log.push(`work ${number}`);
        if (number === 2) throw new Error("refused");
        return number;
      });
      log.push(`answer ${value}`);
      return value;
    }),
  );
  expect(results.map((one) => (one.status === "fulfilled" ? one.value : one.reason.message))).toEqual([
    1,
    "refused",
    3,
  ]);
  expect(log).toEqual(["begin", "work 1", "work 2", "work 3", "commit", "answer 1", "answer 3"]);
});

it("rejects every write of a transaction that fails to commit", async () => {
  const { state, queue } = rig();
  state.fails = true;
  const results = await Promise.allSettled([queue.write(() => 1), queue.write(() => 2)]);
  expect(results.map((one) => one.status === "rejected" && one.reason.message)).toEqual([
    "no space",
    "no space",
  ]);
  state.fails = false;
  expect(await queue.write(() => 3)).toBe(3);
});

it("ends a shared transaction after its time limit, so that waiting reads are served", async () => {
  const { log, queue } = rig();
  const busy = () => {
    const until = performance.now() + CALL_QUEUE_LIMITS.sharedTransactionMs / 2;
    while (performance.now() < until);
  };
  const writes = () => Array.from({ length: 3 }, () => queue.write(busy));
  const first = writes();
  const read = queue.waitForTurn().then(() => log.push("read"));
  await Promise.all([...first, read, ...writes()]);
  expect(log.filter((line) => line === "begin").length).toBeGreaterThan(1);
  expect(log.indexOf("read")).toBeLessThan(log.lastIndexOf("begin"));
});

it("throws an ApiFault if the maximum number of calls is waiting", async () => {
  const { queue } = rig();
  const waiting = Array.from({ length: CALL_QUEUE_LIMITS.waitingAtMost }, () => queue.waitForTurn());
  expect(() => queue.write(() => 0)).toThrow(ApiFault);
  expect(() => queue.waitForTurn()).toThrow(ApiFault);
  await Promise.all(waiting);
});
