// What a channel's name stands for. Names come from the server's own pages; the instruments behind an algo's channel come
// from the base API and are looked up again while somebody watches, since the contract at the money changes.
import { LRUCache } from "lru-cache";
import { CARDS_CHANNEL, DEPTH_SEGMENTS, STRIP_CHANNEL } from "../../app/wire/live.ts";
import { type Instrument, idSchema } from "../../app/wire/strategy.ts";
import { instrumentKey } from "../protocol/segments.ts";
import type { Clock } from "./clock.ts";

export type ChannelContent = {
  /** Keys of the market feed, sorted. */
  instruments: readonly string[];
  /** Keys of the depth feed. */
  ladders: readonly string[];
};

export type InstrumentSource = {
  /** What a strategy watches and would trade now; null when there is no such strategy. Throws when it cannot be known. */
  ofStrategy(id: string): Promise<Instrument[] | null>;
  /** The main instrument of every listed strategy. */
  ofCards(): Promise<Instrument[]>;
};

const DEPTH_NAME = /^depth:([a-z0-9-]{1,80}):([A-Z_]{1,12}:\d{1,10})$/;
const NOTHING: ChannelContent = { instruments: [], ladders: [] };

type Known = { instruments: Instrument[]; at: number };

export class ChannelDirectory {
  readonly #source: InstrumentSource;
  readonly #clock: Clock;
  readonly #strip: readonly string[];
  readonly #freshMs: number;
  readonly #known: LRUCache<string, Known>;
  readonly #asking = new Map<string, Promise<Instrument[] | null>>();

  constructor(options: {
    source: InstrumentSource;
    clock: Clock;
    strip: readonly string[];
    freshMs: number;
    entries: number;
  }) {
    this.#source = options.source;
    this.#clock = options.clock;
    this.#strip = options.strip;
    this.#freshMs = options.freshMs;
    this.#known = new LRUCache({ max: options.entries });
  }

  /** Null for a name that stands for nothing. Throws when the base API cannot say and nothing older is known. */
  async resolve(name: string): Promise<ChannelContent | null> {
    if (name === STRIP_CHANNEL) return { ...NOTHING, instruments: [...this.#strip].sort() };
    if (name === CARDS_CHANNEL) {
      const cards = await this.#instruments(name, () => this.#source.ofCards());
      return cards === null ? null : { ...NOTHING, instruments: keysOf(cards) };
    }
    if (name.startsWith("algo:")) {
      const instruments = await this.instrumentsOf(name.slice(5));
      return instruments === null ? null : { ...NOTHING, instruments: keysOf(instruments) };
    }
    const depth = DEPTH_NAME.exec(name);
    if (depth === null) return null;
    const [, id = "", key = ""] = depth;
    const instruments = await this.instrumentsOf(id);
    const isTheirs = instruments !== null && keysOf(instruments).includes(key);
    const hasDepth = DEPTH_SEGMENTS.includes(key.split(":")[0] ?? "");
    return isTheirs && hasDepth ? { instruments: [key], ladders: [key] } : null;
  }

  async instrumentsOf(strategyId: string): Promise<Instrument[] | null> {
    if (!idSchema.safeParse(strategyId).success) return null;
    return this.#instruments(`algo:${strategyId}`, () => this.#source.ofStrategy(strategyId));
  }

  async #instruments(name: string, ask: () => Promise<Instrument[] | null>): Promise<Instrument[] | null> {
    const known = this.#known.get(name);
    if (known !== undefined && this.#clock.mono() - known.at < this.#freshMs) return known.instruments;
    let asking = this.#asking.get(name);
    if (asking === undefined) {
      asking = ask()
        .then((instruments) => {
          if (instruments !== null) this.#known.set(name, { instruments, at: this.#clock.mono() });
          return instruments;
        })
        .finally(() => this.#asking.delete(name));
      this.#asking.set(name, asking);
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
