// Logarithms of an instrument's price at each whole minute of a session, before rounding to ticks. Regular sessions are
// Brownian bridges between the daily chain's open and close, for the market, the sector and the instrument itself.
// Extended sessions are bridges from one close to the next open.
import { MINUTE_MS } from "../../../app/domain/time.ts";
import type { DailyChain } from "./daily-chain.ts";
import type { FactorDay, MarketFactors } from "./factors.ts";
import type { IndexBasket } from "./index-basket.ts";
import { MARKET_MODEL, minuteShares } from "./market-model.ts";
import { brownianBridge, hash, RandomDraws } from "./seeded-noise.ts";
import type { Sessions, TradingSession } from "./trading-days.ts";

const CACHED_FACTOR_DAYS = 400;
/** Number of cached days, 3 kB each. It covers all days of the records, because shares are read one after the other. */
const CACHED_EXCESS_DAYS = 1_500;
/**
 * A slow random wave that makes the variance of a day's minutes uneven; `deviation` is the standard deviation of its
 * logarithm.
 */
const WAVE = { deviation: 0.45, persistence: 0.97 } as const;

export type FairPath = {
  /** Logarithms of the price at each whole minute and at the close: one entry more than the session has minutes. */
  logs: Float64Array;
  /** Standard deviation of each minute's return. */
  deviation: Float64Array;
  /** Minutes whose price an event fixes, marked with `FIXED_PRICE`. Omitted when there are none. */
  held?: Uint8Array;
};

/** Marks of a minute whose price an event fixes: trading is halted, or the price is at a circuit limit. */
export const FIXED_PRICE = { halted: 1, atLimit: 2 } as const;

type FactorMinutes = { path: Float64Array; shares: Float64Array; volatility: VolatilityPath };
/** Components of the logarithm of the market's volatility divided by its long-run level, at each whole minute. */
export type VolatilityPath = { slow: Float64Array; fast: Float64Array };

export class FairPaths {
  readonly #factors: MarketFactors;
  readonly #sessions: Sessions;
  readonly #market = new Map<number, FactorMinutes>();
  readonly #sectors = new Map<number, Float64Array>();
  readonly #basket: IndexBasket;
  /**
   * Excess return of the index basket (index-basket.ts) at each whole minute, by trading day and by extended session.
   */
  readonly #excess = new Map<string, Float64Array>();

  constructor(factors: MarketFactors, sessions: Sessions, basket: IndexBasket) {
    this.#factors = factors;
    this.#sessions = sessions;
    this.#basket = basket;
  }

  of(chain: DailyChain, session: TradingSession): FairPath {
    return session.kind === "regular" ? this.#regular(chain, session) : this.#extended(chain, session);
  }

