// The price feeds of a provider. Their order is the order of their rows in messages to viewers, so a further feed is added at the end.
import { DEPTH_FEED } from "./depth.ts";
import type { FeedDefinition } from "./feed-definition.ts";
import { MARKET_FEED } from "./market.ts";

export const FEEDS = [MARKET_FEED, DEPTH_FEED] as const satisfies readonly FeedDefinition[];
export type FeedName = (typeof FEEDS)[number]["name"];

/** Returns one value for each feed, by its name. */
export function perFeed<Made>(make: (definition: (typeof FEEDS)[number]) => Made): Record<FeedName, Made> {
  return Object.fromEntries(FEEDS.map((definition) => [definition.name, make(definition)])) as Record<
    FeedName,
    Made
  >;
}
