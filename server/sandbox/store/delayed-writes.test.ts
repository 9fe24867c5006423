import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openMemoryDatabase, type SandboxDatabase } from "./database.ts";
import { DelayedWrites } from "./delayed-writes.ts";

let db: SandboxDatabase;
beforeEach(() => {
  vi.useFakeTimers();
  db = openMemoryDatabase();
});
afterEach(() => {
  vi.useRealTimers();
  if (db.open) db.close();
});

it("writes a batch after the delay, with the latest change of each key", () => {
  const write = vi.fn();
  const writes = new DelayedWrites<string>({ db, afterMs: 500, write, onFault: vi.fn() });
  writes.add("a1", "a");
  writes.add("b", "b");
  writes.add("a2", "a");
  expect(writes.pending("a")).toBe("a2");
  vi.advanceTimersByTime(499);
  expect(write).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(write.mock.calls).toEqual([[["a2", "b"]]]);
  expect(writes.pending("a")).toBeUndefined();
});

it("retains the changes of a failed write, and drops the older half above the limit", () => {
  const written: number[][] = [];
  const onFault = vi.fn();
  let isFull = true;
  const writes = new DelayedWrites<number>({
    db,
    afterMs: 500,
    atMost: 4,
    onFault,
    write: (changes) => {
      if (isFull) throw new Error("ENOSPC");
      written.push([...changes]);
    },
  });
  for (const change of [1, 2, 3, 4]) writes.add(change);
  vi.advanceTimersByTime(500);
  expect(onFault).toHaveBeenCalledOnce();
  writes.add(5);
  isFull = false;
  writes.flush();
  expect(written).toEqual([[4, 5]]);
});

it("writes nothing to a closed store", () => {
  const write = vi.fn();
  const writes = new DelayedWrites<number>({ db, afterMs: 500, write, onFault: vi.fn() });
  writes.add(1);
  db.close();
  writes.flush();
  expect(write).not.toHaveBeenCalled();
});
