// The log's destination never blocks, writes complete lines, drops lines above its limit, and reports their number
// later.
import { expect, it, vi } from "vitest";
import { createLogDestination, type Sink } from "./log-destination.ts";

/** Simulates a file on a disk that can become full, or fail in the middle of a chunk. */
function disk() {
  let room = Number.POSITIVE_INFINITY;
  let text = "";
  let isClosed = false;
  const sink: Sink = {
    write(chunk, done) {
      const fits = chunk.subarray(0, Math.max(0, Math.min(room, chunk.byteLength)));
      text += fits.toString();
      room -= fits.byteLength;
      const isComplete = fits.byteLength === chunk.byteLength;
      queueMicrotask(() => done(isComplete ? null : new Error("ENOSPC"), fits.byteLength));
    },
    isClosed: () => isClosed,
  };
  return {
    sink,
    text: () => text,
    leave: (bytes: number) => {
      room = bytes;
    },
    close: () => {
      isClosed = true;
    },
  };
}

function open(target: ReturnType<typeof disk>, bufferBytes = 4_096) {
  const reports: number[] = [];
  const log = createLogDestination({
    sink: target.sink,
    bufferBytes,
    retryMs: 5,
    onRecovered: (lines) => reports.push(lines),
    now: Date.now,
  });
  return { log, reports };
}

it("writes every log line in order", async () => {
  const target = disk();
  const { log } = open(target);
  for (let line = 0; line < 100; line += 1) log.write(`${line}\n`);
  await log.flush(1_000);
  expect(target.text()).toBe(Array.from({ length: 100 }, (_, line) => `${line}\n`).join(""));
  expect(log.dropped()).toBe(0);
});

it("buffers log lines while the disk is full, and reports dropped lines once", async () => {
  const target = disk();
  const { log, reports } = open(target);
  target.leave(10);
  for (let line = 0; line < 1_000; line += 1) log.write(`line ${String(line).padStart(4, "0")}\n`);
  await vi.waitFor(() => expect(target.text()).toHaveLength(10));
  expect(log.dropped()).toBeGreaterThan(500);
  expect(reports).toEqual([]);
  target.leave(Number.POSITIVE_INFINITY);
  await vi.waitFor(() => expect(reports).toEqual([log.dropped()]));
  await log.flush(1_000);
  const lines = target.text().trimEnd().split("\n");
  // A line that was written only partly is continued, not repeated.
  expect(lines.every((line, index) => line === `line ${String(index).padStart(4, "0")}`)).toBe(true);
  expect(lines.length + log.dropped()).toBe(1_000);
});

it("drops log lines after the output pipe was closed", async () => {
  const target = disk();
  const { log } = open(target);
  target.close();
  for (let line = 0; line < 50; line += 1) log.write("x\n");
  await log.flush(1_000);
  expect(log.dropped()).toBe(50);
});

it("stops flushing log lines after the time limit if the output is not read", async () => {
  const stuck: Sink = { write: () => {}, isClosed: () => false };
  const log = createLogDestination({
    sink: stuck,
    bufferBytes: 100,
    retryMs: 5,
    onRecovered: () => {},
    now: Date.now,
  });
  log.write("a\n");
  const startedAt = Date.now();
  await log.flush(50);
  expect(Date.now() - startedAt).toBeLessThan(2_000);
});
