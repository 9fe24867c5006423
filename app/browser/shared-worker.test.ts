import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { QuoteRow, SparkRow } from "../contract/live/live.ts";
import { CHANNELS_MAX, snapshotMessage } from "../contract/live/live.ts";
import type { LineMessage } from "./connection.ts";

const line = vi.hoisted(() => ({ receive: (_: unknown) => {}, watched: [] as string[] }));
vi.mock("./connection.ts", () => ({
  Connection: class {
    constructor(receive: (message: unknown) => void) {
      line.receive = receive;
    }
    watch(channels: string[]) {
      line.watched = channels;
    }
    show() {}
  },
}));

type Port = { onmessage: (event: { data: unknown }) => void; postMessage: (message: LineMessage) => void };

/** Opens a tab and returns the messages that the worker sends it. */
function openTab(channel = "instrument:b", isVisible = true): LineMessage[] {
  const received: LineMessage[] = [];
  const port = {
    start: () => {},
    postMessage: (message: LineMessage) => received.push(message),
  } as unknown as Port;
  (self as unknown as { onconnect: (event: unknown) => void }).onconnect({ ports: [port] });
  port.onmessage({ data: { channels: [channel], isVisible } });
  return received;
}
const state = (key: string) => {
  const quote: QuoteRow = [key, 100, 1, 1, 0];
  const spark: SparkRow = [key, 0, 60_000, 100];
  return snapshotMessage(1, 1, [[quote], []], {}, [spark]);
};

beforeAll(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("self", {});
  await import("./shared-worker.ts");
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("evicts cached instruments that the latest snapshot does not contain", () => {
  line.receive(state("NSE_EQ:a"));
  line.receive(state("NSE_EQ:b"));
  const [, snapshot] = openTab();
  expect(snapshot).toEqual(["s", 0, 0, [["NSE_EQ:b", 100, 1, 1, 0]], [], {}, [["NSE_EQ:b", 0, 60_000, 100]]]);
});

it("evicts all cached instruments when the relay sends no more prices", () => {
  line.receive(state("NSE_EQ:a"));
  line.receive(["e", "full", ""]);
  expect(openTab()).toEqual([["way", "socket"]]);
});

it("subscribes to the channels of visible tabs first if the limit is exceeded", () => {
  for (let count = 0; count < 21; count += 1) openTab(`instrument:${count}`, false);
  openTab("instrument:visible");
  expect(line.watched).toHaveLength(CHANNELS_MAX);
  expect(line.watched).toContain("instrument:visible");
});
