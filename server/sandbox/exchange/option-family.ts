// All options of one underlying and expiry in one session: what their prices hang on minute by minute, and their prices together, since
// only together can they be kept free of arbitrage.
import type { UnderlyingMinutes } from "./derivative-tape.ts";
import { MOST_SLOTS, roomForTrades } from "./minute-tape.ts";
import {
  LADDER_EACH_WAY,
  LADDER_STRIKES,
  ladder,
  ladderTicks,
  ladderUpTo,
  type Slice,
  type StrikeGrid,
} from "./option-ladder.ts";
import type { TradingSession } from "./trading-days.ts";

/** Ladders of single minutes that are kept for all families together; 13 kB each at most. */
const MINUTE_LADDERS_KEPT = 3_000;
const WIDTH = 2 * LADDER_STRIKES;
type Source = "open" | "high" | "low" | "close";

export class LadderStore {
  readonly #kept = new Map<string, Int32Array>();

  get(name: string, make: () => Int32Array): Int32Array {
    let known = this.#kept.get(name);
    if (known === undefined) {
      if (this.#kept.size >= MINUTE_LADDERS_KEPT) this.#kept.clear();
      known = make();
      this.#kept.set(name, known);
    }
    return known;
  }
}

export class FamilyDay {
  readonly session: TradingSession;
  readonly under: UnderlyingMinutes;
  readonly tickPaise: number;
  readonly grid: StrikeGrid;
  readonly #name: string;
  readonly #store: LadderStore;
  readonly #sliceAt: (minute: number) => Slice;
  readonly #slices: Slice[] = [];
  #opens: Int32Array | null = null;
  readonly #tables = new Map<Source, Int32Array>();

  constructor(options: {
    name: string;
    session: TradingSession;
    under: UnderlyingMinutes;
    grid: StrikeGrid;
    sliceAt: (minute: number) => Slice;
    store: LadderStore;
  }) {
    this.session = options.session;
    this.under = options.under;
    this.grid = options.grid;
    this.tickPaise = Math.round(options.grid.tickRupees * 100);
    this.#name = options.name;
    this.#sliceAt = options.sliceAt;
    this.#store = options.store;
  }

  slice(minute: number): Slice {
    let known = this.#slices[minute];
    if (known === undefined) {
      known = this.#sliceAt(minute);
      this.#slices[minute] = known;
    }
    return known;
  }

  /** Paise. `steps` is the strike in steps. */
  price(minute: number, underlyingPaise: number, side: "CE" | "PE", steps: number): number {
    return ladderTicks(this.slice(minute), underlyingPaise / 100, this.grid, side, steps) * this.tickPaise;
  }

  /** Paise at a minute's first trade. The prices of a minute are made once, as far from the wing as they are asked for. */
  openPrice(minute: number, side: "CE" | "PE", steps: number): number {
    const column = this.columnOf(side, steps);
    const spotPaise = this.under.at("open", minute);
    if (column === null) return this.price(minute, spotPaise, side, steps);
    if (this.#opens === null) this.#opens = new Int32Array(this.session.minutes * WIDTH);
    const row = minute * WIDTH;
    if (this.#opens[row + column] === 0)
      ladderUpTo(this.slice(minute), spotPaise / 100, this.grid, { side, column, row, ticks: this.#opens });
    // Stored one too high, since zero means that a price is not made yet.
    return Math.max(1, (this.#opens[row + column] ?? 0) - 1) * this.tickPaise;
  }

  /** Where a strike stands in the tables; null beyond the ladder. */
  columnOf(side: "CE" | "PE", steps: number): number | null {
    const place = steps - this.grid.middle + LADDER_EACH_WAY;
    if (place < 0 || place >= LADDER_STRIKES) return null;
    return side === "CE" ? place : LADDER_STRIKES + place;
  }

  /** Ticks of the whole ladder at one price of each minute. */
  table(source: Source): Int32Array {
    let table = this.#tables.get(source);
    if (table === undefined) {
      const { minutes } = this.session;
      table = new Int32Array(minutes * WIDTH);
      for (let minute = 0; minute < minutes; minute += 1) {
        const spot = this.under.at(source, minute) / 100;
        ladder(this.slice(minute), spot, this.grid, table.subarray(minute * WIDTH, (minute + 1) * WIDTH));
      }
      this.#tables.set(source, table);
    }
    return table;
  }

  /** Ticks of the whole ladder at each trade of a minute. */
  ladders(minute: number): Int32Array {
    return this.#store.get(`${this.#name} ${minute}`, () => {
      const slots = Math.min(MOST_SLOTS, this.under.tape.slots);
      const made = new Int32Array(slots * WIDTH);
      const room = roomForTrades();
      this.under.trades(minute, room);
      for (let place = 0; place < slots; place += 1) {
        const spot = (room.price[place] ?? 0) / 100;
        ladder(this.slice(minute), spot, this.grid, made.subarray(place * WIDTH, (place + 1) * WIDTH));
      }
      return made;
    });
  }
}
