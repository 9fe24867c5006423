// Protocol between the relay and the browsers that show live prices: addresses, messages and price states. Messages are
// JSON arrays in text frames. Prices are whole paise, times epoch ms. Browser scripts contain this file, so it must
// stay small.

export const LIVE_PATH = "/live";
export const LIVE_SSE_PATH = "/live/sse";
export const LIVE_POLL_PATH = "/live/poll";
export const LIVE_SUBPROTOCOL = "algo.v1";
export const CHANNELS_MAX = 20;
export const CHANNEL_CHARS_MAX = 160;

const RECONNECT_FIRST_MS = 1_000;
const RECONNECT_MAX_MS = 20_000;
const RECONNECT_FLOOR_MS = 500;

/**
 * Returns the pause before a reconnect, in ms. Full jitter spreads the reconnects of viewers who were disconnected at
 * the same time. `random` is in [0, 1).
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  const ceiling = Math.min(RECONNECT_MAX_MS, RECONNECT_FIRST_MS * 2 ** Math.min(attempt, 10));
  return RECONNECT_FLOOR_MS + random * (ceiling - RECONNECT_FLOOR_MS);
}

export type PriceState = "live" | "delayed" | "stale" | "closed" | "unavailable";

/** Maximum age of the newest packet during trading hours for the states "live" and "delayed", in ms. */
export const LIVE_WITHIN_MS = 2_000;
export const DELAYED_WITHIN_MS = 15_000;
/** Interval between heartbeats, and time without a message after which a browser reconnects, in ms. */
export const HEARTBEAT_MS = 5_000;
export const HEARTBEAT_LATE_MS = 7_000;
/** Delay of a frame above which the browser no longer labels its prices as live, in ms. */
export const FRAME_LATE_MS = 2_500;

/**
 * Price state of each segment, and of the depth feed under the keys "depth" (shares) and "depth_fno" (derivatives,
 * whose trading hours differ): the state, its start in epoch ms, and its reason.
 */
export type StateTable = Record<string, [state: PriceState, since: number, reason: string]>;

/**
 * Quote of an instrument such as "NSE_EQ:1333". `unconfirmed` is 1 after a reconnect until the feed sends a new price.
 * Snapshots contain all values. Updates omit `high` and all values after it if none of them has changed.
 */
export type QuoteRow = [
  key: string,
  ltp: number,
  ltt: number,
  volume: number,
  unconfirmed: 0 | 1,
  high?: number,
  low?: number,
  open?: number,
  previousClose?: number,
];
export type LadderRow = [price: number, quantity: number, orders: number];
export type DepthRow = [key: string, receivedAt: number, bids: LadderRow[], asks: LadderRow[]];

/** Price curve of a session, with one price every `every` ms, oldest first. */
export type SparkRow = [key: string, from: number, every: number, ...paise: number[]];

export type FeedRow = [key: string, ...values: unknown[]];

/**
 * A complete snapshot. Rows of additional feeds are appended in the feeds' order, so that older pages can ignore them.
 */
export type Snapshot = [
  "s",
  seq: number,
  now: number,
  QuoteRow[],
  DepthRow[],
  StateTable,
  SparkRow[],
  ...further: FeedRow[][],
];
/** Changes since the previous frame. Rows of additional feeds are appended in the feeds' order. */
export type Update = [
  "q",
  previous: number,
  seq: number,
  now: number,
  QuoteRow[],
  DepthRow[],
  ...further: FeedRow[][],
];

export type ServerMessage =
  | ["h", { sid: string; flush: number; hb: number; now: number }]
  | Snapshot
  | Update
  | ["st", now: number, StateTable]
  | ["hb", now: number]
  | ["e", code: string, message: string]
  | ["x", minMs: number, maxMs: number];

/** True if the relay sends no prices after this message until the next snapshot. */
export function endsPrices(message: readonly unknown[]): boolean {
  return message[0] === "e" && (message[1] === "full" || message[1] === "paused");
}

/** Builds a snapshot. `rows` has one list per feed, in the order of the feeds. */
export function snapshotMessage(
  seq: number,
  now: number,
  rows: readonly FeedRow[][],
  states: StateTable,
  sparks: SparkRow[],
): Snapshot {
  return ["s", seq, now, ...rows.slice(0, 2), states, sparks, ...rows.slice(2)] as Snapshot;
}

/** Returns a message's rows, one list per feed, in the order of the feeds. */
export function messageRows(message: Snapshot | Update): FeedRow[][] {
  const rows = message[0] === "q" ? message.slice(4) : [...message.slice(3, 5), ...message.slice(7)];
  return rows as FeedRow[][];
}

/** Fills the omitted trailing values of a row from the previous row. */
export function mergeRow(before: FeedRow | undefined, row: FeedRow): FeedRow {
  return [...row, ...(before?.slice(row.length) ?? [])];
}

export type ClientMessage = ["sub", channels: string[]] | ["a", seq: number] | ["v", visible: 0 | 1] | ["r"];

/** Segments whose instruments have market depth. */
export const DEPTH_SEGMENTS: readonly string[] = ["NSE_EQ", "NSE_FNO"];

/** Returns the name of the state of an instrument's order book. */
export function depthStateName(key: string): string {
  return key.startsWith("NSE_FNO:") ? "depth_fno" : "depth";
}

/**
 * Only the server chooses the names of channels. An instrument's channel contains its price and, if available, its
 * order book.
 */
export const STRIP_CHANNEL = "strip";
export function algoChannel(strategyId: string): string {
  return `algo:${strategyId}`;
}
export function depthChannel(strategyId: string, key: string): string {
  return `depth:${strategyId}:${key}`;
}
export function instrumentChannel(key: string): string {
  return `instrument:${key}`;
}

export const PRICE_STATE_LABELS: Record<PriceState, string> = {
  live: "Live",
  delayed: "Delayed",
  stale: "Stale",
  closed: "Market closed",
  unavailable: "Not available",
};
