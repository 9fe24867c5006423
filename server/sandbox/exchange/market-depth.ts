// The order book around the last trade. The last price lies between bid and ask, as it did at the trade. The spread and
// the size of the levels depend on the instrument's volume.
import type { MarketInstrument } from "./instrument-master.ts";
import { hash } from "./seeded-noise.ts";

/** Number of levels for matching orders and for the 20-level socket. */
const BOOK_LEVELS = 20;
/** Number of levels per side that the socket `depth200` sends. */
export const DEEP_BOOK_LEVELS = 200;
/** Sizes grow with the distance from the best price up to the first of these levels, and shrink beyond the second. */
const GROWTH_LEVELS_MAX = 30;
const THINNING_FROM_LEVEL = 60;
/** Average lifetime of a level's size, in feed steps. */
const LEVEL_LIFE_STEPS = 12;
/** Largest bid-ask spread of an option as a share of its price. */
const MAX_OPTION_SPREAD = 0.1;
/** Size at the best price as a share of a typical day's volume. */
const BEST_LEVEL_SHARE = 1 / 40_000;

export type BookLevel = { pricePaise: number; quantity: number; orders: number };
export type Book = { bids: BookLevel[]; asks: BookLevel[] };

/** Returns the bid-ask spread in ticks, at least one. */
export function computeSpread(instrument: MarketInstrument, lastPaise: number): number {
  const { spreadTicks, spreadShare = 0, tickPaise, option } = instrument;
  const usual = Math.max(1, spreadTicks);
  if (option === null) return usual;
  const ticks = lastPaise / tickPaise;
  const targetSpread = Math.max(usual, Math.round(ticks * spreadShare));
  return Math.max(1, Math.min(targetSpread, Math.round(ticks * MAX_OPTION_SPREAD)));
}

/** Returns the size of a level relative to the best price's. The first twenty levels are the same for every depth. */
function relativeSize(level: number): number {
  const grown = 0.3 + Math.min(level, GROWTH_LEVELS_MAX) * 0.12;
  return level < THINNING_FROM_LEVEL ? grown : grown * (THINNING_FROM_LEVEL / level);
}

/** Returns `levels` on each side, twenty by default, and fewer where a price would fall to zero. */
export function buildBook(options: {
  levels?: number;
  instrument: MarketInstrument;
  tickPaise: number;
  lastPaise: number;
  seed: number;
  step: number;
}): Book {
  const { instrument, tickPaise, lastPaise, seed, step, levels: atMost = BOOK_LEVELS } = options;
  const { lotSize, dayVolume } = instrument;
  const last = Math.round(lastPaise / tickPaise);
  const spread = computeSpread(instrument, lastPaise);
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
    for (let level = 0; level < atMost; level += 1) {
      const ticks = best + direction * level * apart;
      if (ticks <= 0) break;
      const life = Math.floor((step + (hash(seed, ticks, 17) % LEVEL_LIFE_STEPS)) / LEVEL_LIFE_STEPS);
      const draw = hash(seed, ticks * direction, life);
      const lots = 1 + Math.floor(typical * relativeSize(level) * (0.3 + 1.4 * ((draw & 0xffff) / 65_536)));
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
