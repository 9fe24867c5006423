// Two dozen obvious trading rules and their returns after costs: none should earn much over a long period. They read
// only prices, as a trader does. `report:market` prints them over many seeds.
import { EXCHANGE_CALENDAR } from "../../app/domain/market-sessions.ts";
import { dayOfIso, istDayStart, MINUTE_MS } from "../../app/domain/time.ts";
import { STOCKS } from "../../server/sandbox/exchange/instruments.ts";
import { SandboxMarket } from "../../server/sandbox/exchange/market.ts";
import { deviation, mean } from "./market-measures.ts";
import { shortStraddleOfExpiry, shortStrangle } from "./short-volatility.ts";

export const RULE_DAYS = { from: dayOfIso("2023-01-02"), to: dayOfIso("2026-10-30") } as const;

const EVERY_MINUTES = 15;
const YEAR = 250;
const CASH_DAILY = 0.065 / YEAR;
/** Cost per side as a share of traded value: charges and half the spread. */
const COSTS = { indexFuture: 0.00013, delivery: 0.0012, intraday: 0.0004 } as const;

const SHARES = Object.entries(STOCKS).flatMap(([name, { securityId }]) =>
  name === "niftyBees" ? [] : `NSE_EQ:${securityId}`,
);
const [NIFTY, BANK, SENSEX] = ["IDX_I:13", "IDX_I:25", "IDX_I:51"] as const;

/** Prices of one instrument every 15 minutes of each day; the last entry is the close. */
export type Prices = { day: number; at: Float64Array }[];
export type Study = { market: SandboxMarket; days: number[]; of(key: string): Prices };
/** A trading rule. `run` returns its daily returns on the capital, after costs. */
type SimpleRule = { name: string; run(study: Study): number[] };

export function openStudy(seed: number, { from, to } = RULE_DAYS): Study {
  const market = new SandboxMarket(seed, EXCHANGE_CALENDAR);
  const days: number[] = [];
  for (let day = from; day <= to; day += 1) if (market.paths.isFullDay(day)) days.push(day);
  const known = new Map<string, Prices>();
  const read = (key: string): Prices => {
    const [segment, id] = key.split(":") as ["IDX_I" | "NSE_EQ", string];
    return days.map((day) => {
      const instrument = market.find(segment, id, istDayStart(day));
      const session = market.tapes.sessions.regular(segment, day);
      if (instrument === null || session === null) throw new Error(`${key} has no prices on day ${day}`);
      const minutes = market.tapes.minutePrices(instrument, session);
      return {
        day,
        at: Float64Array.from({ length: 26 }, (_, place) => minutes[place * EVERY_MINUTES] ?? 0),
      };
    });
  };
  const of = (key: string) => {
    const prices = known.get(key) ?? read(key);
    known.set(key, prices);
    return prices;
  };
  return { market, days, of };
}

const OPEN = 0;
const CLOSE = 25;
const placeOf = (hour: number, minute: number) => (hour * 60 + minute - 555) / EVERY_MINUTES;
const price = (prices: Prices, day: number, place = CLOSE) => prices[day]?.at[place] ?? Number.NaN;
const gain = (prices: Prices, day: number) => price(prices, day) / price(prices, day - 1) - 1;
const change = (prices: Prices, day: number, days: number) =>
  price(prices, day) / price(prices, day - days) - 1;

/**
 * Returns the daily results of one future; `wanted(day)` is the position from that day's close to the next. Deducts the
 * cash rate, because futures need no capital.
 */
function futureResults(prices: Prices, wanted: (day: number) => number): number[] {
  let position = 0;
  return prices.map((_, day) => {
    const result = day === 0 ? 0 : position * (gain(prices, day) - CASH_DAILY);
    const next = wanted(day);
    const paid = Math.abs(next - position) * COSTS.indexFuture;
    position = next;
    return result - paid;
  });
}

/** Returns the results of an intraday trade from one time to another: 1 for long, -1 for short, 0 for no trade. */
function intradayResults(
  prices: Prices,
  from: number,
  to: number,
  side: (day: number) => number,
  cost: number = COSTS.indexFuture,
): number[] {
  return prices.map((_, day) => {
    const direction = day === 0 ? 0 : side(day);
    if (direction === 0) return 0;
    return direction * (price(prices, day, to) / price(prices, day, from) - 1) - 2 * cost;
  });
}

/** Returns the results of a spread of two futures of equal value. */
function spread(a: Prices, b: Prices, wanted: (day: number) => number): number[] {
  let position = 0;
  return a.map((_, day) => {
    const result = day === 0 ? 0 : position * (gain(a, day) - gain(b, day));
    const next = wanted(day);
    const paid = 2 * Math.abs(next - position) * COSTS.indexFuture;
    position = next;
    return result - paid;
  });
}

