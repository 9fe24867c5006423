// The price feeds of a provider. Their order determines the order of their rows in messages to viewers, so new feeds
// are added at the end.
import { DEPTH_FEED } from "./depth.ts";
import type { FeedDefinition } from "./feed-definition.ts";
import { MARKET_FEED } from "./market.ts";

export const FEEDS = [MARKET_FEED, DEPTH_FEED] as const satisfies readonly FeedDefinition[];
export type FeedName = (typeof FEEDS)[number]["name"];

/** Calls `make` for each feed definition and returns the results by the feed's name. */
export function perFeed<Made>(make: (definition: (typeof FEEDS)[number]) => Made): Record<FeedName, Made> {
  return Object.fromEntries(FEEDS.map((definition) => [definition.name, make(definition)])) as Record<
    FeedName,
    Made
  >;
}
