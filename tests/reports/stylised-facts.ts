// Statistics of the sandbox's market, computed as for a real one, each with the range published for Indian large caps
// and indices. `report-market.ts` prints them.
import { EXCHANGE_CALENDAR } from "../../app/domain/market-sessions.ts";
import { dayOfIso, istDayStart, MINUTE_MS } from "../../app/domain/time.ts";
import { CONSTITUENTS } from "../../server/sandbox/exchange/companies.ts";
import type { MarketInstrument } from "../../server/sandbox/exchange/instrument-master.ts";
import { SandboxMarket } from "../../server/sandbox/exchange/market.ts";
import { buildContract } from "../../server/sandbox/exchange/option-chain.ts";
import {
  autocorrelation,
  correlation,
  deviation,
  excessKurtosis,
  maxDrawdown,
  mean,
  median,
  returnsOf,
} from "./market-measures.ts";
import { REFERENCES } from "./market-references.ts";

/** First and last day of the measured period, which is about the period of the records. */
const FROM = dayOfIso("2023-01-01");
const TO = dayOfIso("2026-10-31");
/** Statistics of minutes are measured on every fourth day only, to save time. */
const MINUTE_DAYS_EVERY = 4;
const YEAR = 250;
const HALF_YEAR = 126;
const MONTH = 21;
const WEEK = 5;
/** A share that correlates with the index more closely than this is an index fund. */
const FUND_CORRELATION = 0.95;

export type Fact = { name: string; unit: string; from: number; to: number; source: string; value: number };

const LARGE = [
  "1333",
  "11536",
  "2885",
  "1594",
  "4963",
  "3045",
  "5900",
  "1922",
  "1660",
  "11483",
  "1394",
  "10604",
  "3351",
  "3506",
  "236",
];
const BANKS = ["1333", "4963", "3045", "5900", "1922"];

export function measureMarket(seed: number): Fact[] {
  const market = new SandboxMarket(seed, EXCHANGE_CALENDAR);
  const found = new Map<string, number>();
  const days: number[] = [];
  for (let day = FROM; day <= TO; day += 1) if (market.paths.isTradingDay(day)) days.push(day);
  const closes = (key: string) => market.closesBefore(key, TO + 1, days.length + 1);
  measureDaily(market, closes, found);
  measurePremia(market, closes, found);
  measureGaps(market, days, found);
  measureMinutes(market, days, found);
  measureOptions(market, days, closes("IDX_I:13"), found);
  measureBooks(market, found);
  return Object.entries(REFERENCES).map(([name, [from, to, unit, source]]) => ({
    name,
    unit,
    from,
    to,
    source,
    value: found.get(name) ?? Number.NaN,
  }));
}

