// Market overview (base API: getMarketOverview): day curves of the indices, the catalogue's shares, and the most traded
// options. It is recomputed at most every few seconds and shared by all requests.
import { setImmediate } from "node:timers/promises";
import type {
  IndexLine,
  MarketOverview,
  OptionLine,
  ShareLine,
} from "../../../app/contract/base-api/market-overview.ts";
import { isoDayOf, istDay, MINUTE_MS } from "../../../app/domain/time.ts";
import { SECTOR_OF } from "./companies.ts";
import { type MarketInstrument, UNDERLYING_AT } from "./instrument-master.ts";
import { INDICES, STOCKS } from "./instruments.ts";
import type { SandboxMarket } from "./market.ts";
import { buildContract, listStrikes } from "./option-chain.ts";
import type { PriceHistory } from "./price-history.ts";

export const OVERVIEW_LIMITS = {
  /** Requests within this time share one result. */
  sharedForMs: 5_000,
  /** Maximum age of a returned result. */
  oldestMs: 20_000,
  indexPoints: 75,
  sharePoints: 30,
  /** Number of strikes on each side of the money. */
  strikesEachWay: 6,
  options: 6,
  expiries: 8,
} as const;

/** Bar lengths in minutes, shortest first. */
const BAR_MINUTES = ["1", "5", "15", "25", "60"] as const;

export class MarketOverviewReader {
  readonly #market: SandboxMarket;
  readonly #history: PriceHistory;
  #latest: { atMs: number; value: MarketOverview } | null = null;
  #pending: Promise<MarketOverview> | null = null;

  constructor(market: SandboxMarket, history: PriceHistory) {
    this.#market = market;
    this.#history = history;
  }

  /** Returns a slightly stale result while a new one is computed. Only the first request is delayed. */
  read(nowMs: number): MarketOverview | Promise<MarketOverview> {
    const age = this.#latest === null ? Number.POSITIVE_INFINITY : nowMs - this.#latest.atMs;
    const isShared = age >= 0 && age < OVERVIEW_LIMITS.sharedForMs;
    if (this.#latest !== null && isShared) return this.#latest.value;
    this.#pending ??= this.#compute(nowMs)
      .then((value) => {
        this.#latest = { atMs: nowMs, value };
        return value;
      })
      .finally(() => {
        this.#pending = null;
      });
    if (this.#latest === null || age < 0 || age >= OVERVIEW_LIMITS.oldestMs) return this.#pending;
    this.#pending.catch(() => undefined);
    return this.#latest.value;
  }

  async #compute(nowMs: number): Promise<MarketOverview> {
    const fromMs = this.#market.dayChartStart("NSE_EQ", nowMs);
    const indices = this.#listed(Object.values(INDICES), nowMs);
    const shares = this.#listed(Object.values(STOCKS), nowMs).filter(
      ({ securityId }) => securityId !== STOCKS.niftyBees.securityId,
    );
    return {
      indices: await mapSequentially(indices, (one) => this.#index(one, fromMs, nowMs)),
      shares: await mapSequentially(shares, (one) => this.#share(one, fromMs, nowMs)),
      options: await this.#options(indices, nowMs),
      expiries: this.#expiries(indices, nowMs),
      curveFrom: new Date(fromMs).toISOString(),
      asOf: new Date(nowMs).toISOString(),
    };
  }

  #listed(named: readonly Pick<MarketInstrument, "exchangeSegment" | "securityId">[], nowMs: number) {
    return named.flatMap(
      ({ exchangeSegment, securityId }) => this.#market.find(exchangeSegment, securityId, nowMs) ?? [],
    );
  }

  #line(instrument: MarketInstrument, nowMs: number) {
    const { exchangeSegment, securityId, symbol, name } = instrument;
    const quote = this.#market.quote(instrument, nowMs);
    return {
      quote,
      line: {
        exchangeSegment,
        securityId,
        symbol,
        name,
        lastPaise: quote.lastPaise,
        previousClosePaise: quote.previousClosePaise,
      },
      day: { openPaise: quote.openPaise, highPaise: quote.highPaise, lowPaise: quote.lowPaise },
    };
  }

