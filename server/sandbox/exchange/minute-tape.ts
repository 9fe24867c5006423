// Trades of one instrument in one session. Each minute has a fixed number of trades at known times. The first is the
// open, the last the close, the high and low are among them, and the quantities sum to the volume. A bar is therefore
// available without its trades and still equals their sum.
import { MINUTE_MS } from "../../../app/domain/time.ts";
import { type FairPath, FIXED_PRICE } from "./fair-paths.ts";
import { minuteShares } from "./market-model.ts";
import { hash, RandomDraws } from "./seeded-noise.ts";
import type { TradingSession } from "./trading-days.ts";

export const MAX_SLOTS = 30;

/** Buffer for the trades of one minute. */
export type MinuteTrades = { price: Int32Array; quantity: Int32Array };
export function allocateTrades(): MinuteTrades {
  return { price: new Int32Array(MAX_SLOTS), quantity: new Int32Array(MAX_SLOTS) };
}

const TRADE_BUFFER = allocateTrades();

export type MinuteBars = {
  open: Int32Array;
  high: Int32Array;
  low: Int32Array;
  close: Int32Array;
  volume: Int32Array;
};

export function allocateBars(minutes: number): MinuteBars {
  return {
    open: new Int32Array(minutes),
    high: new Int32Array(minutes),
    low: new Int32Array(minutes),
    close: new Int32Array(minutes),
    volume: new Int32Array(minutes),
  };
}

/** Returns the approximate size of a tape in bytes, including its running sums. */
export function estimateBytes(minutes: number): number {
  return minutes * (5 * 4 + 3 * 8) + 400;
}

export abstract class MinuteTape {
  readonly session: TradingSession;
  readonly slots: number;
  /** Prices in paise, one entry per minute. */
  abstract readonly bars: MinuteBars;
  /** Delay of a trade within its slot; the first trade of a minute has none. */
  readonly phaseMs: number;
  readonly #held: Uint8Array | undefined;
  #sums: { highs: Int32Array; lows: Int32Array; volumes: Float64Array; turnovers: Float64Array } | null =
    null;
  /** Numbers of minutes that the running sums, and the sums of turnover, already include. */
  #summedMinutes = 0;
  #turnoverMinutes = 0;

  constructor(session: TradingSession, slots: number, phaseMs: number, held?: Uint8Array) {
    this.session = session;
    this.slots = slots;
    this.phaseMs = phaseMs;
    this.#held = held;
  }

  /** Volume of each minute, available without the prices. */
  get volumes(): Int32Array {
    return this.bars.volume;
  }

  /** True if trading is halted in a minute. */
  isHalted(minute: number): boolean {
    return this.#held?.[minute] === FIXED_PRICE.halted;
  }

