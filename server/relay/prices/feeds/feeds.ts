// The price feeds there are, by the name under which replicas, metrics and settings know them.
import { DEPTH_FEED } from "./depth.ts";
import { MARKET_FEED } from "./market.ts";
import type { PriceFeed } from "./price-feed.ts";

export const FEEDS = { market: MARKET_FEED, depth: DEPTH_FEED } as const satisfies Record<string, PriceFeed>;
export type FeedKind = keyof typeof FEEDS;
export const FEED_KINDS = Object.keys(FEEDS) as FeedKind[];

/** A value for each feed. */
export function perFeed<Made>(make: (kind: FeedKind) => Made): Record<FeedKind, Made> {
  return Object.fromEntries(FEED_KINDS.map((kind) => [kind, make(kind)])) as Record<FeedKind, Made>;
}

/** A feed's record with any type of packet. */
export function feedOf(kind: FeedKind): PriceFeed {
  return FEEDS[kind];
}