function measureDaily(
  market: SandboxMarket,
  closes: (key: string) => number[],
  found: Map<string, number>,
): void {
  const index = closes("IDX_I:13");
  const nifty = returnsOf(index);
  const large = LARGE.flatMap((id) =>
    market.find("NSE_EQ", id, istDayStart(TO)) === null ? [] : `NSE_EQ:${id}`,
  );
  const shares = new Map(large.map((key) => [key, returnsOf(closes(key))]));
  const all = [...shares.values()];
  const size = nifty.map(Math.abs);
  const lags = (from: number, to: number) =>
    mean(Array.from({ length: to - from + 1 }, (_, at) => autocorrelation(size, from + at)));
  const bankReturns = BANKS.map((id) => shares.get(`NSE_EQ:${id}`) ?? []);
  const others = [...shares].filter(([key]) => !BANKS.includes(key.slice(7))).map(([, returns]) => returns);
  const pairs = (a: number[][], b: number[][]) =>
    a.flatMap((one, at) =>
      b.flatMap((two, place) => (one === two || (a === b && place <= at) ? [] : correlation(one, two))),
    );
  const fund = returnsOf(closes("NSE_EQ:10576"));
  const set = (name: keyof typeof REFERENCES & string, value: number) => found.set(name, value);
  set("Index volatility a year", deviation(nifty) * Math.sqrt(YEAR) * 100);
  set(
    "Large-cap share volatility a year, median",
    median(all.map((one) => deviation(one) * Math.sqrt(YEAR) * 100)),
  );
  set("Index daily excess kurtosis", excessKurtosis(nifty));
  set("Share daily excess kurtosis, median", median(all.map(excessKurtosis)));
  set("Autocorrelation of index returns, lag 1", autocorrelation(nifty, 1));
  set("Autocorrelation of absolute index returns, lag 1", autocorrelation(size, 1));
  set("Autocorrelation of absolute index returns, mean of lags 2 to 10", lags(2, 10));
  set("Autocorrelation of absolute index returns, mean of lags 20 to 40", lags(20, 40));
  set("Correlation of shares with the index, median", median(all.map((one) => correlation(one, nifty))));
  set("Correlation of two banks, median", median(pairs(bankReturns, bankReturns)));
  set("Correlation across sectors, median", median(pairs(bankReturns, others)));
  set("Correlation of the weighted large caps with NIFTY", correlation(nifty, basketReturns(market, closes)));
  set("Correlation of NIFTY and SENSEX", correlation(nifty, returnsOf(closes("IDX_I:51"))));
  set("Correlation of NIFTY and BANKNIFTY", correlation(nifty, returnsOf(closes("IDX_I:25"))));
  set("Index fund: correlation with its index", correlation(nifty, fund));
  set(
    "Index fund: tracking error a year, close to close",
    deviation(fund.map((value, at) => value - (nifty[at] ?? 0))) * Math.sqrt(YEAR) * 100,
  );
  set("Max drawdown of the index", maxDrawdown(index) * 100);
  set("Index return a year", (((index.at(-1) ?? 1) / (index[0] ?? 1)) ** (YEAR / nifty.length) - 1) * 100);
}

/** Returns the daily returns of the catalogue's large caps, with their weights in the index. */
function basketReturns(market: SandboxMarket, closes: (key: string) => number[]): number[] {
  const sum: number[] = [];
  for (const key of CONSTITUENTS) {
    const weight = instrumentOf(market, "NSE_EQ", key.slice(7)).path?.weight ?? 0;
    for (const [day, value] of returnsOf(closes(key)).entries()) sum[day] = (sum[day] ?? 0) + weight * value;
  }
  return sum;
}

/**
 * Measures the cross-sectional premia: returns relative to the mean of all shares, by momentum rank and by reversal.
 */
function measurePremia(
  market: SandboxMarket,
  closes: (key: string) => number[],
  found: Map<string, number>,
): void {
  const listed = market.listed(istDayStart(TO)).filter((one) => one.exchangeSegment === "NSE_EQ");
  const index = returnsOf(closes("IDX_I:13"));
  // Excludes index funds, which belong to no ranking of shares.
  const all = listed
    .map(({ key }) => returnsOf(closes(key)))
    .filter((returns) => returns.length === index.length && correlation(returns, index) < FUND_CORRELATION);
  const average = index.map((_, day) => mean(all.map((returns) => returns[day] ?? 0)));
  const own = all.map((returns) => returns.map((value, day) => value - (average[day] ?? 0)));
  const sum = (returns: readonly number[], from: number, to: number) =>
    returns.slice(from, to).reduce((total, value) => total + value, 0);

  const spreads: number[] = [];
  for (let day = HALF_YEAR; day + MONTH <= index.length; day += MONTH) {
    const ranked = [...own].sort(
      (a, b) => sum(b, day - HALF_YEAR, day - MONTH) - sum(a, day - HALF_YEAR, day - MONTH),
    );
    const third = Math.floor(ranked.length / 3);
    const next = (part: number[][]) => mean(part.map((returns) => sum(returns, day, day + MONTH)));
    spreads.push(next(ranked.slice(0, third)) - next(ranked.slice(-third)));
  }
  found.set(
    "Momentum: best third of six months less the worst, next month",
    mean(spreads) * (YEAR / MONTH) * 100,
  );

  const weeks: number[] = [];
  const days: number[] = [];
  for (const returns of own)
    for (let day = WEEK; day < returns.length; day += 1) {
      weeks.push(sum(returns, day - WEEK, day));
      days.push(returns[day] ?? 0);
    }
  found.set("Reversal: correlation of last week's own return with the next day's", correlation(weeks, days));
}

