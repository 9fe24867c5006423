// What a channel's name stands for. Names come from the server's own pages; the instruments behind an algo's channel come
// from the base API and are looked up again while somebody watches, since the contract at the money changes. A name that stands
// for nothing is remembered for a while, so that asking for it again and again costs nobody anything.
import { LRUCache } from "lru-cache";
import { CARDS_CHANNEL, DEPTH_SEGMENTS, STRIP_CHANNEL } from "../../../app/wire/live.ts";
import { type Instrument, idSchema } from "../../../app/wire/strategy.ts";
import { instrumentKey } from "../../protocol/segments.ts";
import type { Clock } from "../clock.ts";

export type ChannelContent = {
  /** Keys of the market feed, sorted. */
  instruments: readonly string[];
  /** Keys of the depth feed. */
  ladders: readonly string[];
};

/** Who wants to know: a page of this site, which asks for algos that exist, or a viewer, who may name anything. */
export type Asker = "page" | "viewer";

export type InstrumentSource = {
  /** What a strategy watches and would trade now; null when there is no such strategy. Throws when it cannot be known. */
  ofStrategy(id: string, by: Asker): Promise<Instrument[] | null>;
  /** The main instrument of every listed strategy. */
  ofCards(by: Asker): Promise<Instrument[]>;
  /** The instrument of this key by itself; null when the provider lists none. Throws when it cannot be known. */
  ofInstrument(key: string, by: Asker): Promise<Instrument[] | null>;
};

const DEPTH_NAME = /^depth:([a-z0-9-]{1,80}):([A-Z_]{1,12}:\d{1,10})$/;
const INSTRUMENT_NAME = /^instrument:([A-Z_]{1,12}:\d{1,20})$/;
const NOTHING: ChannelContent = { instruments: [], ladders: [] };

type Known = { instruments: Instrument[]; at: number };

export class ChannelDirectory {
  readonly #source: InstrumentSource;
  readonly #clock: Clock;
  readonly #strip: readonly string[];
  readonly #freshMs: number;
  readonly #known: LRUCache<string, Known>;
  readonly #unknownForMs: number;
  /** Names that do not exist, with the monotonic time until which this is assumed. */
  readonly #unknown: LRUCache<string, number>;
  readonly #asking = new Map<string, Promise<Instrument[] | null>>();

  constructor(options: {
    source: InstrumentSource;
    clock: Clock;
    strip: readonly string[];
    freshMs: number;
    entries: number;
    unknownForMs: number;
    unknownEntries: number;
  }) {
    this.#source = options.source;
    this.#clock = options.clock;
    this.#strip = options.strip;
    this.#freshMs = options.freshMs;
    this.#known = new LRUCache({ max: options.entries });
    this.#unknownForMs = options.unknownForMs;
    this.#unknown = new LRUCache({ max: options.unknownEntries });
  }

  /** Whether the provider must be asked about a name: it was never asked, or not for a long time. */
  isNew(name: string): boolean {
    if (INSTRUMENT_NAME.test(name))
      return !this.#asking.has(`viewer ${name}`) && !this.#known.has(name) && !this.#isUnknown(name);
    const id = name.startsWith("algo:") ? name.slice(5) : DEPTH_NAME.exec(name)?.[1];
    if (id === undefined || !idSchema.safeParse(id).success) return false;
    // Viewers of the same name share one lookup.
    const isUnderWay = this.#asking.has(`viewer algo:${id}`);
    return !isUnderWay && !this.#known.has(`algo:${id}`) && !this.#isUnknown(`algo:${id}`);
  }

  /** Returns null for a name that does not exist. Throws if the base API fails and no older answer is known. */
  async resolve(name: string, by: Asker): Promise<ChannelContent | null> {
    if (name === STRIP_CHANNEL) return { ...NOTHING, instruments: [...this.#strip].sort() };
    if (name === CARDS_CHANNEL) {
      const cards = await this.#instruments(name, by, () => this.#source.ofCards(by));
      return cards === null ? null : { ...NOTHING, instruments: keysOf(cards) };
    }
    if (name.startsWith("algo:")) {
      const instruments = await this.instrumentsOf(name.slice(5), by);
      return instruments === null ? null : { ...NOTHING, instruments: keysOf(instruments) };
    }
    const own = INSTRUMENT_NAME.exec(name)?.[1];
    if (own !== undefined) {
      const found = await this.#instruments(name, by, () => this.#source.ofInstrument(own, by));
      const ladders = DEPTH_SEGMENTS.includes(own.split(":")[0] ?? "") ? [own] : [];
      return found === null ? null : { instruments: keysOf(found), ladders };
    }
    const depth = DEPTH_NAME.exec(name);
    if (depth === null) return null;
    const [, id = "", key = ""] = depth;
    const instruments = await this.instrumentsOf(id, by);
    const isTheirs = instruments !== null && keysOf(instruments).includes(key);
    const hasDepth = DEPTH_SEGMENTS.includes(key.split(":")[0] ?? "");
    return isTheirs && hasDepth ? { instruments: [key], ladders: [key] } : null;
  }

  async instrumentsOf(strategyId: string, by: Asker): Promise<Instrument[] | null> {
    if (!idSchema.safeParse(strategyId).success) return null;
    return this.#instruments(`algo:${strategyId}`, by, () => this.#source.ofStrategy(strategyId, by));
  }

  #isUnknown(name: string): boolean {
    return (this.#unknown.get(name) ?? Number.NEGATIVE_INFINITY) > this.#clock.mono();
  }

  async #instruments(
    name: string,
    by: Asker,
    ask: () => Promise<Instrument[] | null>,
  ): Promise<Instrument[] | null> {
    const known = this.#known.get(name);
    if (known !== undefined && this.#clock.mono() - known.at < this.#freshMs) return known.instruments;
    // A page asks for an algo that was found just now: that it was not there before says nothing.
    if (by === "viewer" && this.#isUnknown(name)) return null;
    // Pages and viewers have separate shares of the provider's calls, so that pages do not wait for viewers.
    const key = `${by} ${name}`;
    let asking = this.#asking.get(key);
    if (asking === undefined) {
      asking = ask()
        .then((instruments) => {
          if (instruments === null) {
            this.#known.delete(name);
            this.#unknown.set(name, this.#clock.mono() + this.#unknownForMs);
          } else {
            this.#unknown.delete(name);
            this.#known.set(name, { instruments, at: this.#clock.mono() });
          }
          return instruments;
        })
        .finally(() => this.#asking.delete(key));
      this.#asking.set(key, asking);
    }
    try {
      return await asking;
    } catch (fault) {
      if (known !== undefined) return known.instruments;
      throw fault;
    }
  }
}

function keysOf(instruments: Instrument[]): string[] {
  return [...new Set(instruments.map(instrumentKey))].sort();
}
