// One connection to the relay for all tabs of a browser. It watches the channels of all tabs and counts as visible
// while any tab is visible. It caches the last values, so that a new tab receives them immediately.
import {
  CHANNELS_MAX,
  endsPrices,
  type FeedRow,
  mergeRow,
  messageRows,
  type SparkRow,
  type StateTable,
  snapshotMessage,
} from "../contract/live/live.ts";
import { Connection, type LineMessage } from "./connection.ts";

/**
 * A tab's message to the worker: its channels and visibility, or "bye" when it closes, or "hurry" to reconnect
 * immediately.
 */
export type TabMessage = { channels: string[]; isVisible: boolean } | "bye" | "hurry";

type Tab = { channels: string[]; isVisible: boolean; lastMessageAt: number };

/**
 * Time without a message after which a tab counts as closed. Browsers run timers of hidden tabs about once a minute, so
 * the limit is more than two minutes.
 */
const TAB_CLOSED_MS = 150_000;
const POLL_EVERY_MS = 30_000;

const tabs = new Map<MessagePort, Tab>();
/** Last rows by instrument, for each feed. */
const feeds: Map<string, FeedRow>[] = [];
const sparks = new Map<string, SparkRow>();
let states: StateTable = {};
let way: LineMessage = ["way", "socket"];

const connection = new Connection((message) => {
  cacheMessage(message);
  for (const port of tabs.keys()) port.postMessage(message);
});

function cacheMessage(message: LineMessage): void {
  if (message[0] === "way") way = message;
  if (message[0] === "st") states = message[2];
  if (message[0] === "s" || endsPrices(message)) {
    feeds.length = 0;
    sparks.clear();
  }
  if (message[0] === "s") {
    states = message[5];
    for (const spark of message[6]) sparks.set(spark[0], spark);
  }
  if (message[0] !== "s" && message[0] !== "q") return;
  for (const [feed, rows] of messageRows(message).entries()) {
    const stored = feeds[feed] ?? new Map<string, FeedRow>();
    feeds[feed] = stored;
    for (const row of rows) stored.set(row[0], mergeRow(stored.get(row[0]), row));
  }
}

function arrange(): void {
  // Visible tabs come first, because the number of channels is limited.
  const inOrder = [...tabs.values()].sort((one, other) => +other.isVisible - +one.isVisible);
  const channels = new Set(inOrder.flatMap((tab) => tab.channels));
  connection.watch([...channels].slice(0, CHANNELS_MAX).sort());
  connection.show(inOrder[0]?.isVisible ?? false);
}

(self as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = (event) => {
  const [port] = event.ports;
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data === "bye") tabs.delete(port);
    else if (data === "hurry") connection.reconnectNow();
    else {
      const isNew = !tabs.has(port);
      tabs.set(port, { ...data, lastMessageAt: Date.now() });
      if (isNew) port.postMessage(way);
      if (isNew && feeds.some((stored) => stored.size > 0)) {
        const rows = feeds.map((stored) => [...stored.values()]);
        port.postMessage(snapshotMessage(0, 0, rows, states, [...sparks.values()]));
      }
    }
    arrange();
  };
  port.start();
};

setInterval(() => {
  for (const [port, tab] of tabs) if (Date.now() - tab.lastMessageAt > TAB_CLOSED_MS) tabs.delete(port);
  arrange();
}, POLL_EVERY_MS);
