// The worker's cache: a new tab receives only the rows of the last complete state.
import { expect, it, vi } from "vitest";
import type { QuoteRow, SparkRow } from "../contract/live/live.ts";
import { snapshotMessage } from "../contract/live/live.ts";
import type { LineMessage } from "./connection.ts";

const line = vi.hoisted(() => ({ receive: (_: unknown) => {} }));
vi.mock("./connection.ts", () => ({
  Connection: class {
    constructor(receive: (message: unknown) => void) {
      line.receive = receive;
    }
    watch() {}
    show() {}
  },
}));

type Port = { onmessage: (event: { data: unknown }) => void; postMessage: (message: LineMessage) => void };

/** Opens a tab and returns the messages that the worker sends it. */
function openTab(): LineMessage[] {
  const received: LineMessage[] = [];
  const port = {
    start: () => {},
    postMessage: (message: LineMessage) => received.push(message),
  } as unknown as Port;
  (self as unknown as { onconnect: (event: unknown) => void }).onconnect({ ports: [port] });
  port.onmessage({ data: { channels: ["instrument:b"], isVisible: true } });
  return received;
}
const state = (key: string) => {
  const quote: QuoteRow = [key, 100, 1, 1, 0];
  const spark: SparkRow = [key, 0, 60_000, 100];
  return snapshotMessage(1, 1, [[quote], []], {}, [spark]);
};

it("evicts cached instruments that the latest snapshot does not contain", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("self", {});
  try {
    await import("./shared-worker.ts");
    line.receive(state("NSE_EQ:a"));
    line.receive(state("NSE_EQ:b"));
    const [, snapshot] = openTab();
    expect(snapshot).toEqual([
      "s",
      0,
      0,
      [["NSE_EQ:b", 100, 1, 1, 0]],
      [],
      {},
      [["NSE_EQ:b", 0, 60_000, 100]],
    ]);
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});