/** Returns the distance of the spread from its mean over the last `days` days, in standard deviations. */
function spreadScore(a: Prices, b: Prices, day: number, days: number): number {
  if (day < days) return 0;
  const levels = Array.from({ length: days }, (_, back) =>
    Math.log(price(a, day - back) / price(b, day - back)),
  );
  return ((levels[0] ?? 0) - mean(levels)) / deviation(levels);
}

/**
 * Sells the spread when it is far above its mean, buys it when it is far below, and exits when it is back at the mean.
 */
function pair(a: Prices, b: Prices): number[] {
  let position = 0;
  return spread(a, b, (day) => {
    const score = spreadScore(a, b, day, 40);
    if (position === 0 && Math.abs(score) > 2) position = -Math.sign(score);
    else if (position * score >= 0) position = 0;
    return position;
  });
}

/** Holds the five best shares by a score, reviewed every `every` days, against the five worst or against cash. */
function ranked(
  { of }: Study,
  every: number,
  score: (prices: Prices, day: number) => number,
  isAgainstWorst: boolean,
): number[] {
  const all = SHARES.map(of);
  let weights = new Map<Prices, number>();
  return (all[0] ?? []).map((_, day) => {
    let result = 0;
    for (const [prices, weight] of weights)
      result += weight * (gain(prices, day) - (isAgainstWorst ? 0 : CASH_DAILY));
    if (day < YEAR / 2 || day % every !== 0) return result;
    const sorted = [...all].sort((a, b) => score(b, day) - score(a, day));
    const next = new Map(sorted.slice(0, 5).map((prices) => [prices, 0.2]));
    if (isAgainstWorst) for (const prices of sorted.slice(-5)) next.set(prices, -0.2);
    const cost = isAgainstWorst ? COSTS.intraday : COSTS.delivery;
    for (const prices of new Set([...weights.keys(), ...next.keys()]))
      result -= Math.abs((next.get(prices) ?? 0) - (weights.get(prices) ?? 0)) * cost;
    weights = next;
    return result;
  });
}

/** Trades breakouts from the range of the first minutes and holds to the close. */
function openingRange(prices: Prices, places: number): number[] {
  return prices.map(({ at }) => {
    const range = at.subarray(0, places + 1);
    const [high, low] = [Math.max(...range), Math.min(...range)];
    for (let place = places + 1; place < CLOSE; place += 1) {
      const now = at[place] ?? 0;
      if (now <= high && now >= low) continue;
      return Math.sign(now - high) * ((at[CLOSE] ?? 0) / now - 1) - 2 * COSTS.indexFuture;
    }
    return 0;
  });
}

/** Buys the index's shares and sells its nearest future once a month, and holds both to expiry. */
function cashAndCarry({ market, days, of }: Study): number[] {
  const index = of(NIFTY);
  let held: { expiryDay: number; basis: number } | null = null;
  const basisOn = (day: number, expiryDay: number, spot: number) => {
    const atMs = istDayStart(day) + (15 * 60 + 20) * MINUTE_MS;
    const future = market.future(NIFTY, expiryDay, atMs);
    return future === null ? 0 : market.fairPrice(future, atMs) / (spot / 100) - 1;
  };
  return days.map((day, place) => {
    const spot = price(index, place, placeOf(15, 15));
    let result = 0;
    if (held !== null) {
      const basis = day >= held.expiryDay ? 0 : basisOn(day, held.expiryDay, spot);
      result = held.basis - basis - CASH_DAILY;
      held = day >= held.expiryDay ? null : { ...held, basis };
    }
    if (held === null) {
      const [expiryDay] = market.tapes.futureMonths.expiries(NIFTY, day + 5);
      if (expiryDay === undefined) return result;
      held = { expiryDay, basis: basisOn(day, expiryDay, spot) };
      result -= 2 * COSTS.indexFuture;
    }
    return result;
  });
}

const sideOf = (value: number, least: number) => (Math.abs(value) < least ? 0 : Math.sign(value));
const gap = (prices: Prices, day: number) => price(prices, day, OPEN) / price(prices, day - 1) - 1;

