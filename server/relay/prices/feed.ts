// A feed of a running relay: its definition, its connections, its last values, and the instruments that viewers watch.
import { isTrading } from "../../../app/domain/market-sessions.ts";
import { dialFeed } from "../reconnecting-socket.ts";
import type { FeedDefinition, FeedTarget } from "./feeds/feed-definition.ts";
import { Interest } from "./interest.ts";
import type { LastValues, ValuesContext } from "./last-values.ts";
import type { Sessions } from "./price-states.ts";
import type { RelayOptions } from "./relay.ts";
import { UpstreamFeed } from "./upstream-feed.ts";

export type FeedSource = {
  definition: FeedDefinition;
  /**
   * Returns the addresses in order of preference; called before every connection attempt. Null if this feed is not
   * used.
   */
  urls: (() => readonly string[]) | null;
  /** Instruments that are always subscribed. Silence of these instruments during trading hours indicates a fault. */
  canaries: readonly string[];
};

export type Feed = {
  definition: FeedDefinition;
  values: LastValues;
  upstream: UpstreamFeed;
  interest: Interest;
};

/** Keys of the instruments that a channel contains from one feed. */
export type FeedKeys = { feed: Feed; keys: readonly string[] };

/** Events of a feed that are logged at the level warning. */
const WARNINGS = new Set(["suspected", "closed", "refused"]);

export function openFeed(
  { definition, urls, canaries }: FeedSource,
  options: RelayOptions,
  context: ValuesContext,
  sessions: Sessions,
  onKeysRequested: (feed: Feed, keys: ReadonlySet<string>) => void,
): Feed {
  const { clock, counters } = context;
  const values = definition.createValues(context);
  const upstream = new UpstreamFeed({
    definition,
    values,
    clock,
    counters,
    random: options.random ?? Math.random,
    dial: options.dial ?? dialFeed,
    limits: options.limits,
    canaries,
    target(attempt): FeedTarget | null {
      const all = urls?.() ?? [];
      const url = all[attempt % Math.max(1, all.length)];
      const login = options.login();
      return url === undefined || login === null ? null : { url, login };
    },
    isTrading: (segment) => isTrading(sessions.of(segment)),
    onEvent: (event, detail) =>
      options.onEvent({
        level: WARNINGS.has(event) ? "warn" : "info",
        message: `${definition.name} feed ${event}`,
        detail,
      }),
  });
  const interest = new Interest({
    clock,
    lingerMs: options.limits.interestLingerMs,
    onChange: (keys) => onKeysRequested(feed, keys),
  });
  const feed = { definition, values, upstream, interest };
  return feed;
}

/** Calls `make` for each running feed and returns the results by the feed's name. */
export function mapByFeedName<Made>(
  feeds: readonly Feed[],
  make: (feed: Feed) => Made,
): Record<string, Made> {
  return Object.fromEntries(feeds.map((feed) => [feed.definition.name, make(feed)]));
}

/** Merges the instruments of several channels. Each list in the result is sorted. */
export function mergeFeedKeys(
  feeds: readonly Feed[],
  contents: readonly (readonly FeedKeys[])[],
): FeedKeys[] {
  const all = contents.flat();
  return feeds.map((feed) => {
    const keys = all.filter((one) => one.feed === feed).flatMap((one) => one.keys);
    return { feed, keys: [...new Set(keys)].sort() };
  });
}