  #regular(chain: DailyChain, session: TradingSession): FairPath {
    const { terms } = chain;
    const ordinal = this.#factors.days.ordinal(session.day) ?? 0;
    const { sigma } = chain.day(ordinal);
    const { shares } = this.#marketMinutes(ordinal, session.minutes);
    const width = this.#sessionWidth(ordinal);
    const totalWidth =
      width *
      Math.hypot(
        terms.beta * this.#factors.market(ordinal).sigma,
        terms.load === 0 ? 0 : terms.load * this.#factors.sector(terms.sector, ordinal).sigma,
        sigma,
      );
    const deviation = shares.map((share) => totalWidth * Math.sqrt(share));
    return { logs: this.regularLogs(chain, session), deviation };
  }

  /** Returns only the logarithms of the prices of a regular session. */
  regularLogs(chain: DailyChain, session: TradingSession): Float64Array {
    const { terms } = chain;
    const ordinal = this.#factors.days.ordinal(session.day) ?? 0;
    const day = chain.day(ordinal);
    const market = this.#marketMinutes(ordinal, session.minutes);
    const sector = terms.load === 0 ? null : this.#sectorMinutes(terms.sector, ordinal, market.shares);
    const width = day.sigma * this.#sessionWidth(ordinal);
    const own =
      day.sigma === 0
        ? null
        : drawBridge(new RandomDraws(terms.seed, ordinal, 71), market.shares, width, day.session);
    const excess = terms.weight === 0 ? null : this.#sessionExcess(ordinal, session.minutes);
    const logs = new Float64Array(session.minutes + 1);
    for (let minute = 0; minute <= session.minutes; minute += 1)
      logs[minute] =
        day.open +
        terms.beta * (market.path[minute] ?? 0) +
        (sector === null ? 0 : terms.load * (sector[minute] ?? 0)) +
        (own === null ? 0 : (own[minute] ?? 0)) -
        (excess === null ? 0 : (excess[minute] ?? 0));
    logs[session.minutes] = day.close;
    return logs;
  }

  #sessionWidth(ordinal: number): number {
    return Math.sqrt((1 - MARKET_MODEL.overnightShare) * this.#factors.days.length(ordinal));
  }

  #marketMinutes(ordinal: number, minutes: number): FactorMinutes {
    let known = this.#market.get(ordinal);
    if (known === undefined || known.shares.length !== minutes) {
      if (this.#market.size >= CACHED_FACTOR_DAYS) this.#market.clear();
      const day = this.#factors.market(ordinal);
      const shares = unevenShares(new RandomDraws(this.#factors.seed, ordinal, 72), minutes);
      const draws = new RandomDraws(this.#factors.seed, ordinal, 73);
      const path = drawBridge(draws, shares, day.sigma * this.#sessionWidth(ordinal), day.session - day.jump);
      const volatility = this.#sessionVolatility(ordinal, path);
      const jumpsAfter = Math.floor(day.jumpAt * minutes);
      if (day.jump !== 0)
        for (let minute = jumpsAfter + 1; minute <= minutes; minute += 1)
          path[minute] = (path[minute] ?? 0) + day.jump;
      known = { path, shares, volatility };
      this.#market.set(ordinal, known);
    }
    return known;
  }

  volatility(session: TradingSession): VolatilityPath {
    if (session.kind === "regular") {
      const ordinal = this.#factors.days.ordinal(session.day) ?? 0;
      const minutes = this.#sessions.regular("NSE_EQ", session.day)?.minutes ?? session.minutes;
      return this.#marketMinutes(ordinal, minutes).volatility;
    }
    const night = simulateNight(this.#sessions, session);
    const next = this.#factors.market(night.ordinal + 1);
    const share = (minute: number) => night.share(session.fromMs + minute * MINUTE_MS);
    const wave = nightBridge(this.#factors.seed, night.ordinal, session, share);
    const width = Math.sqrt(MARKET_MODEL.overnightShare);
    return volatilityAlong(next, session.minutes, (minute) => ({
      // Only the night's shock applies here. The other terms of the daily recursion apply during the next session.
      passed: 0,
      z: width * (next.nightShock * share(minute) + (wave[minute] ?? 0)),
    }));
  }

  /**
   * Returns the volatility states of a session. Volatility rises as prices fall, minute by minute, and ends at the
   * value of the daily recursion.
   */
  #sessionVolatility(ordinal: number, path: Float64Array): VolatilityPath {
    const day = this.#factors.market(ordinal);
    const minutes = path.length - 1;
    const width = Math.sqrt(1 - MARKET_MODEL.overnightShare);
    const night = Math.sqrt(MARKET_MODEL.overnightShare) * day.nightShock;
    const drift = day.session - day.jump - day.sigma * this.#sessionWidth(ordinal) * day.sessionShock;
    const scale = day.sigma * Math.sqrt(this.#factors.days.length(ordinal));
    return volatilityAlong(day, minutes, (minute) => {
      const passed = minute / minutes;
      const z =
        minute === minutes ? width * day.sessionShock : ((path[minute] ?? 0) - passed * drift) / scale;
      return { passed, z: night + z };
    });
  }

  #sectorMinutes(sector: number, ordinal: number, shares: Float64Array): Float64Array {
    const key = ordinal * 64 + sector;
    let known = this.#sectors.get(key);
    if (known === undefined || known.length !== shares.length + 1) {
      if (this.#sectors.size >= CACHED_FACTOR_DAYS) this.#sectors.clear();
      const { sigma, session } = this.#factors.sector(sector, ordinal);
      const draws = new RandomDraws(hash(this.#factors.seed, sector, 0x5ec7), ordinal, 74);
      known = drawBridge(draws, shares, sigma * this.#sessionWidth(ordinal), session);
      this.#sectors.set(key, known);
    }
    return known;
  }

  /** Returns the basket's excess return over the index since the open of a regular session, at each whole minute. */
  #sessionExcess(ordinal: number, minutes: number): Float64Array {
    return this.#excessOf(`${ordinal} ${minutes}`, minutes, (add) => {
      const { path, shares } = this.#marketMinutes(ordinal, minutes);
      const width = this.#sessionWidth(ordinal);
      for (const { terms, weight, own } of this.#basket.constituents) {
        const { sigma, session } = own.day(ordinal);
        add(path, weight * (terms.beta - 1));
        add(this.#sectorMinutes(terms.sector, ordinal, shares), weight * terms.load);
        add(drawBridge(new RandomDraws(terms.seed, ordinal, 71), shares, sigma * width, session), weight);
      }
    });
  }

  #excessOf(
    name: string,
    minutes: number,
    fill: (add: (path: Float64Array, weight: number) => void) => void,
  ): Float64Array {
    let known = this.#excess.get(name);
    if (known === undefined) {
      if (this.#excess.size >= CACHED_EXCESS_DAYS) this.#excess.clear();
      const sum = new Float64Array(minutes + 1);
      fill((path, weight) => {
        for (let minute = 0; minute <= minutes; minute += 1)
          sum[minute] = (sum[minute] ?? 0) + weight * (path[minute] ?? 0);
      });
      known = sum;
      this.#excess.set(name, known);
    }
    return known;
  }

  #extended(chain: DailyChain, session: TradingSession): FairPath {
    const { terms } = chain;
    const night = simulateNight(this.#sessions, session);
    const { minutes } = session;
    const logs = new Float64Array(minutes + 1).fill(chain.close(night.ordinal));
    const deviation = new Float64Array(minutes);
    const next = night.ordinal + 1;
    const share = (minute: number) => night.share(session.fromMs + minute * MINUTE_MS);
    const width = Math.sqrt(MARKET_MODEL.overnightShare);
    const parts = this.#nightParts(terms, next, chain.day(next));
    const addTo = (sum: Float64Array, { seed, weight, sigma, move }: NightPart) => {
      const wave = nightBridge(seed, night.ordinal, session, share);
      for (let minute = 0; minute <= minutes; minute += 1)
        sum[minute] =
          (sum[minute] ?? 0) + weight * (move * share(minute) + sigma * width * (wave[minute] ?? 0));
    };
    for (const part of parts) addTo(logs, part);
    if (terms.weight !== 0) {
      const excess = this.#excessOf(`night ${session.id}`, minutes, (add) => {
        const sum = new Float64Array(minutes + 1);
        for (const { terms: own, weight, own: movement } of this.#basket.constituents)
          for (const part of this.#nightParts({ ...own, beta: own.beta - 1 }, next, movement.day(next)))
            addTo(sum, { ...part, weight: part.weight * weight });
        add(sum, 1);
      });
      for (let minute = 0; minute <= minutes; minute += 1)
        logs[minute] = (logs[minute] ?? 0) - (excess[minute] ?? 0);
    }
    const dayShock = width * Math.hypot(...parts.map(({ weight, sigma }) => weight * sigma));
    for (let minute = 0; minute < minutes; minute += 1)
      deviation[minute] = dayShock * Math.sqrt(Math.max(0, share(minute + 1) - share(minute)));
    return { logs, deviation };
  }

  /** Returns the parts of an instrument's movement in the night before a trading day. */
  #nightParts(
    terms: DailyChain["terms"],
    ordinal: number,
    own: { sigma: number; overnight: number },
  ): NightPart[] {
    const { seed } = this.#factors;
    const market = this.#factors.market(ordinal);
    const parts = [{ seed, weight: terms.beta, sigma: market.sigma, move: market.overnight }];
    if (terms.load !== 0) {
      const { sigma, overnight } = this.#factors.sector(terms.sector, ordinal);
      const ofSector = hash(seed, terms.sector, 0x5ec7);
      parts.push({ seed: ofSector, weight: terms.load, sigma, move: overnight });
    }
    if (own.sigma !== 0) parts.push({ seed: terms.seed, weight: 1, sigma: own.sigma, move: own.overnight });
    return parts;
  }
}

/**
 * Overnight return of the market, a sector or a share. `move` accrues over the night, `sigma` scales a Brownian bridge,
 * and `weight` multiplies both.
 */
type NightPart = { seed: number; weight: number; sigma: number; move: number };

function volatilityAlong(
  day: FactorDay,
  minutes: number,
  at: (minute: number) => { passed: number; z: number },
): VolatilityPath {
  const { overnightShare, slowVolatility, fastVolatility } = MARKET_MODEL;
  const dayShock =
    Math.sqrt(overnightShare) * day.nightShock + Math.sqrt(1 - overnightShare) * day.sessionShock;
  const path = { slow: new Float64Array(minutes + 1), fast: new Float64Array(minutes + 1) };
  const [slowNews, fastNews] = [computeLeverage(slowVolatility), computeLeverage(fastVolatility)];
  for (let minute = 0; minute <= minutes; minute += 1) {
    const { passed, z } = at(minute);
    path.slow[minute] = day.slow + passed * (day.slowAfter - day.slow + slowNews * dayShock) - slowNews * z;
    path.fast[minute] = day.fast + passed * (day.fastAfter - day.fast + fastNews * dayShock) - fastNews * z;
  }
  return path;
}

/** Returns the change of a volatility component per standard deviation of return. */
function computeLeverage({
  deviation,
  persistence,
  leverage,
}: {
  deviation: number;
  persistence: number;
  leverage: number;
}) {
  return deviation * Math.sqrt(1 - persistence * persistence) * leverage;
}

/** Returns the overnight period of an extended session: the trading day before it and the elapsed share at a time. */
export function simulateNight(sessions: Sessions, session: TradingSession) {
  const { days } = sessions;
  const today = days.ordinal(session.day);
  const isMorning = today !== null && session.fromMs < (sessions.regular("NSE_EQ", session.day)?.fromMs ?? 0);
  const ordinal = today === null ? days.lastOrdinal(session.day) : isMorning ? today - 1 : today;
  // The derivatives segment closes last. Prices do not move between the shares' close and that later close.
  const fromMs = sessions.regular("NSE_FNO", days.dayAt(ordinal))?.toMs ?? session.fromMs;
  const toMs = sessions.regular("NSE_EQ", days.dayAt(ordinal + 1))?.fromMs ?? session.toMs;
  const share = (atMs: number) => Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs)));
  return { ordinal, share };
}

function nightBridge(
  seed: number,
  ordinal: number,
  session: TradingSession,
  share: (minute: number) => number,
): Float64Array {
  const { minutes } = session;
  const wave = new Float64Array(minutes + 1);
  const ends = [share(0), share(minutes)] as const;
  wave[0] = brownianBridge(seed ^ 0x91e10da5, ordinal, ends[0]);
  const last = ends[1] >= 1 ? 0 : brownianBridge(seed ^ 0x91e10da5, ordinal, ends[1]);
  const draws = new RandomDraws(seed, session.id, 75);
  for (let minute = 1; minute <= minutes; minute += 1) {
    const before = wave[minute - 1] ?? 0;
    const [from, to] = [share(minute - 1), share(minute)];
    const minutesToEnd = ends[1] - from;
    const step = to - from;
    if (step <= 0 || minutesToEnd <= 0) {
      wave[minute] = before;
      continue;
    }
    const spread = Math.sqrt(Math.max(0, (step * (minutesToEnd - step)) / minutesToEnd));
    wave[minute] = before + ((last - before) * step) / minutesToEnd + spread * draws.normal();
  }
  return wave;
}

/**
 * Returns a Brownian bridge from 0 to `end`, one value per whole minute. Its total variance is the square of `width`;
 * `shares` contains each minute's share of it.
 */
function drawBridge(draws: RandomDraws, shares: Float64Array, width: number, end: number): Float64Array {
  const minutes = shares.length;
  const path = new Float64Array(minutes + 1);
  let walked = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    walked += Math.sqrt(shares[minute] ?? 0) * draws.normal();
    path[minute + 1] = walked;
  }
  let passed = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    passed += shares[minute] ?? 0;
    path[minute + 1] = width * ((path[minute + 1] ?? 0) - passed * walked) + passed * end;
  }
  return path;
}

function unevenShares(draws: RandomDraws, minutes: number): Float64Array {
  const usual = minuteShares(minutes);
  const shares = new Float64Array(minutes);
  const news = WAVE.deviation * Math.sqrt(1 - WAVE.persistence ** 2);
  let wave = WAVE.deviation * draws.normal();
  let sum = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    const share = (usual[minute] ?? 0) * Math.exp(2 * wave);
    shares[minute] = share;
    sum += share;
    wave = WAVE.persistence * wave + news * draws.normal();
  }
  for (let minute = 0; minute < minutes; minute += 1) shares[minute] = (shares[minute] ?? 0) / sum;
  return shares;
}