  #runningSums() {
    if (this.#sums === null) {
      const { minutes } = this.session;
      this.#sums = {
        highs: new Int32Array(minutes + 1),
        lows: new Int32Array(minutes + 1).fill(0x7fff_ffff),
        volumes: new Float64Array(minutes + 1),
        turnovers: new Float64Array(minutes + 1),
      };
    }
    return this.#sums;
  }

  /** Writes the trades of a minute into `buffer`. */
  abstract trades(minute: number, buffer: MinuteTrades): void;

  /** Returns the number of trades within the first `elapsedMs` milliseconds of a minute. */
  tradesWithin(elapsedMs: number): number {
    if (elapsedMs < 0) return 0;
    const slotMs = MINUTE_MS / this.slots;
    const later = Math.floor((elapsedMs - this.phaseMs) / slotMs);
    return Math.min(this.slots, Math.max(1, later + 1));
  }

  /** Returns the time of a trade within its minute, in ms. */
  slotMs(place: number): number {
    return place === 0 ? 0 : (place * MINUTE_MS) / this.slots + this.phaseMs;
  }

  /** Returns the high, low and volume of all complete minutes before `minute`. */
  before(minute: number): { high: number; low: number; volume: number } {
    const { high, low, volume } = this.bars;
    const { highs, lows, volumes } = this.#runningSums();
    for (; this.#summedMinutes < minute; this.#summedMinutes += 1) {
      const at = this.#summedMinutes;
      highs[at + 1] = Math.max(highs[at] ?? 0, high[at] ?? 0);
      lows[at + 1] = Math.min(lows[at] ?? 0, low[at] ?? 0);
      volumes[at + 1] = (volumes[at] ?? 0) + (volume[at] ?? 0);
    }
    return { high: highs[minute] ?? 0, low: lows[minute] ?? 0, volume: volumes[minute] ?? 0 };
  }

  /** Returns the price in paise times quantity, summed over all complete minutes before `minute`. */
  turnoverBefore(minute: number): number {
    this.addTurnover(minute);
    return this.#runningSums().turnovers[minute] ?? 0;
  }

  /**
   * Adds the turnover of the minutes before `minute` to the running sums. Returns false if all of them were added
   * earlier.
   */
  addTurnover(minute: number): boolean {
    const { turnovers } = this.#runningSums();
    if (this.#turnoverMinutes >= minute) return false;
    for (; this.#turnoverMinutes < minute; this.#turnoverMinutes += 1) {
      let sum = turnovers[this.#turnoverMinutes] ?? 0;
      const isTraded = (this.volumes[this.#turnoverMinutes] ?? 0) > 0;
      if (isTraded) this.trades(this.#turnoverMinutes, TRADE_BUFFER);
      for (let place = 0; isTraded && place < this.slots; place += 1)
        sum += (TRADE_BUFFER.price[place] ?? 0) * (TRADE_BUFFER.quantity[place] ?? 0);
      turnovers[this.#turnoverMinutes + 1] = sum;
    }
    return true;
  }
}

export type TapeParameters = {
  seed: number;
  tickPaise: number;
  lotSize: number;
  slots: number;
  phaseMs: number;
  /** Number of shares in a complete session; 0 for an index, which has values but no trades. */
  sessionVolume: number;
  /** Circuit limits: prices stay within them. */
  lowestPaise: number;
  highestPaise: number;
};

/** Tape of an instrument with its own price path: a share, a fund or an index. */
export class PriceTape extends MinuteTape {
  readonly bars: MinuteBars;
  readonly #seed: number;
  readonly #tickPaise: number;

  constructor(session: TradingSession, path: FairPath, terms: TapeParameters) {
    super(session, terms.slots, terms.phaseMs, path.held);
    this.bars = makeBars(session, path, terms);
    this.#seed = hash(terms.seed, session.id, 83);
    this.#tickPaise = terms.tickPaise;
  }

  trades(minute: number, room: MinuteTrades): void {
    const { slots, bars } = this;
    const open = bars.open[minute] ?? 0;
    const close = bars.close[minute] ?? 0;
    const high = bars.high[minute] ?? 0;
    const low = bars.low[minute] ?? 0;
    splitMinute(this.#seed, minute, slots, bars.volume[minute] ?? 0, 1, room.quantity);
    room.price[0] = open;
    room.price[slots - 1] = close;
    if (slots < 4) return;
    const draw = hash(this.#seed, minute, 84);
    const first = 1 + (draw % (slots - 2));
    const second = 1 + ((first + ((draw >>> 8) % (slots - 3))) % (slots - 2));
    const [atHigh, atLow] = [first, second];
    const [early, late] = atHigh < atLow ? [atHigh, atLow] : [atLow, atHigh];
    const [atEarly, atLate] = atHigh < atLow ? [high, low] : [low, high];
    const tick = this.#tickPaise;
    const wobble = (high - low) * 0.35;
    for (let place = 1; place < slots - 1; place += 1) {
      const straight =
        place < early
          ? open + ((atEarly - open) * place) / early
          : place < late
            ? atEarly + ((atLate - atEarly) * (place - early)) / (late - early)
            : atLate + ((close - atLate) * (place - late)) / (slots - 1 - late);
      const noise = (hash(this.#seed, minute, 100 + place) / 4_294_967_296 - 0.5) * wobble;
      const price = Math.round((straight + noise) / tick) * tick;
      room.price[place] = Math.min(high, Math.max(low, price));
    }
    room.price[atHigh] = high;
    room.price[atLow] = low;
  }
}

/**
 * Splits a minute's volume over its trades in whole lots. Each trade has at least one lot. If there are fewer lots than
 * trades, the remaining trades change the price without a quantity.
 */
export function splitMinute(
  seed: number,
  minute: number,
  slots: number,
  volume: number,
  lotSize: number,
  into: Int32Array,
): void {
  if (volume === 0) {
    into.fill(0, 0, slots);
    return;
  }
  const lots = volume / lotSize;
  const least = lots < slots ? 0 : 1;
  const spare = lots - least * slots;
  let weights = 0;
  const from = hash(seed, minute, 85);
  for (let place = 0; place < slots; place += 1) weights += slotWeight(from, place);
  let passed = 0;
  let distributed = 0;
  for (let place = 0; place < slots; place += 1) {
    passed += slotWeight(from, place);
    const upTo = place === slots - 1 ? spare : Math.floor((spare * passed) / weights);
    into[place] = (least + upTo - distributed) * lotSize;
    distributed = upTo;
  }
}

function slotWeight(from: number, place: number): number {
  return 1 + (Math.imul(from ^ (place * 0x9e37), 0x85ebca6b) >>> 27);
}

/**
 * Returns the prices in paise at each whole minute of a path: the opens of its bars and, as the last entry, the
 * session's close.
 */
export function minutePrices(
  logs: Float64Array,
  {
    tickPaise,
    lowestPaise,
    highestPaise,
  }: Pick<TapeParameters, "tickPaise" | "lowestPaise" | "highestPaise">,
): Int32Array {
  const prices = new Int32Array(logs.length);
  for (let minute = 0; minute < logs.length; minute += 1) {
    const price = Math.round((Math.exp(logs[minute] ?? 0) * 100) / tickPaise) * tickPaise;
    prices[minute] = Math.min(highestPaise, Math.max(lowestPaise, price));
  }
  return prices;
}

function makeBars(session: TradingSession, path: FairPath, terms: TapeParameters): MinuteBars {
  const { minutes, kind } = session;
  const { tickPaise, slots, lowestPaise, highestPaise } = terms;
  const bars = allocateBars(minutes);
  const draws = new RandomDraws(terms.seed, session.id, 81);
  const usual = kind === "regular" ? minuteShares(minutes) : null;
  const toTick = (rupees: number) => {
    const price = Math.round((rupees * 100) / tickPaise) * tickPaise;
    return Math.min(highestPaise, Math.max(lowestPaise, price));
  };
  let nextRupees = Math.exp(path.logs[0] ?? 0);
  let next = toTick(nextRupees);
  for (let minute = 0; minute < minutes; minute += 1) {
    const from = path.logs[minute] ?? 0;
    const to = path.logs[minute + 1] ?? 0;
    const open = next;
    const openRupees = nextRupees;
    nextRupees = Math.exp(to);
    next = toTick(nextRupees);
    const isLast = minute === minutes - 1;
    const held = path.held?.[minute] ?? 0;
    const wobble = isLast ? 0 : (Math.floor(draws.uniform() * 3) - 1) * tickPaise;
    const bounce = held === 0 ? wobble : 0;
    const close = Math.min(highestPaise, Math.max(lowestPaise, next + bounce));
    let high = Math.max(open, close);
    let low = Math.min(open, close);
    const deviation = path.deviation[minute] ?? 0;
    const up = draws.uniform();
    const down = draws.uniform();
    if (slots >= 4) {
      // Samples the high and low of a Brownian bridge from their known distribution (Karatzas and Shreve 1991, 2.8).
      const step = (to - from) * (to - from);
      const variance = 2 * deviation * deviation;
      high = Math.max(
        high,
        toTick(Math.exp((from + to + Math.sqrt(step - variance * Math.log(1 - up))) / 2)),
      );
      low = Math.min(
        low,
        toTick(Math.exp((from + to - Math.sqrt(step - variance * Math.log(1 - down))) / 2)),
      );
    }
    bars.open[minute] = open;
    bars.close[minute] = close;
    bars.high[minute] = high;
    bars.low[minute] = low;
    if (terms.sessionVolume > 0) {
      const share = usual === null ? 1 / minutes : (usual[minute] ?? 0);
      const relativeRange = deviation === 0 ? 1 : (high - low) / (openRupees * 100 * deviation * 1.6);
      const noise = Math.exp(0.35 * draws.normal());
      const expected = terms.sessionVolume * share * (0.4 + 0.6 * relativeRange) * noise;
      const traded = Math.max(slots, Math.round(expected / terms.lotSize)) * terms.lotSize;
      bars.volume[minute] = held === FIXED_PRICE.halted ? 0 : traded;
    }
  }
  return bars;
}