export const SIMPLE_RULES: readonly SimpleRule[] = [
  { name: "Trend of Nifty, 60 days", run: ({ of }) => trend(of(NIFTY), 60) },
  { name: "Trend of Nifty, 20 days", run: ({ of }) => trend(of(NIFTY), 20) },
  {
    name: "Momentum: best five shares less the worst, monthly",
    run: (study) =>
      ranked(study, 21, (prices, day) => price(prices, day - 21) / price(prices, day - 125), true),
  },
  {
    name: "Highs: five shares nearest to their high of half a year",
    run: (study) => ranked(study, 21, (prices, day) => price(prices, day) / highest(prices, day, 125), false),
  },
  {
    name: "Reversal of a day of Nifty",
    run: ({ of }) => futureResults(of(NIFTY), (day) => -sideOf(day < 1 ? 0 : gain(of(NIFTY), day), 0.01)),
  },
  {
    name: "Reversal of a week of Nifty",
    run: ({ of }) =>
      futureResults(of(NIFTY), (day) => -sideOf(day < 5 ? 0 : change(of(NIFTY), day, 5), 0.02)),
  },
  {
    name: "Reversal of a month: worst five shares less the best",
    run: (study) => ranked(study, 21, (prices, day) => -change(prices, day, 21), true),
  },
  {
    name: "Reversal of a week: worst five shares less the best",
    run: (study) => ranked(study, 5, (prices, day) => -change(prices, day, 5), true),
  },
  {
    name: "Opening gap of Nifty, against it",
    run: ({ of }) => intradayResults(of(NIFTY), OPEN, CLOSE, (day) => -sideOf(gap(of(NIFTY), day), 0.004)),
  },
  {
    name: "Opening gap of Bank Nifty, with it",
    run: ({ of }) => intradayResults(of(BANK), OPEN, CLOSE, (day) => sideOf(gap(of(BANK), day), 0.005)),
  },
  {
    name: "Opening gaps of shares, against them",
    run: (study) =>
      averaged(study, (prices) =>
        intradayResults(prices, OPEN, CLOSE, (day) => -sideOf(gap(prices, day), 0.02), COSTS.intraday),
      ),
  },
  {
    name: "Nights of Nifty after a fall",
    run: ({ of }) => nights(of(NIFTY), (day) => gain(of(NIFTY), day) < -0.01),
  },
  {
    name: "Days of Nifty after a rise",
    run: ({ of }) =>
      intradayResults(of(NIFTY), OPEN, CLOSE, (day) => (day > 1 && gain(of(NIFTY), day - 1) > 0.005 ? 1 : 0)),
  },
  {
    name: "Last half hour of Nifty as the first (Gao and others, 2018)",
    run: ({ of }) =>
      intradayResults(of(NIFTY), placeOf(15, 0), CLOSE, (day) =>
        sideOf(price(of(NIFTY), day, placeOf(9, 45)) / price(of(NIFTY), day - 1) - 1, 0.008),
      ),
  },
  {
    name: "Last hour of Bank Nifty with the day",
    run: ({ of }) =>
      intradayResults(of(BANK), placeOf(14, 30), CLOSE, (day) =>
        sideOf(price(of(BANK), day, placeOf(14, 30)) / price(of(BANK), day, OPEN) - 1, 0.008),
      ),
  },
  { name: "Opening range of Nifty, 30 minutes", run: ({ of }) => openingRange(of(NIFTY), 2) },
  { name: "Opening range of Bank Nifty, 60 minutes", run: ({ of }) => openingRange(of(BANK), 4) },
  { name: "Pair: Sensex and Nifty", run: ({ of }) => pair(of(SENSEX), of(NIFTY)) },
  {
    name: "Pair: HDFC Bank and ICICI Bank",
    run: ({ of }) =>
      pair(of(`NSE_EQ:${STOCKS.hdfcBank.securityId}`), of(`NSE_EQ:${STOCKS.iciciBank.securityId}`)),
  },
  {
    name: "Trend of Sensex over Nifty, 60 days",
    run: ({ of }) => spread(of(SENSEX), of(NIFTY), (day) => spreadTrend(of(SENSEX), of(NIFTY), day)),
  },
  {
    name: "Trend of Bank Nifty over Nifty, 60 days",
    run: ({ of }) => spread(of(BANK), of(NIFTY), (day) => spreadTrend(of(BANK), of(NIFTY), day)),
  },
  { name: "Carry: Nifty's shares against its future", run: cashAndCarry },
  { name: "Nifty strangle sold a week before expiry", run: shortStrangle },
  { name: "Sensex straddle sold on its expiry day", run: shortStraddleOfExpiry },
];

function trend(prices: Prices, days: number): number[] {
  return futureResults(prices, (day) => (day < days ? 0 : Math.sign(change(prices, day, days))));
}

/** Returns the sign of the difference between two 60-day returns, reviewed once a month. */
function spreadTrend(a: Prices, b: Prices, day: number): number {
  const review = day - (day % 21);
  return review < 60 ? 0 : Math.sign(change(a, review, 60) - change(b, review, 60));
}

function highest(prices: Prices, day: number, days: number): number {
  let high = 0;
  for (let back = 0; back < days; back += 1) high = Math.max(high, price(prices, day - back));
  return high;
}

function nights(prices: Prices, isWanted: (day: number) => boolean): number[] {
  return prices.map((_, day) =>
    day > 1 && isWanted(day - 1) ? gap(prices, day) - CASH_DAILY - 2 * COSTS.indexFuture : 0,
  );
}

function averaged({ of }: Study, run: (prices: Prices) => number[]): number[] {
  const all = SHARES.map((key) => run(of(key)));
  return (all[0] ?? []).map((_, day) => mean(all.map((results) => results[day] ?? 0)));
}

/** Returns the yearly Sharpe ratio of daily results after costs and the cash rate. */
export function netSharpe(results: readonly number[]): number {
  const spreadOf = deviation(results);
  return spreadOf === 0 ? 0 : (mean(results) / spreadOf) * Math.sqrt(YEAR);
}