function measureGaps(market: SandboxMarket, days: readonly number[], found: Map<string, number>): void {
  const gaps: number[] = [];
  const sessions: number[] = [];
  const index = instrumentOf(market, "IDX_I", "13");
  for (const day of days) {
    const tape = market.regularTape(index, day);
    const [before = Number.NaN] = market.closesBefore(index.key, day, 1);
    const open = (tape?.bars.open[0] ?? Number.NaN) / 100;
    const close = (tape?.bars.close.at(-1) ?? Number.NaN) / 100;
    gaps.push(Math.log(open / before));
    sessions.push(Math.log(close / open));
  }
  const [night, session] = [deviation(gaps) ** 2, deviation(sessions) ** 2];
  found.set("Overnight share of the index's variance", (night / (night + session)) * 100);
  found.set("Correlation of gap and day", correlation(gaps, sessions));
}

function measureMinutes(market: SandboxMarket, days: readonly number[], found: Map<string, number>): void {
  const index = instrumentOf(market, "IDX_I", "13");
  const share = instrumentOf(market, "NSE_EQ", "1333");
  const parts = { open: [] as number[], midday: [] as number[], close: [] as number[] };
  const volumes = { open: 0, midday: 0 };
  const together: number[] = [];
  let largest = 0;
  for (const [place, day] of days.entries()) {
    const bars = market.regularTape(index, day)?.bars;
    if (bars === undefined || bars.open.length !== 375) continue;
    for (let minute = 1; minute < 375; minute += 1)
      largest = Math.max(
        largest,
        Math.abs(Math.log((bars.close[minute] ?? 1) / (bars.close[minute - 1] ?? 1))),
      );
    if (place % MINUTE_DAYS_EVERY !== 0) continue;
    const own = market.regularTape(share, day)?.bars;
    if (own === undefined) continue;
    const sizes: number[] = [];
    const traded: number[] = [];
    for (let minute = 1; minute < 375; minute += 1) {
      const step = Math.log((own.close[minute] ?? 1) / (own.close[minute - 1] ?? 1));
      sizes.push(Math.abs(step));
      traded.push(own.volume[minute] ?? 0);
      if (minute < 30) parts.open.push(step);
      else if (minute >= 165 && minute < 195) parts.midday.push(step);
      else if (minute >= 345) parts.close.push(step);
      if (minute < 30) volumes.open += own.volume[minute] ?? 0;
      if (minute >= 165 && minute < 194) volumes.midday += own.volume[minute] ?? 0;
    }
    together.push(correlation(sizes, traded));
  }
  found.set("Largest one-minute move of the index", largest * 100);
  found.set("Volume of the first half hour over midday's", volumes.open / volumes.midday);
  found.set(
    "Volatility of the first half hour over midday's",
    deviation(parts.open) / deviation(parts.midday),
  );
  found.set(
    "Volatility of the last half hour over midday's",
    deviation(parts.close) / deviation(parts.midday),
  );
  found.set("Correlation of a minute's volume and absolute return", mean(together));
}

/** Returns the volatility at the money and 5 % below it for an expiry some trading days ahead, at noon. */
function impliedAt(market: SandboxMarket, day: number, ahead: number, moneyness: number): number {
  const atMs = istDayStart(day) + (12 * 60 + 30) * MINUTE_MS;
  const spot = market.spot("IDX_I:13", atMs);
  const ordinal = market.tapes.days.ordinal(day) ?? 0;
  const expiry = { day: market.tapes.days.dayAt(ordinal + ahead), isMonthly: true };
  const strike = Math.round((spot * moneyness) / 50) * 50;
  const contract = buildContract("IDX_I:13", expiry, strike, "CE", spot, day);
  return contract === null ? Number.NaN : market.volatilityAt(contract, spot, atMs) * 100;
}

