// Tapes of all instruments, computed on demand and cached within a memory limit. Each tape covers one session of a
// share, index, future or option. It is a function of seed, instrument and session only.
import { LRUCache } from "lru-cache";
import { shareTick } from "../../../app/domain/calendars/price-steps.ts";
import { splitInstrumentKey } from "../../../app/domain/instrument-key.ts";
import { DAY_MS } from "../../../app/domain/time.ts";
import { circuitLimits } from "./circuit-limits.ts";
import { CONSTITUENTS } from "./companies.ts";
import { DailyChain } from "./daily-chain.ts";
import { FutureTape, OptionTape, UnderlyingMinutes } from "./derivative-tape.ts";
import { MarketFactors } from "./factors.ts";
import { type FairPath, FairPaths, simulateNight } from "./fair-paths.ts";
import { BASIS_YEARS, basisNoise, FutureMonths } from "./futures.ts";
import { IndexBasket } from "./index-basket.ts";
import { contractTick, type MarketInstrument, UNDERLYING_AT, UNDERLYINGS } from "./instrument-master.ts";
import { MarketEvents } from "./market-events.ts";
import { estimateBytes, type MinuteTape, minutePrices, PriceTape } from "./minute-tape.ts";
import { contractSeed, openInterestAfter, openInterestBetween, putCallFactor } from "./open-interest.ts";
import { futureLots, optionInterest, optionLots } from "./option-chain.ts";
import { FamilyDay, LadderStore } from "./option-family.ts";
import { strikeGrid } from "./option-ladder.ts";
import { RISK_FREE_RATE } from "./option-pricing.ts";
import { buildSlices, carryYears } from "./option-slices.ts";
import { deriveSeed, uniform } from "./seeded-noise.ts";
import { minuteStart, Sessions, TradingDays, type TradingSession } from "./trading-days.ts";

const CACHED_FAMILIES = 48;
/** Share of a day's volume that trades in a thousand minutes of extended hours. */
const EXTENDED_VOLUME_SHARE = 0.04;

/** Open interest peaks this many days before expiry. */
const OPEN_INTEREST_PEAK_DAYS = 4;

export class Tapes {
  readonly days = new TradingDays();
  readonly futureMonths = new FutureMonths((day) => this.days.isTradingDay(day));
  readonly sessions: Sessions;
  readonly factors: MarketFactors;
  readonly #seed: number;
  readonly #basket: IndexBasket;
  readonly #paths: FairPaths;
  readonly #find: (key: string) => MarketInstrument | undefined;
  readonly #chains = new Map<number, DailyChain>();
  readonly #tapes: LRUCache<string, MinuteTape>;
  readonly #families = new LRUCache<string, FamilyDay>({ max: CACHED_FAMILIES });
  readonly #ladders = new LadderStore();
  #lastFamily: { underlyingKey: string; expiryDay: number; family: FamilyDay } | null = null;
  readonly #seeds = new Map<string, number>();
  #events = new MarketEvents();
  readonly #movedCloses = new Map<string, number>();

