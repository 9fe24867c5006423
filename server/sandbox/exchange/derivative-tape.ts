// Tapes of futures and options. They trade at the same times as their underlying, and each price is a function of the
// underlying's price at that time. The function is monotone, so their highs and lows occur at the underlying's highs
// and lows.

import { minuteShares } from "./market-model.ts";
import { allocateBars, type MinuteBars, MinuteTape, type MinuteTrades, splitMinute } from "./minute-tape.ts";
import type { FamilyDay } from "./option-family.ts";
import { hash, uniform } from "./seeded-noise.ts";
import type { TradingSession } from "./trading-days.ts";

/**
 * The underlying's session, aligned to a derivative's minutes. After the underlying's close, its last price applies.
 */
export class UnderlyingMinutes {
  /** Number of minutes between the start of the underlying's session and that of the derivative's session. */
  readonly offset: number;
  readonly #last: number;
  readonly #make: () => MinuteTape;
  readonly #makeOpens: () => Int32Array;
  #tape: MinuteTape | null = null;
  #opens: Int32Array | null = null;

  /** `beside` is the underlying's concurrent session. Its tape and opening prices are computed on first use. */
  constructor(
    session: TradingSession,
    beside: { session: TradingSession; tape: () => MinuteTape; opens: () => Int32Array },
  ) {
    this.offset = (session.fromMs - beside.session.fromMs) / 60_000;
    this.#last = beside.session.minutes - 1;
    this.#make = beside.tape;
    this.#makeOpens = beside.opens;
  }

  get tape(): MinuteTape {
    this.#tape ??= this.#make();
    return this.#tape;
  }

  /** Returns the price of a minute's first trade in paise; after the session, the last price. */
  open(minute: number): number {
    this.#opens ??= this.#makeOpens();
    return this.#opens[Math.min(this.#last + 1, minute + this.offset)] ?? 0;
  }