function measureOptions(
  market: SandboxMarket,
  days: readonly number[],
  closes: readonly number[],
  found: Map<string, number>,
): void {
  const atMoney = days.map((day) => impliedAt(market, day, 21, 1));
  const changes = returnsOf(atMoney);
  const spots = days.map((day) => market.spot("IDX_I:13", istDayStart(day) + (12 * 60 + 30) * MINUTE_MS));
  const realised = deviation(returnsOf(closes)) * Math.sqrt(YEAR) * 100;
  const some = days.filter((_, place) => place % 10 === 0);
  found.set("Implied over realised volatility, NIFTY 30 days", mean(atMoney) / realised);
  found.set("Correlation of implied volatility's change and return", correlation(changes, returnsOf(spots)));
  found.set(
    "Largest daily change of implied volatility",
    Math.max(...changes.map((value) => Math.abs(Math.expm1(value)))) * 100,
  );
  found.set(
    "Skew: 5 % below less at the money, 30 days",
    mean(some.map((day) => impliedAt(market, day, 21, 0.95) - impliedAt(market, day, 21, 1))),
  );
  found.set(
    "Term structure: 60 less 7 trading days, median",
    median(some.map((day) => impliedAt(market, day, 60, 1) - impliedAt(market, day, 7, 1))),
  );
}

function measureBooks(market: SandboxMarket, found: Map<string, number>): void {
  const atMs = istDayStart(dayOfIso("2026-10-28")) + (12 * 60 + 30) * MINUTE_MS;
  const width = (instrument: MarketInstrument) => {
    const { bids, asks } = market.book(instrument, atMs);
    const [bid, ask] = [bids[0]?.pricePaise ?? 0, asks[0]?.pricePaise ?? 0];
    return ((ask - bid) / ((ask + bid) / 2)) * 10_000;
  };
  const shares = market.listed(atMs).filter(({ exchangeSegment }) => exchangeSegment === "NSE_EQ");
  const large = LARGE.map((id) => instrumentOf(market, "NSE_EQ", id));
  const small = shares.filter(({ dayVolume }) => dayVolume < 300_000);
  found.set("Spread of a large cap", median(large.map(width)));
  found.set("Spread of a small cap", median(small.map(width)));
  found.set(
    "Impact of buying ₹10 lakh of a large cap",
    median(large.map((share) => impactOf(market, share, atMs))),
  );
  const [expiry] = market.expiries(0, atMs);
  const spot = market.spot("IDX_I:13", atMs);
  const contract =
    expiry === undefined
      ? null
      : buildContract("IDX_I:13", expiry, Math.round(spot / 50) * 50, "CE", spot, expiry.day);
  found.set(
    "Spread of an option at the money, nearest expiry",
    contract === null ? Number.NaN : width(contract) / 100,
  );
}

/** Returns the basis points above the mid price that a buy order of a million rupees pays. */
function impactOf(market: SandboxMarket, share: MarketInstrument, atMs: number): number {
  const { bids, asks } = market.book(share, atMs);
  const middle = ((bids[0]?.pricePaise ?? 0) + (asks[0]?.pricePaise ?? 0)) / 2;
  let remainingPaise = 100_000_000;
  let bought = 0;
  for (const { pricePaise, quantity } of asks) {
    const affordable = Math.min(quantity, remainingPaise / pricePaise);
    bought += affordable;
    remainingPaise -= affordable * pricePaise;
    if (remainingPaise <= 0) break;
  }
  return ((100_000_000 - remainingPaise) / bought / middle - 1) * 10_000;
}

function instrumentOf(market: SandboxMarket, segment: "IDX_I" | "NSE_EQ", id: string): MarketInstrument {
  const found = market.find(segment, id, istDayStart(TO));
  if (found === null) throw new Error(`${segment}:${id} is not listed`);
  return found;
}