  /** `cacheBytes` limits the tape cache; evicted tapes are computed again. */
  constructor(
    seed: number,
    hasExtended: boolean,
    find: (key: string) => MarketInstrument | undefined,
    cacheBytes: number,
  ) {
    this.#seed = seed;
    this.#tapes = new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: ({ session }) => estimateBytes(session.minutes),
    });
    this.sessions = new Sessions(this.days, hasExtended);
    this.factors = new MarketFactors(seed, this.days);
    this.#find = find;
    this.#basket = new IndexBasket(this.factors, () =>
      CONSTITUENTS.flatMap((key) => this.#underlying(key).path ?? []),
    );
    this.#paths = new FairPaths(this.factors, this.sessions, this.#basket);
  }

  chain({ path, key }: MarketInstrument): DailyChain {
    if (path === null) throw new Error(`${key} has no simulated price path`);
    let chain = this.#chains.get(path.seed);
    if (chain === undefined) {
      chain = new DailyChain(path, this.factors, this.#basket);
      this.#chains.set(path.seed, chain);
    }
    return chain;
  }

  seedOf(key: string): number {
    let seed = this.#seeds.get(key);
    if (seed === undefined) {
      if (this.#seeds.size > 50_000) this.#seeds.clear();
      seed = contractSeed(deriveSeed(this.#seed, "tape"), key);
      this.#seeds.set(key, seed);
    }
    return seed;
  }

  /** Returns the tick size in paise. The exchange sets a share's tick from the previous month's close. */
  tickOn(instrument: MarketInstrument, day: number): number {
    if (instrument.kind === "INDEX") return instrument.tickPaise;
    return shareTick(day, this.#monthBefore(instrument, day));
  }

  /** Returns the close of the previous month in rupees. */
  #monthBefore(instrument: MarketInstrument, day: number): number {
    const dayOfMonth = new Date(day * DAY_MS).getUTCDate();
    return Math.exp(this.chain(instrument).close(this.days.lastOrdinal(day - dayOfMonth)));
  }

  futureTick(underlyingKey: string, day: number): number {
    const base = UNDERLYINGS[UNDERLYING_AT.get(underlyingKey) ?? -1];
    const underlying = this.#underlying(underlyingKey);
    return base === undefined ? 5 : contractTick(base, "future", day, this.#monthBefore(underlying, day));
  }

  /** Returns the price of the last trade of a regular session, in paise. */
  closeOf(instrument: MarketInstrument, ordinal: number): number {
    const day = this.days.dayAt(Math.max(0, ordinal));
    if (instrument.path !== null) {
      const moved = this.#movedClose(instrument, ordinal);
      if (moved !== null) return moved;
      const tick = this.tickOn(instrument, day);
      return Math.max(
        tick,
        Math.round((Math.exp(this.chain(instrument).close(ordinal)) * 100) / tick) * tick,
      );
    }
    const session = this.sessions.regular(instrument.exchangeSegment, day);
    if (session === null) throw new Error(`${instrument.key} did not trade on day ${day}`);
    const underlyingKey = getUnderlyingKey(instrument);
    const spot = this.closeOf(this.#underlying(underlyingKey), ordinal);
    const last = session.minutes - 1;
    if (instrument.option !== null) {
      const { side, strikeRupees, expiryDay } = instrument.option;
      const family = this.family(underlyingKey, expiryDay, session);
      return family.price(last, spot, side, Math.round(strikeRupees / family.grid.stepRupees));
    }
    return this.#futurePrice(underlyingKey, instrument.future?.expiryDay ?? day, session)(last, spot);
  }

  /** Returns the close in paise if events have changed it; otherwise null. */
  #movedClose(instrument: MarketInstrument, ordinal: number): number | null {
    const session = this.sessions.regular(instrument.exchangeSegment, this.days.dayAt(Math.max(0, ordinal)));
    if (session === null || !this.#events.hasMoved(instrument.key, session.toMs)) return null;
    const name = `${instrument.key} ${session.id}`;
    let close = this.#movedCloses.get(name);
    if (close === undefined) {
      close = this.tape(instrument, session).bars.close[session.minutes - 1] ?? 0;
      this.#movedCloses.set(name, close);
    }
    return close;
  }

  get events(): MarketEvents {
    return this.#events;
  }

  /** Replaces the events and clears the cached tapes. Prices that no event affects stay the same. */
  setEvents(events: MarketEvents): void {
    this.#events = events;
    for (const made of [this.#tapes, this.#families, this.#movedCloses]) made.clear();
    this.#ladders.clear();
    this.#lastFamily = null;
  }

  tape(instrument: MarketInstrument, session: TradingSession): MinuteTape {
    const name = `${instrument.key} ${session.id}`;
    let tape = this.#tapes.get(name);
    if (tape === undefined) {
      tape = this.#make(instrument, session);
      this.#tapes.set(name, tape);
    }
    return tape;
  }

  #make(instrument: MarketInstrument, session: TradingSession): MinuteTape {
    if (instrument.path !== null) return this.#priceTape(instrument, session);
    const underlyingKey = getUnderlyingKey(instrument);
    const ordinal = this.ordinalBefore(session);
    const isShare = !underlyingKey.startsWith("IDX_I");
    const seed = this.seedOf(instrument.key);
    const { lotSize, option, future } = instrument;
    if (option !== null) {
      const family = this.family(underlyingKey, option.expiryDay, session);
      const lots = optionLots(isShare, this.#interest(instrument, ordinal, session.day));
      const steps = Math.round(option.strikeRupees / family.grid.stepRupees);
      const sessionLots = lots * this.#volumeFactor(seed, session);
      return new OptionTape(family, option.side, steps, { seed, lotSize, sessionLots });
    }
    const expiryDay = future?.expiryDay ?? session.day;
    const lots = futureLots(isShare, this.futureMonths.place(underlyingKey, expiryDay, session.day));
    return new FutureTape(
      session,
      this.#under(underlyingKey, session),
      { seed, lotSize, sessionLots: lots * this.#volumeFactor(seed, session) },
      this.#futurePrice(underlyingKey, expiryDay, session),
    );
  }

  #priceTape(instrument: MarketInstrument, session: TradingSession): PriceTape {
    const seed = this.seedOf(instrument.key);
    const tickPaise = this.tickOn(instrument, session.day);
    const close = this.closeOf(instrument, this.ordinalBefore(session));
    const limits = circuitLimits(instrument, close, tickPaise);
    const path = this.#paths.of(this.chain(instrument), session);
    return new PriceTape(session, this.#withEvents(path, instrument, session, limits), {
      seed,
      tickPaise,
      lotSize: 1,
      slots: instrument.slots,
      phaseMs:
        instrument.kind === "INDEX" || instrument.hasDerivatives ? 0 : this.#phase(seed, instrument.slots),
      sessionVolume: instrument.dayVolume * this.#volumeFactor(seed, session),
      lowestPaise: limits.lowerPaise,
      highestPaise: limits.upperPaise,
    });
  }

  #withEvents(
    path: FairPath,
    instrument: MarketInstrument,
    session: TradingSession,
    limits: ReturnType<typeof circuitLimits>,
  ): FairPath {
    const ordinal = this.ordinalBefore(session);
    const moved = this.#movedClose(instrument, ordinal);
    const chain = this.chain(instrument);
    const day = this.days.dayAt(Math.max(0, ordinal));
    return this.#events.applied(path, session, {
      key: instrument.key,
      beta: chain.terms.beta,
      before: moved === null ? 0 : Math.log(moved / 100) - chain.close(ordinal),
      sinceMs: this.sessions.regular(instrument.exchangeSegment, day)?.toMs ?? 0,
      limits: { lower: Math.log(limits.lowerPaise / 100), upper: Math.log(limits.upperPaise / 100) },
    });
  }

  /** Returns the prices in paise at each whole minute of a regular session and at its close. */
  minutePrices(instrument: MarketInstrument, session: TradingSession): Int32Array {
    if (instrument.path === null || session.kind !== "regular") {
      const { bars } = this.tape(instrument, session);
      const prices = new Int32Array(session.minutes + 1);
      prices.set(bars.open);
      prices[session.minutes] = bars.close.at(-1) ?? 0;
      return prices;
    }
    const tickPaise = this.tickOn(instrument, session.day);
    const close = this.closeOf(instrument, this.ordinalBefore(session));
    const { lowerPaise, upperPaise } = circuitLimits(instrument, close, tickPaise);
    return minutePrices(this.#paths.regularLogs(this.chain(instrument), session), {
      tickPaise,
      lowestPaise: lowerPaise,
      highestPaise: upperPaise,
    });
  }

  #phase(seed: number, slots: number): number {
    return Math.floor(uniform(seed, slots, 93) * (60_000 / slots / 250)) * 250;
  }

  /** Returns the volume of a session relative to a typical day's; it is higher on volatile days. */
  #volumeFactor(seed: number, session: TradingSession): number {
    if (session.kind === "extended") return (EXTENDED_VOLUME_SHARE * session.minutes) / 1_000;
    const ordinal = this.days.ordinal(session.day) ?? 0;
    const { slow, fast } = this.factors.market(ordinal);
    const restless = Math.exp(0.6 * (slow + fast));
    return this.days.length(ordinal) * restless * (0.7 + 0.6 * uniform(seed, ordinal, 94));
  }

  /** Returns the ordinal of the last trading day that ended before a session. */
  ordinalBefore(session: TradingSession): number {
    if (session.kind === "extended") return simulateNight(this.sessions, session).ordinal;
    return (this.days.ordinal(session.day) ?? 0) - 1;
  }

  #underlying(key: string): MarketInstrument {
    const found = this.#find(key);
    if (found === undefined) throw new Error(`${key} is not listed`);
    return found;
  }

  /** Returns the underlying's session that runs concurrently with a derivative's session. */
  #under(underlyingKey: string, session: TradingSession): UnderlyingMinutes {
    const { exchangeSegment } = splitInstrumentKey(underlyingKey);
    const beside =
      session.kind === "regular"
        ? this.sessions.regular(exchangeSegment, session.day)
        : this.sessions.at(exchangeSegment, session.day, session.fromMs);
    if (beside === null) throw new Error(`${underlyingKey} has no session on day ${session.day}`);
    const underlying = this.#underlying(underlyingKey);
    return new UnderlyingMinutes(session, {
      session: beside,
      tape: () => this.tape(underlying, beside),
      opens: () => this.minutePrices(underlying, beside),
    });
  }

  family(underlyingKey: string, expiryDay: number, session: TradingSession): FamilyDay {
    const last = this.#lastFamily;
    if (
      last?.underlyingKey === underlyingKey &&
      last.expiryDay === expiryDay &&
      last.family.session === session
    )
      return last.family;
    const name = `${underlyingKey} ${expiryDay} ${session.id}`;
    let family = this.#families.get(name);
    if (family === undefined) {
      const base = UNDERLYINGS[UNDERLYING_AT.get(underlyingKey) ?? -1];
      if (base === undefined) throw new Error(`no options on ${underlyingKey}`);
      const close = this.closeOf(this.#underlying(underlyingKey), this.ordinalBefore(session)) / 100;
      family = new FamilyDay({
        name,
        session,
        under: this.#under(underlyingKey, session),
        grid: strikeGrid(
          close,
          base.strikeStepRupees,
          contractTick(base, "option", session.day, close) / 100,
        ),
        sliceAt: buildSlices(
          { paths: this.#paths, sessions: this.sessions, factors: this.factors, basket: this.#basket },
          { underlying: this.#underlying(underlyingKey), expiryDay, session },
        ),
        store: this.#ladders,
      });
      this.#families.set(name, family);
    }
    this.#lastFamily = { underlyingKey, expiryDay, family };
    return family;
  }

  #futurePrice(underlyingKey: string, expiryDay: number, session: TradingSession) {
    const tick = this.futureTick(underlyingKey, session.day);
    const seed = this.seedOf(`${underlyingKey} basis`);
    const ordinal = this.ordinalBefore(session);
    return (minute: number, underlyingPaise: number): number => {
      const carried = carryYears(this.sessions, expiryDay, minuteStart(session, minute));
      const noise = basisNoise(seed, ordinal, minute) * Math.min(1, carried / BASIS_YEARS);
      const price = underlyingPaise * Math.exp(RISK_FREE_RATE * carried + noise);
      return Math.max(tick, Math.round(price / tick) * tick);
    };
  }

  #interest({ option }: MarketInstrument, ordinal: number, day: number): number {
    if (option === null) return 0;
    const spot = this.closeOf(this.#underlying(option.underlyingKey), ordinal) / 100;
    const isShare = !option.underlyingKey.startsWith("IDX_I");
    return optionInterest(isShare, option.strikeRupees / spot - 1, Math.max(0, option.expiryDay - day));
  }

  /** Returns the open interest at the end of a trading day. */
  #openInterestAfter(instrument: MarketInstrument, ordinal: number): number {
    const { option, future, key, lotSize } = instrument;
    const expiryDay = option?.expiryDay ?? future?.expiryDay ?? 0;
    const isShare = !getUnderlyingKey(instrument).startsWith("IDX_I");
    const fullLots =
      option === null
        ? 1.2 * futureLots(isShare, 0)
        : 1.4 *
          optionLots(isShare, this.#interest(instrument, ordinal - 1, expiryDay - OPEN_INTEREST_PEAK_DAYS)) *
          putCallFactor(this.factors, this.seedOf(`${option.underlyingKey} sides`), option.side, ordinal);
    const expiry = this.days.lastOrdinal(expiryDay);
    return openInterestAfter({ seed: this.seedOf(key), lotSize, fullLots, expiry }, ordinal);
  }

  /** Returns the open interest when the share `passed` of a session has elapsed; constant outside regular sessions. */
  openInterest(instrument: MarketInstrument, session: TradingSession, passed: number): number {
    if (instrument.option === null && instrument.future === null) return 0;
    const ordinal = this.ordinalBefore(session);
    const before = this.#openInterestAfter(instrument, ordinal);
    if (session.kind === "extended") return before;
    const after = this.#openInterestAfter(instrument, ordinal + 1);
    return openInterestBetween(before, after, instrument.lotSize, passed);
  }
}

function getUnderlyingKey({ option, future, key }: MarketInstrument): string {
  const found = option?.underlyingKey ?? future?.underlyingKey;
  if (found === undefined) throw new Error(`${key} is not a derivative`);
  return found;
}
