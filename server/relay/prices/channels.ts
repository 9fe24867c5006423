// Resolves the name of a channel to instruments of feeds. The base API returns the instruments of an algo's channel.
// They are requested again while the channel is watched, because the contract at the money changes. Unknown names are
// cached for a while, so that repeated requests cause no call.
import { LRUCache } from "lru-cache";
import { type Instrument, idSchema } from "../../../app/contract/base-api/strategy.ts";
import { STRIP_CHANNEL } from "../../../app/contract/live/live.ts";
import { instrumentKey } from "../../../app/domain/instrument-key.ts";
import type { Clock } from "../clock.ts";
import type { Feed, FeedKeys } from "./feed.ts";

/** Requester of a lookup. Pages request only existing algos, but viewers can send any name. */
export type RequestSource = "page" | "viewer";

export type InstrumentSource = {
  /**
   * Returns the instruments that a strategy watches or would trade now; null for an unknown strategy. Throws if the
   * base API fails.
   */
  ofStrategy(id: string, by: RequestSource): Promise<Instrument[] | null>;
  /** Returns the instrument of this key; null if the provider does not list it. Throws if the base API fails. */
  ofInstrument(key: string, by: RequestSource): Promise<Instrument[] | null>;
};

/** Channel of one feed and one instrument of an algo: `depth:ALGO:SEGMENT:ID`. */
const ON_DEMAND_NAME = /^([a-z]{1,20}):([a-z0-9-]{1,80}):([A-Z_]{1,12}:\d{1,10})$/;
const INSTRUMENT_NAME = /^instrument:([A-Z_]{1,12}:\d{1,20})$/;

type Known = { instruments: Instrument[]; at: number };

type DirectoryOptions = {
  feeds: readonly Feed[];
  source: InstrumentSource;
  clock: Clock;
  strip: readonly string[];
  limits: { channelFreshMs: number; channelsKnown: number; unknownForMs: number; unknownNames: number };
};

export class ChannelDirectory {
  readonly #options: DirectoryOptions;
  readonly #known: LRUCache<string, Known>;
  /** Monotonic time until which an unknown name is not looked up again. */
  readonly #unknown: LRUCache<string, number>;
  readonly #pending = new Map<string, Promise<Instrument[] | null>>();

  constructor(options: DirectoryOptions) {
    this.#options = options;
    this.#known = new LRUCache({ max: options.limits.channelsKnown });
    this.#unknown = new LRUCache({ max: options.limits.unknownNames });
  }

  /** True if resolving a name requires a call to the provider. */
  isNew(name: string): boolean {
    if (INSTRUMENT_NAME.test(name))
      return !this.#pending.has(`viewer ${name}`) && !this.#known.has(name) && !this.#isUnknown(name);
    const id = name.startsWith("algo:") ? name.slice(5) : this.#onDemand(name)?.id;
    if (id === undefined || !idSchema.safeParse(id).success) return false;
    // If a lookup of the name is pending, further viewers wait for its result.
    const isPending = this.#pending.has(`viewer algo:${id}`);
    return !isPending && !this.#known.has(`algo:${id}`) && !this.#isUnknown(`algo:${id}`);
  }

  /**
   * Returns the instruments of a channel by feed; null for an unknown name. Throws if the base API fails and no earlier
   * result is cached.
   */
  async resolve(name: string, by: RequestSource): Promise<readonly FeedKeys[] | null> {
    const { source, strip } = this.#options;
    if (name === STRIP_CHANNEL) return this.#contents([...strip].sort());
    if (name.startsWith("algo:")) {
      const instruments = await this.instrumentsOf(name.slice(5), by);
      return instruments === null ? null : this.#contents(sortedKeys(instruments));
    }
    const own = INSTRUMENT_NAME.exec(name)?.[1];
    if (own !== undefined) {
      const found = await this.#instruments(name, by, () => source.ofInstrument(own, by));
      const onDemand = this.#options.feeds.filter((feed) => isOnDemand(feed, own));
      return found === null ? null : this.#contents(sortedKeys(found), onDemand, own);
    }
    const onDemand = this.#onDemand(name);
    if (onDemand === null) return null;
    const { feed, id, key } = onDemand;
    const instruments = await this.instrumentsOf(id, by);
    const isOfAlgo = instruments !== null && sortedKeys(instruments).includes(key);
    return isOfAlgo && isOnDemand(feed, key) ? this.#contents([key], [feed], key) : null;
  }

  /** Returns `keys` for the feeds that every channel contains, and the instrument `own` for the feeds in `onDemand`. */
  #contents(keys: readonly string[], onDemand: readonly Feed[] = [], own = ""): FeedKeys[] {
    return this.#options.feeds.flatMap((feed) => {
      if (feed.definition.onDemandSegments === null) return [{ feed, keys }];
      return onDemand.includes(feed) ? [{ feed, keys: [own] }] : [];
    });
  }

  #onDemand(name: string): { feed: Feed; id: string; key: string } | null {
    const [, feedName, id = "", key = ""] = ON_DEMAND_NAME.exec(name) ?? [];
    const feed = this.#options.feeds.find(({ definition }) => definition.name === feedName);
    return feed === undefined || feed.definition.onDemandSegments === null ? null : { feed, id, key };
  }

  async instrumentsOf(strategyId: string, by: RequestSource): Promise<Instrument[] | null> {
    if (!idSchema.safeParse(strategyId).success) return null;
    return this.#instruments(`algo:${strategyId}`, by, () => this.#options.source.ofStrategy(strategyId, by));
  }

  #isUnknown(name: string): boolean {
    return (this.#unknown.get(name) ?? Number.NEGATIVE_INFINITY) > this.#options.clock.mono();
  }

  async #instruments(
    name: string,
    by: RequestSource,
    ask: () => Promise<Instrument[] | null>,
  ): Promise<Instrument[] | null> {
    const { clock, limits } = this.#options;
    const known = this.#known.get(name);
    if (known !== undefined && clock.mono() - known.at < limits.channelFreshMs) return known.instruments;
    // Ignores unknown names only for viewers. Pages request only existing algos, so such an algo was added after the
    // earlier lookup.
    if (by === "viewer" && this.#isUnknown(name)) return null;
    // Lookups of pages are separate from those of viewers, so that a page does not wait for a viewer's lookup.
    const key = `${by} ${name}`;
    let pending = this.#pending.get(key);
    if (pending === undefined) {
      pending = ask()
        .then((instruments) => {
          if (instruments === null) {
            this.#known.delete(name);
            this.#unknown.set(name, clock.mono() + limits.unknownForMs);
          } else {
            this.#unknown.delete(name);
            this.#known.set(name, { instruments, at: clock.mono() });
          }
          return instruments;
        })
        .finally(() => this.#pending.delete(key));
      this.#pending.set(key, pending);
    }
    try {
      return await pending;
    } catch (fault) {
      if (known !== undefined) return known.instruments;
      throw fault;
    }
  }
}

function sortedKeys(instruments: Instrument[]): string[] {
  return [...new Set(instruments.map(instrumentKey))].sort();
}

function isOnDemand({ definition }: Feed, key: string): boolean {
  return definition.onDemandSegments?.includes(key.slice(0, key.indexOf(":"))) === true;
}
