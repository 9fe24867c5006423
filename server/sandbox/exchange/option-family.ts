// All options of one underlying and expiry in one session. Their prices are computed together, because only then can
// they be free of arbitrage.
import { runAtOnce, type WorkSteps } from "../slices.ts";
import type { UnderlyingMinutes } from "./derivative-tape.ts";
import { allocateTrades, MAX_SLOTS } from "./minute-tape.ts";
import {
  countStrikes,
  type ExpirySlice,
  fillLadder,
  fillLadderSide,
  ladderTicks,
  type StrikeGrid,
} from "./option-ladder.ts";
import type { TradingSession } from "./trading-days.ts";

/** Size limit of the cached ladders of single minutes, over all families. */
const MINUTE_LADDER_BYTES = 48 * 1_024 * 1_024;
/**
 * Length in minutes of a stretch of a session. Records are processed stretch by stretch, one record after the other.
 */
export const STRETCH_MINUTES = 15;
const PRICE_FIELDS = ["open", "high", "low", "close"] as const;
type PriceField = (typeof PRICE_FIELDS)[number];
/** Ticks of a ladder for the first `minutes` minutes of the session. */
type Table = { ticks: Int32Array; minutes: number };

export class LadderStore {
  readonly #kept = new Map<string, Int32Array>();
  #bytes = 0;

  get(name: string, make: () => Int32Array): Int32Array {
    let known = this.#kept.get(name);
    if (known === undefined) {
      if (this.#bytes >= MINUTE_LADDER_BYTES) this.clear();
      known = make();
      this.#bytes += known.byteLength;
      this.#kept.set(name, known);
    }
    return known;
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }
}

export class FamilyDay {
  readonly session: TradingSession;
  readonly under: UnderlyingMinutes;
  readonly tickPaise: number;
  readonly grid: StrikeGrid;
  /** Number of prices of a ladder: a call and a put of each strike. */
  readonly width: number;
  readonly #name: string;
  readonly #store: LadderStore;
  readonly #sliceAt: (minute: number) => ExpirySlice;
  readonly #slices: ExpirySlice[] = [];
  /** Prices at the first trades of the current stretch. Records are processed together and request the same prices. */
  readonly #opens: Int32Array;
  #stretch = -1;
  readonly #tables = new Map<PriceField, Table>();

  constructor(options: {
    name: string;
    session: TradingSession;
    under: UnderlyingMinutes;
    grid: StrikeGrid;
    sliceAt: (minute: number) => ExpirySlice;
    store: LadderStore;
  }) {
    this.session = options.session;
    this.under = options.under;
    this.grid = options.grid;
    this.width = 2 * countStrikes(options.grid);
    this.#opens = new Int32Array(STRETCH_MINUTES * this.width);
    this.tickPaise = Math.round(options.grid.tickRupees * 100);
    this.#name = options.name;
    this.#sliceAt = options.sliceAt;
    this.#store = options.store;
  }

  slice(minute: number): ExpirySlice {
    let known = this.#slices[minute];
    if (known === undefined) {
      known = this.#sliceAt(minute);
      this.#slices[minute] = known;
    }
    return known;
  }

  /** Returns the price in paise. `steps` is the strike divided by the distance between two strikes. */
  price(minute: number, underlyingPaise: number, side: "CE" | "PE", steps: number): number {
    return ladderTicks(this.slice(minute), underlyingPaise / 100, this.grid, side, steps) * this.tickPaise;
  }

  /**
   * Returns the price in paise at a minute's first trade. The prices of a minute are computed once, from the wing up to
   * the requested strike.
   */
  openPrice(minute: number, side: "CE" | "PE", steps: number): number {
    const column = this.columnOf(side, steps);
    if (column === null) return this.price(minute, this.under.open(minute), side, steps);
    return this.openAt(minute, column);
  }

  /** Returns the price in paise at the session's close. */
  closePrice(side: "CE" | "PE", steps: number): number {
    const { minutes } = this.session;
    return this.price(minutes - 1, this.under.open(minutes), side, steps);
  }

  /** Returns the price in paise at a minute's first trade, for a column of the ladder. */
  openAt(minute: number, column: number): number {
    const stretch = Math.floor(minute / STRETCH_MINUTES);
    if (this.#stretch !== stretch) {
      this.#stretch = stretch;
      this.#opens.fill(0);
    }
    const row = (minute - stretch * STRETCH_MINUTES) * this.width;
    let ticks = this.#opens[row + column] ?? 0;
    if (ticks === 0) {
      fillLadderSide(this.slice(minute), this.under.open(minute) / 100, this.grid, column, this.#opens, row);
      ticks = this.#opens[row + column] ?? 0;
    }
    // Ticks are stored plus one, because zero marks a price that is not computed yet.
    return (ticks <= 2 ? 1 : ticks - 1) * this.tickPaise;
  }

  /** Returns the column of a strike in the tables; null outside the ladder. */
  columnOf(side: "CE" | "PE", steps: number): number | null {
    const { middle, eachWay } = this.grid;
    const place = steps - middle + eachWay;
    const strikes = countStrikes(this.grid);
    if (place < 0 || place >= strikes) return null;
    return side === "CE" ? place : strikes + place;
  }

  /** Returns the ticks of the complete ladder at one price (open, high, low or close) of each minute. */
  table(source: PriceField): Int32Array {
    runAtOnce(this.#fill(source));
    return this.#tableOf(source).ticks;
  }

  /** Fills the tables of all four prices, one minute per step. Concurrent callers share the progress. */
  *fillTables(): WorkSteps {
    for (const source of PRICE_FIELDS) yield* this.#fill(source);
  }

  *#fill(source: PriceField): WorkSteps {
    const table = this.#tableOf(source);
    const { width } = this;
    while (table.minutes < this.session.minutes) {
      const minute = table.minutes;
      const spot = this.under.at(source, minute) / 100;
      const row = table.ticks.subarray(minute * width, (minute + 1) * width);
      fillLadder(this.slice(minute), spot, this.grid, row);
      table.minutes += 1;
      yield;
    }
  }

  #tableOf(source: PriceField): Table {
    let table = this.#tables.get(source);
    if (table === undefined) {
      table = { ticks: new Int32Array(this.session.minutes * this.width), minutes: 0 };
      this.#tables.set(source, table);
    }
    return table;
  }

  /** Returns the ticks of the complete ladder at each trade of a minute. */
  ladders(minute: number): Int32Array {
    return this.#store.get(`${this.#name} ${minute}`, () => {
      const slots = Math.min(MAX_SLOTS, this.under.tape.slots);
      const { width } = this;
      const made = new Int32Array(slots * width);
      const room = allocateTrades();
      this.under.trades(minute, room);
      for (let place = 0; place < slots; place += 1) {
        const spot = (room.price[place] ?? 0) / 100;
        fillLadder(this.slice(minute), spot, this.grid, made.subarray(place * width, (place + 1) * width));
      }
      return made;
    });
  }
}
