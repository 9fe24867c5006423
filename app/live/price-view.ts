// Converts the relay's snapshot to the values on a page: price, change, time and state of each instrument.
import type { PriceSnapshot, Prices } from "../context.ts";
import { type DepthRow, depthStateName, type PriceState, type SparkRow } from "../contract/live/live.ts";
import { nullIfRefused } from "../contract/site/fault.ts";
import { INDEX_NAMES } from "../domain/index-names.ts";
import type { Session } from "../domain/market-sessions.ts";

export type PriceView = {
  key: string;
  name: string;
  ltp: number;
  ltt: number;
  high: number;
  low: number;
  previousClose: number;
  spark: SparkRow | null;
  state: PriceState;
  reason: string;
};

export type LiveView = {
  /** Time of the snapshot, epoch ms. */
  at: number;
  prices: PriceView[];
  ladders: DepthRow[];
  /** State of the order book of the requested instrument. */
  depthState: { state: PriceState; reason: string };
};

export type NamedInstrument = { key: string; name: string };

const NO_STATE: [PriceState, number, string] = [
  "unavailable",
  0,
  "the price service has not been reached yet",
];

export function priceKey(instrument: { exchangeSegment: string; securityId: string }): string {
  return `${instrument.exchangeSegment}:${instrument.securityId}`;
}

export function segmentFromKey(key: string): string {
  return key.slice(0, key.indexOf(":"));
}

/** Returns one price per instrument, in the order of `named`. If an instrument has no price, its values are zero. */
export function liveView(
  snapshot: PriceSnapshot,
  named: readonly NamedInstrument[],
  depthKey = "",
): LiveView {
  const [, , at, rows, ladders, states, sparks] = snapshot;
  const byKey = new Map(rows.map((row) => [row[0], row]));
  const sparkByKey = new Map(sparks.map((spark) => [spark[0], spark]));
  const [depthState, , depthReason] = states[depthStateName(depthKey)] ?? NO_STATE;
  return {
    at,
    ladders,
    depthState: { state: depthState, reason: depthReason },
    prices: named.map(({ key, name }) => {
      const [state, , reason] = states[segmentFromKey(key)] ?? NO_STATE;
      const row = byKey.get(key);
      const [, ltp = 0, ltt = 0, , unconfirmed = 0, high = 0, low = 0, , previousClose = 0] = row ?? [];
      const isUnconfirmed = state === "live" && (unconfirmed === 1 || ltp === 0);
      return {
        key,
        name,
        ltp,
        ltt,
        high,
        low,
        previousClose,
        spark: sparkByKey.get(key) ?? null,
        state: isUnconfirmed ? "delayed" : state,
        reason: isUnconfirmed ? "waiting for its first price" : reason,
      };
    }),
  };
}

/** Loads prices for a page. Null if they are unavailable, which does not make the page fail. */
export async function loadPrices(
  prices: Prices | null | undefined,
  channels: readonly string[],
): Promise<PriceSnapshot | null> {
  return prices ? prices.snapshot(channels).catch(nullIfRefused) : null;
}

export type StripView = { view: LiveView; session: Session };

export async function stripView(prices: Prices | null | undefined): Promise<StripView | null> {
  const snapshot = await loadPrices(prices, ["strip"]);
  if (snapshot === null || !prices) return null;
  const named = prices.strip.map((key) => ({ key, name: INDEX_NAMES[key] ?? key }));
  return { view: liveView(snapshot, named), session: prices.session("NSE_EQ") };
}

/** Limits the cache time of a page with prices to two seconds. */
export const LIVE_PAGE_HEADERS = { "X-Fresh-Seconds": "2" };
/** Limits the cache time of a page that waits for records. */
export const COMPUTING_HEADERS = { "X-Fresh-Seconds": "1" };