  async #curve(instrument: MarketInstrument, most: number, fromMs: number, nowMs: number) {
    const minutes = (nowMs - fromMs) / MINUTE_MS;
    const interval = BAR_MINUTES.find((bar) => minutes / Number(bar) <= most) ?? "60";
    const range = { interval, count: most, fromMs, beforeMs: nowMs + 1, includesExtended: true };
    return (await this.#history.bars(instrument, range, nowMs)).map(({ closePaise }) => closePaise);
  }

  async #index(instrument: MarketInstrument, fromMs: number, nowMs: number): Promise<IndexLine> {
    const { line, day } = this.#line(instrument, nowMs);
    const [expiry] = this.#market.expiries(UNDERLYING_AT.get(instrument.key) ?? -1, nowMs);
    const curve = await this.#curve(instrument, OVERVIEW_LIMITS.indexPoints, fromMs, nowMs);
    return { ...line, ...day, curve, expiry: expiry === undefined ? null : isoDayOf(expiry.day) };
  }

  async #share(instrument: MarketInstrument, fromMs: number, nowMs: number): Promise<ShareLine> {
    const { line, day, quote } = this.#line(instrument, nowMs);
    const curve = await this.#curve(instrument, OVERVIEW_LIMITS.sharePoints, fromMs, nowMs);
    const sector = SECTOR_OF.get(instrument.securityId) ?? "Other";
    return { ...line, ...day, curve, volume: quote.volume, sector };
  }

  async #options(indices: readonly MarketInstrument[], nowMs: number): Promise<OptionLine[]> {
    const found = await mapSequentially(indices, (index) => this.#nearOptions(index, nowMs));
    return found
      .flat()
      .sort((one, other) => other.volume - one.volume)
      .slice(0, OVERVIEW_LIMITS.options);
  }

  /** Returns the options of the nearest expiry around the money. */
  async #nearOptions(index: MarketInstrument, nowMs: number): Promise<OptionLine[]> {
    const market = this.#market;
    const code = UNDERLYING_AT.get(index.key) ?? -1;
    const [expiry] = market.expiries(code, nowMs);
    if (expiry === undefined) return [];
    const spot = market.spot(index.key, nowMs);
    const strikes = listStrikes(code, spot);
    const middle = Math.floor(strikes.length / 2);
    const { strikesEachWay } = OVERVIEW_LIMITS;
    const near = strikes.slice(Math.max(0, middle - strikesEachWay), middle + strikesEachWay + 1);
    const contracts = near.flatMap((strike) => (["CE", "PE"] as const).map((side) => ({ strike, side })));
    const lines = await mapSequentially(contracts, async ({ strike, side }) => {
      const terms = buildContract(index.key, expiry, strike, side, spot, istDay(nowMs));
      const contract = terms && market.find(terms.exchangeSegment, terms.securityId, nowMs);
      if (contract === null) return [];
      const { line, quote } = this.#line(contract, nowMs);
      return [
        {
          ...line,
          underlying: index.name,
          strikePaise: Math.round(strike * 100),
          side,
          expiry: isoDayOf(expiry.day),
          volume: quote.volume,
        },
      ];
    });
    return lines.flat();
  }

  #expiries(indices: readonly MarketInstrument[], nowMs: number) {
    return indices
      .flatMap(({ key, name }) =>
        this.#market
          .expiries(UNDERLYING_AT.get(key) ?? -1, nowMs)
          .map(({ day, isMonthly }) => ({ name, day: isoDayOf(day), isMonthly })),
      )
      .sort((one, other) => one.day.localeCompare(other.day))
      .slice(0, OVERVIEW_LIMITS.expiries);
  }
}

/** Computes the items sequentially and yields to other work between them. */
async function mapSequentially<One, Other>(
  all: readonly One[],
  each: (one: One) => Promise<Other>,
): Promise<Other[]> {
  const found: Other[] = [];
  for (const one of all) {
    await setImmediate();
    found.push(await each(one));
  }
  return found;
}
