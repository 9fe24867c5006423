// Effect of each socket fault on a run of messages.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FaultRule } from "../../../../app/contract/trading-api/faults.ts";
import { FaultyOutbox } from "./faulty-outbox.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends messages 1 to 5; the fault applies to the third. */
function run(rule: FaultRule) {
  const sent: string[] = [];
  const socket = {
    OPEN: 1,
    readyState: 1,
    send: (message: string) => sent.push(message),
    terminate: vi.fn(() => {
      socket.readyState = 3;
    }),
  };
  let count = 0;
  const outbox = new FaultyOutbox(socket as never, () => {
    count += 1;
    return count === 3 ? rule : null;
  });
  for (const message of ["1", "2", "3", "4", "5"]) outbox.send(message);
  return { sent, socket };
}

it.each<[FaultRule, string]>([
  [{ fault: "gap" }, "1245"],
  [{ fault: "gap", messages: 2 }, "125"],
  [{ fault: "duplicate" }, "123345"],
  [{ fault: "out-of-order" }, "12435"],
  [{ fault: "freeze" }, "1245"],
  [{ fault: "disconnect" }, "12"],
])("with fault %j on message 3, messages 1 to 5 arrive in the sequence %s", (rule, wanted) => {
  const { sent, socket } = run(rule);
  expect(sent.join("")).toBe(wanted);
  expect(socket.terminate).toHaveBeenCalledTimes(rule.fault === "disconnect" ? 1 : 0);
});

it("sends a stale message late, or never if the socket is closed by then", () => {
  const { sent } = run({ fault: "stale", ms: 50 });
  expect(sent.join("")).toBe("1245");
  vi.advanceTimersByTime(50);
  expect(sent.join("")).toBe("12453");
  const late = run({ fault: "stale", ms: 50 });
  late.socket.readyState = 3;
  vi.advanceTimersByTime(50);
  expect(late.sent.join("")).toBe("1245");
});

it("delays at most 1,000 stale messages and sends further ones immediately", () => {
  const sent: string[] = [];
  const socket = { OPEN: 1, readyState: 1, send: (message: string) => sent.push(message) };
  const outbox = new FaultyOutbox(socket as never, () => ({ fault: "stale", ms: 50 }));
  for (let count = 0; count < 1_002; count += 1) outbox.send(String(count));
  expect(sent).toEqual(["1000", "1001"]);
  vi.advanceTimersByTime(50);
  expect(sent).toHaveLength(1_002);
  outbox.send("late");
  expect(sent).not.toContain("late");
});
