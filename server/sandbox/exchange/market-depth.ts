// The order book around the last trade: bid and ask stand so that the last price lies between them, as it did when it was made. How wide
// they are and how much stands on a level goes by what the instrument trades.
import type { MarketInstrument } from "./instrument-master.ts";
import { hash } from "./seeded-noise.ts";

const BOOK_LEVELS = 20;
/** A level of the book keeps its size for this long on average. */
const LEVEL_LIFE_STEPS = 12;
/** An option's bid and ask are no further apart than this share of its price. */
const WIDEST_OPTION_SPREAD = 0.1;
/** Of a usual day's volume, what stands at the best price. */
const BEST_LEVEL_SHARE = 1 / 40_000;

export type BookLevel = { pricePaise: number; quantity: number; orders: number };
export type Book = { bids: BookLevel[]; asks: BookLevel[] };

/** Width between bid and ask in ticks, at least one. */
export function spreadAt(instrument: MarketInstrument, lastPaise: number): number {
  const { spreadTicks, tickPaise, option } = instrument;
  const usual = Math.max(1, spreadTicks);
  if (option === null) return usual;
  return Math.max(1, Math.min(usual, Math.round((lastPaise * WIDEST_OPTION_SPREAD) / tickPaise)));
}

/** Twenty levels each way, or fewer where a price would be nothing. */
export function bookAround(options: {
  instrument: MarketInstrument;
  tickPaise: number;
  lastPaise: number;
  seed: number;
  step: number;
}): Book {
  const { instrument, tickPaise, lastPaise, seed, step } = options;
  const { lotSize, dayVolume } = instrument;
  const last = Math.round(lastPaise / tickPaise);
  const spread = spreadAt(instrument, lastPaise);
  const below = Math.min(
    last - 1,
    Math.floor(spread / 2) + (spread % 2 === 1 && (hash(seed, last, 5) & 1) === 1 ? 1 : 0),
  );
  const bestBid = last - below;
  const bestAsk = bestBid + spread;
  const apart = Math.max(1, Math.round(spread / 2));
  const typical = Math.max(1, Math.round((dayVolume * BEST_LEVEL_SHARE) / lotSize));
  const side = (best: number, direction: 1 | -1): BookLevel[] => {
    const levels: BookLevel[] = [];
    for (let level = 0; level < BOOK_LEVELS; level += 1) {
      const ticks = best + direction * level * apart;
      if (ticks <= 0) break;
      const life = Math.floor((step + (hash(seed, ticks, 17) % LEVEL_LIFE_STEPS)) / LEVEL_LIFE_STEPS);
      const draw = hash(seed, ticks * direction, life);
      const lots = 1 + Math.floor(typical * (0.3 + level * 0.12) * (0.3 + 1.4 * ((draw & 0xffff) / 65_536)));
      levels.push({
        pricePaise: ticks * tickPaise,
        quantity: lots * lotSize,
        orders: Math.max(1, Math.min(lots, 1 + ((draw >>> 16) % 24))),
      });
    }
    return levels;
  };
  return { bids: side(bestBid, -1), asks: side(bestAsk, 1) };
}
