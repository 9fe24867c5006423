// The instruments listed on a day: indices and shares with that month's ticks, futures and options with their expiries
// and strikes. Also resolves an instrument by id.
import { instrumentKey } from "../../../app/domain/instrument-key.ts";
import { istDay } from "../../../app/domain/time.ts";
import type { ExchangeSegment } from "../../../app/domain/vocabulary.ts";
import { anchorOrdinal } from "./factors.ts";
import {
  buildMaster,
  type MarketInstrument,
  readFutureId,
  readOptionId,
  UNDERLYING_AT,
  UNDERLYINGS,
} from "./instrument-master.ts";
import { describeFuture, describeOption, type Expiry, listExpiries, listStrikes } from "./option-chain.ts";
import type { Tapes } from "./tapes.ts";

/** Strikes are listed up to this distance from the last close, as a share of the close. */
const MAX_STRIKE_DISTANCE = 0.5;
const CACHED_LISTINGS = 20_000;

export class Listing {
  readonly master: Map<string, MarketInstrument>;
  readonly #tapes: Tapes;
  readonly #contracts = new Map<string, MarketInstrument>();
  readonly #variants = new Map<string, MarketInstrument>();
  readonly #expiries = new Map<string, Expiry[]>();

  constructor(seed: number, tapes: Tapes) {
    this.#tapes = tapes;
    this.master = buildMaster(seed, tapes.days.dayAt(anchorOrdinal(tapes.days)));
  }

  listed(atMs?: number): MarketInstrument[] {
    const all = [...this.master.values()];
    return atMs === undefined ? all : all.map((instrument) => this.#withTick(instrument, istDay(atMs)));
  }

  hasDerivatives(key: string): boolean {
    return UNDERLYING_AT.has(key);
  }

  expiries(underlying: number, day: number): Expiry[] {
    const name = `${underlying} ${day}`;
    let known = this.#expiries.get(name);
    if (known === undefined) {
      if (this.#expiries.size > CACHED_LISTINGS) this.#expiries.clear();
      known = listExpiries(underlying, day, (on) => this.#tapes.days.isTradingDay(on));
      this.#expiries.set(name, known);
    }
    return known;
  }

  contracts(today: number): MarketInstrument[] {
    return UNDERLYINGS.flatMap((base, underlying) => {
      const level = this.#level(base.key, today);
      const strikes = listStrikes(underlying, level);
      const expiries = this.expiries(underlying, today);
      const options = expiries.flatMap(({ day, isMonthly }) =>
        strikes.flatMap((strikeRupees) =>
          (["CE", "PE"] as const).flatMap(
            (side) =>
              describeOption(
                underlying,
                { underlyingKey: base.key, strikeRupees, side, expiryDay: day, isMonthly },
                strikeRupees / level - 1,
                day - today,
              ) ?? [],
          ),
        ),
      );
      const futures = expiries
        .filter(({ isMonthly }) => isMonthly)
        .flatMap(({ day }) => this.#future(underlying, day, today) ?? []);
      return [...options, ...futures];
    });
  }

  find(segment: ExchangeSegment, securityId: string, today: number): MarketInstrument | null {
    const key = instrumentKey({ exchangeSegment: segment, securityId });
    const known = this.master.get(key);
    if (known !== undefined) return this.#withTick(known, today);
    // The cache key includes the day, because a contract's liquidity follows from the underlying's level at the start
    // of the day.
    const name = `${key} ${today}`;
    let contract: MarketInstrument | null | undefined = this.#contracts.get(name);
    if (contract === undefined) {
      contract = this.#readContract(segment, securityId, today);
      if (this.#contracts.size > CACHED_LISTINGS) this.#contracts.clear();
      // Neither unlisted contracts nor futures are cached: a contract may have been listed earlier, and a future's tick
      // depends on the month.
      if (contract !== null && contract.future === null) this.#contracts.set(name, contract);
    }
    if (contract === null) return null;
    const expiryDay = contract.option?.expiryDay ?? contract.future?.expiryDay ?? 0;
    return expiryDay < today ? null : contract;
  }

  #withTick(instrument: MarketInstrument, day: number): MarketInstrument {
    const tickPaise = this.#tapes.tickOn(instrument, day);
    if (tickPaise === instrument.tickPaise) return instrument;
    const name = `${instrument.key} ${tickPaise}`;
    let variant = this.#variants.get(name);
    if (variant === undefined) {
      const spreadTicks = Math.max(
        1,
        Math.round((instrument.spreadTicks * instrument.tickPaise) / tickPaise),
      );
      variant = { ...instrument, tickPaise, spreadTicks };
      this.#variants.set(name, variant);
    }
    return variant;
  }

  /** Returns the underlying's last close before a day, in rupees. */
  #level(key: string, day: number): number {
    const instrument = this.master.get(key);
    if (instrument === undefined) throw new Error(`${key} is not listed`);
    return this.#tapes.closeOf(instrument, this.#tapes.days.lastOrdinal(day - 1)) / 100;
  }

  future(underlyingKey: string, expiryDay: number, today: number): MarketInstrument | null {
    const underlying = UNDERLYING_AT.get(underlyingKey) ?? -1;
    const isListed = this.#tapes.futureMonths.expiries(underlyingKey, today).includes(expiryDay);
    return isListed ? this.#future(underlying, expiryDay, today) : null;
  }

  #future(underlying: number, expiryDay: number, today: number): MarketInstrument | null {
    const base = UNDERLYINGS[underlying];
    if (base === undefined) return null;
    const place = this.#tapes.futureMonths.place(base.key, expiryDay, today);
    const future = describeFuture(underlying, expiryDay, place, this.#level(base.key, today), today);
    return future === null ? null : { ...future, tickPaise: this.#tapes.futureTick(base.key, today) };
  }

  #readContract(segment: ExchangeSegment, securityId: string, today: number): MarketInstrument | null {
    const id = Number(securityId);
    const future = readFutureId(id);
    if (future !== null) {
      const base = UNDERLYINGS[future.underlying];
      if (base?.optionSegment !== segment) return null;
      const isListed = this.#tapes.futureMonths.expiries(base.key, today).includes(future.expiryDay);
      return isListed ? this.#future(future.underlying, future.expiryDay, today) : null;
    }
    const read = readOptionId(id, (key) => this.#level(key, today));
    if (read === null) return null;
    const base = UNDERLYINGS[read.underlying];
    if (base === undefined || base.optionSegment !== segment) return null;
    const expiry = this.expiries(read.underlying, today).find(({ day }) => day === read.expiryDay);
    if (expiry === undefined) return null;
    const { strikeRupees, side, expiryDay } = read;
    const moneyness = strikeRupees / this.#level(base.key, today) - 1;
    if (Math.abs(moneyness) > MAX_STRIKE_DISTANCE) return null;
    const terms = { underlyingKey: base.key, strikeRupees, side, expiryDay, isMonthly: expiry.isMonthly };
    return describeOption(read.underlying, terms, moneyness, expiryDay - today);
  }
}