  /** Returns the open, high, low or close of the underlying's bar of one minute, in paise. */
  at(which: "open" | "high" | "low" | "close", minute: number): number {
    const there = minute + this.offset;
    const { bars } = this.tape;
    return (there > this.#last ? bars.close[this.#last] : bars[which][there]) ?? 0;
  }

  trades(minute: number, room: MinuteTrades): void {
    const there = minute + this.offset;
    if (there <= this.#last) this.tape.trades(there, room);
    else room.price.fill(this.tape.bars.close[this.#last] ?? 0, 0, this.tape.slots);
  }

  /** True if the underlying does not trade in a minute, so that its derivatives do not either. */
  isHalted(minute: number): boolean {
    return this.tape.isHalted(minute + this.offset);
  }

  /** Returns the minute's price range divided by the session's usual range, at most 4. */
  relativeRange(minute: number): number {
    const span = this.at("high", minute) - this.at("low", minute);
    return this.usualSpan === 0 ? 1 : Math.min(4, span / this.usualSpan);
  }

  get usualSpan(): number {
    if (this.#usual < 0) {
      const { high, low } = this.tape.bars;
      let sum = 0;
      // Uses only the first hour, because the later minutes are still unknown at that time.
      const minutes = Math.min(high.length, 60);
      for (let minute = 0; minute < minutes; minute += 1) sum += (high[minute] ?? 0) - (low[minute] ?? 0);
      this.#usual = sum / minutes;
    }
    return this.#usual;
  }
  #usual = -1;
}

export type DerivativeParameters = { seed: number; lotSize: number; sessionLots: number };

/** Returns the volume of each minute: the derivative's usual share of the day, scaled up when the underlying moves. */
function computeVolumes(
  session: TradingSession,
  under: UnderlyingMinutes,
  terms: DerivativeParameters,
): Int32Array {
  const volumes = new Int32Array(session.minutes);
  const usual = session.kind === "regular" ? minuteShares(session.minutes) : null;
  for (let minute = 0; minute < session.minutes; minute += 1) {
    const share = usual === null ? 1 / session.minutes : (usual[minute] ?? 0);
    const noise = 0.5 + hash(terms.seed, session.id, minute) / 4_294_967_296;
    const lots = terms.sessionLots * share * (0.4 + 0.6 * under.relativeRange(minute)) * noise;
    // Fractions of a lot are rounded up or down at random, so that quiet minutes have no volume.
    const lotsRounded = Math.floor(lots + uniform(terms.seed ^ session.id, minute, 86));
    volumes[minute] = under.isHalted(minute) ? 0 : lotsRounded * terms.lotSize;
  }
  return volumes;
}

export class FutureTape extends MinuteTape {
  readonly bars: MinuteBars;
  readonly #under: UnderlyingMinutes;
  readonly #terms: DerivativeParameters;
  readonly #price: (minute: number, underlyingPaise: number) => number;

  constructor(
    session: TradingSession,
    under: UnderlyingMinutes,
    terms: DerivativeParameters,
    price: (minute: number, underlyingPaise: number) => number,
  ) {
    super(session, under.tape.slots, 0);
    const bars = { ...allocateBars(session.minutes), volume: computeVolumes(session, under, terms) };
    for (let minute = 0; minute < session.minutes; minute += 1)
      for (const which of ["open", "high", "low", "close"] as const)
        bars[which][minute] = price(minute, under.at(which, minute));
    this.bars = bars;
    this.#under = under;
    this.#terms = terms;
    this.#price = price;
  }

  trades(minute: number, room: MinuteTrades): void {
    this.#under.trades(minute, room);
    for (let place = 0; place < this.slots; place += 1)
      room.price[place] = this.#price(minute, room.price[place] ?? 0);
    splitMinute(
      this.#terms.seed ^ this.session.id,
      minute,
      this.slots,
      this.bars.volume[minute] ?? 0,
      this.#terms.lotSize,
      room.quantity,
    );
  }
}

export class OptionTape extends MinuteTape {
  readonly #family: FamilyDay;
  readonly #side: "CE" | "PE";
  readonly #steps: number;
  readonly #terms: DerivativeParameters;

  readonly #volumes: Int32Array;
  #bars: MinuteBars | null = null;

  constructor(family: FamilyDay, side: "CE" | "PE", steps: number, terms: DerivativeParameters) {
    const { session, under } = family;
    super(session, under.tape.slots, 0);
    this.#family = family;
    this.#side = side;
    this.#steps = steps;
    this.#terms = terms;
    this.#volumes = computeVolumes(session, under, terms);
  }

  override get volumes(): Int32Array {
    return this.#volumes;
  }

  /** Bars are computed on first use, because they need the prices of the complete expiry. */
  get bars(): MinuteBars {
    this.#bars ??= this.#makeBars();
    return this.#bars;
  }

  #makeBars(): MinuteBars {
    const family = this.#family;
    const { session, under, tickPaise, width } = family;
    const bars = { ...allocateBars(session.minutes), volume: this.#volumes };
    const column = family.columnOf(this.#side, this.#steps);
    const turned = this.#side === "PE";
    const sources = ["open", turned ? "low" : "high", turned ? "high" : "low", "close"] as const;
    for (const [index, which] of (["open", "high", "low", "close"] as const).entries()) {
      const source = sources[index] ?? which;
      if (column !== null) {
        const table = family.table(source);
        for (let minute = 0; minute < session.minutes; minute += 1)
          bars[which][minute] = (table[minute * width + column] ?? 1) * tickPaise;
      } else
        for (let minute = 0; minute < session.minutes; minute += 1)
          bars[which][minute] = family.price(minute, under.at(source, minute), this.#side, this.#steps);
    }
    return bars;
  }

  trades(minute: number, room: MinuteTrades): void {
    const family = this.#family;
    const column = family.columnOf(this.#side, this.#steps);
    if (column !== null) {
      const ladders = family.ladders(minute);
      for (let place = 0; place < this.slots; place += 1)
        room.price[place] = (ladders[place * family.width + column] ?? 1) * family.tickPaise;
    } else {
      family.under.trades(minute, room);
      for (let place = 0; place < this.slots; place += 1)
        room.price[place] = family.price(minute, room.price[place] ?? 0, this.#side, this.#steps);
    }
    splitMinute(
      this.#terms.seed ^ this.session.id,
      minute,
      this.slots,
      this.#volumes[minute] ?? 0,
      this.#terms.lotSize,
      room.quantity,
    );
  }
}
