// Options and futures on the tape. Rounded option prices allow no arbitrage between strikes, with the future or
// between expiries. Futures converge to their underlying, open interest is consistent, and contracts follow
// the rules of their date.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasContracts, lotSizeOf, nominalExpiry } from "../../../app/domain/calendars/contracts.ts";
import { EXCHANGE_CALENDAR } from "../../../app/domain/market-sessions.ts";
import { dayOfIso, istDayStart, MINUTE_MS, weekdayOf } from "../../../app/domain/time.ts";
import { UNDERLYING_AT, UNDERLYINGS } from "./instrument-master.ts";
import { SandboxMarket } from "./market.ts";
import { computeSpread } from "./market-depth.ts";
import { allocateTrades } from "./minute-tape.ts";
import { buildContract, listStrikes } from "./option-chain.ts";
import { RISK_FREE_RATE } from "./option-pricing.ts";
import { carryYears } from "./option-slices.ts";

const market = new SandboxMarket(1, EXCHANGE_CALENDAR);
const RUNS = { numRuns: 40, seed: 20_261_121 };
const anyDay = fc
  .integer({ min: dayOfIso("2023-01-02"), max: dayOfIso("2027-02-01") })
  .filter((day) => market.paths.isFullDay(day));
const DAY = dayOfIso("2026-10-28");
const anyUnderlying = fc.nat({ max: UNDERLYINGS.length - 1 });
const anySecond = fc.nat({ max: 22_499 });

/** Returns the last prices of all strikes of one expiry at one time, in paise. */
function chainAt(underlying: number, place: number, day: number, second: number) {
  const base = UNDERLYINGS[underlying];
  if (base === undefined) throw new Error("no underlying");
  const now = istDayStart(day) + (9 * 60 + 15) * MINUTE_MS + second * 1_000;
  const spot = market.spot(base.key, now);
  const expiry = market.expiries(underlying, now)[place];
  if (expiry === undefined) return null;
  const strikes = listStrikes(underlying, spot);
  const side = (which: "CE" | "PE") =>
    strikes.map((strike) => {
      const contract = buildContract(base.key, expiry, strike, which, spot, day);
      if (contract === null) throw new Error("no contract");
      return Math.round(market.fairPrice(contract, now) * 100);
    });
  return { base, now, spot, expiry, strikes, calls: side("CE"), puts: side("PE") };
}

describe("options", () => {
  it("do not exist on the volatility index", () => {
    const names = market.listed(istDayStart(DAY)).map(({ symbol, name }) => `${symbol} ${name}`);
    expect(names.filter((name) => /vix/i.test(name))).toEqual([]);
  });

  it("have a spread that widens with premium, strike distance and time to expiry", () => {
    const spreadOf = (place: number, moneyness: number, paise: number) => {
      const at = istDayStart(DAY) + 12 * 60 * MINUTE_MS;
      const expiry = market.expiries(UNDERLYING_AT.get("IDX_I:25") ?? -1, at)[place];
      if (expiry === undefined) throw new Error("no expiry");
      const spot = market.spot("IDX_I:25", at);
      const strike = Math.round((spot * (1 + moneyness)) / 100) * 100;
      const contract = buildContract("IDX_I:25", expiry, strike, "CE", spot, DAY);
      if (contract === null) throw new Error("no contract");
      return computeSpread(contract, paise) * contract.tickPaise;
    };
    // The spread of a far month is 0.15 to 1 % of the premium, and never more than a tenth of a premium.
    expect(spreadOf(2, 0, 264_200)).toBeGreaterThan(400);
    expect(spreadOf(2, 0, 264_200)).toBeLessThan(2_600);
    expect(spreadOf(2, 0, 264_200)).toBeGreaterThan(3 * spreadOf(2, 0, 64_200));
    expect(spreadOf(2, 0.04, 90_000)).toBeGreaterThan(spreadOf(2, 0, 90_000));
    expect(spreadOf(2, 0, 90_000)).toBeGreaterThan(spreadOf(0, 0, 90_000));
    for (const paise of [5, 50, 500])
      expect(spreadOf(0, 0.15, paise)).toBeLessThanOrEqual(Math.max(5, paise / 10));
  });

  it("have rounded prices that are monotone and convex across all strikes", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(anyUnderlying, fc.nat({ max: 4 }), anyDay, anySecond, (underlying, place, day, second) => {
        const chain = chainAt(underlying, place, day, second);
        if (chain === null) return;
        for (const [prices, direction] of [
          [chain.calls, -1],
          [chain.puts, 1],
        ] as const)
          for (let at = 1; at < prices.length; at += 1) {
            const [before = 0, here = 0, after] = [prices[at - 1], prices[at], prices[at + 1]];
            const [low = 0, middle = 0, high = 0] = [at - 1, at, at + 1].map((one) => chain.strikes[one]);
            expect(here % 5).toBe(0);
            expect(here).toBeGreaterThanOrEqual(5);
            expect((here - before) * direction).toBeGreaterThanOrEqual(0);
            // A vertical spread never costs more than its maximum payout.
            expect(Math.abs(here - before)).toBeLessThanOrEqual((middle - low) * 100);
            // Strikes far from the money are further apart, so slopes are compared.
            if (after !== undefined)
              expect((after - here) / (high - middle)).toBeGreaterThanOrEqual(
                (here - before) / (middle - low) - 1e-9,
              );
          }
      }),
      RUNS,
    );
  });

  it("satisfy put-call parity within the spread", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(anyUnderlying, fc.nat({ max: 4 }), anyDay, anySecond, (underlying, place, day, second) => {
        const chain = chainAt(underlying, place, day, second);
        if (chain === null) return;
        const years = carryYears(
          market.tapes.sessions,
          chain.expiry.day,
          Math.floor(chain.now / MINUTE_MS) * MINUTE_MS,
        );
        const discount = Math.exp(-RISK_FREE_RATE * years);
        for (const [at, strike] of chain.strikes.entries()) {
          const call = chain.calls[at] ?? 0;
          const put = chain.puts[at] ?? 0;
          // Skips prices at the minimum of one tick, where parity cannot hold.
          if (call <= 5 || put <= 5) continue;
          const apart = call - put - (chain.spot - strike * discount) * 100;
          expect(Math.abs(apart), `${chain.base.symbol} ${strike}`).toBeLessThanOrEqual(60);
        }
      }),
      RUNS,
    );
  });

  it("never cost less for a later expiry", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(anyUnderlying, anyDay, anySecond, (underlying, day, second) => {
        const [near, far] = [chainAt(underlying, 0, day, second), chainAt(underlying, 1, day, second)];
        if (near === null || far === null) return;
        // Each price is a sum of rounded steps from the wing, so two prices may differ by a few ticks.
        for (const at of near.strikes.keys())
          expect(far.calls[at] ?? 0).toBeGreaterThanOrEqual((near.calls[at] ?? 0) - 20);
      }),
      RUNS,
    );
  });

  it("implied volatility rises when prices fall, even within the day", () => {
    const day = dayOfIso("2026-09-15");
    let against = 0;
    for (let minute = 20; minute < 370; minute += 10) {
      const volatility = (at: number) => {
        const now = istDayStart(day) + (9 * 60 + 15 + at) * MINUTE_MS;
        const spot = market.spot("IDX_I:13", now);
        const contract = buildContract(
          "IDX_I:13",
          { day: day + 28, isMonthly: true },
          Math.round(spot / 50) * 50,
          "CE",
          spot,
          day,
        );
        return contract === null ? [0, 0] : [spot, market.volatilityAt(contract, spot, now)];
      };
      const [before, after] = [volatility(minute - 10), volatility(minute)];
      const product = ((after[0] ?? 0) - (before[0] ?? 0)) * ((after[1] ?? 0) - (before[1] ?? 0));
      against += product < 0 ? 1 : -1;
    }
    expect(against).toBeGreaterThan(15);
  });
});

/** Largest permitted difference between a future and its cost of carry. */
const LARGEST_BASIS_NOISE = 0.0012;

describe("futures", () => {
  it("include the interest cost, and converge to the underlying's price at expiry", {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(anyUnderlying, anyDay, anySecond, (underlying, day, second) => {
        const base = UNDERLYINGS[underlying];
        if (base === undefined) return;
        const now = istDayStart(day) + (9 * 60 + 15) * MINUTE_MS + second * 1_000;
        const spot = market.spot(base.key, now);
        const months = market.tapes.futureMonths.expiries(base.key, day);
        expect(months).toHaveLength(hasContracts(base.symbol, day) ? 3 : 0);
        let before = 0;
        for (const expiryDay of months) {
          const future = market.future(base.key, expiryDay, now);
          if (future === null) throw new Error("no future");
          const { lastPaise, volume, averagePaise, openInterest } = market.quote(future, now);
          const carried = spot * Math.exp(RISK_FREE_RATE * carryYears(market.tapes.sessions, expiryDay, now));
          expect(Math.abs(lastPaise / 100 - carried)).toBeLessThan(
            future.tickPaise / 100 + carried * LARGEST_BASIS_NOISE,
          );
          expect(lastPaise % future.tickPaise).toBe(0);
          expect(lastPaise).toBeGreaterThanOrEqual(before);
          expect(volume % future.lotSize).toBe(0);
          expect(averagePaise).toBeGreaterThan(0);
          expect(openInterest % future.lotSize).toBe(0);
          before = lastPaise;
        }
      }),
      RUNS,
    );
    const expiryDay = dayOfIso("2026-09-29");
    const end = istDayStart(expiryDay) + (15 * 60 + 30) * MINUTE_MS;
    const future = market.future("IDX_I:13", expiryDay, end);
    if (future === null) throw new Error("no future");
    expect(Math.abs(market.fairPrice(future, end) - market.spot("IDX_I:13", end))).toBeLessThanOrEqual(
      future.tickPaise / 100,
    );
  });
});

describe("open interest", () => {
  it("changes during a session, and starts the next day with its closing value", {
    timeout: 120_000,
  }, () => {
    const day = dayOfIso("2026-09-15");
    const at = (minute: number) => istDayStart(day) + (9 * 60 + 15 + minute) * MINUTE_MS;
    const contracts = market.contracts(at(0)).filter((_, index) => index % 97 === 0);
    let moved = 0;
    for (const contract of contracts) {
      const [open, noon, close] = [at(0), at(180), at(385)].map((now) => market.quote(contract, now));
      if (open === undefined || noon === undefined || close === undefined) throw new Error("no quote");
      expect(noon.previousOpenInterest).toBe(open.previousOpenInterest);
      expect(noon.openInterest).toBeGreaterThanOrEqual(noon.lowestOpenInterest);
      expect(noon.openInterest).toBeLessThanOrEqual(noon.highestOpenInterest);
      if (close.openInterest !== open.previousOpenInterest) moved += 1;
      if ((contract.option?.expiryDay ?? day + 9) > day)
        expect(market.quote(contract, at(5) + 86_400_000).previousOpenInterest).toBe(close.openInterest);
    }
    expect(moved).toBeGreaterThan(contracts.length * 0.8);
  });
});

describe("contract rules by date", () => {
  const dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
  const next = (symbol: string, from: string) => {
    const underlying = UNDERLYINGS.findIndex((one) => one.symbol === symbol);
    const expiry = market.expiries(underlying, istDayStart(dayOfIso(from)))[0];
    return expiry === undefined
      ? null
      : `${dayNames[weekdayOf(expiry.day)]} ${expiry.isMonthly ? "monthly" : "weekly"}`;
  };

  it.each([
    ["NIFTY", "2023-03-10", "Thu weekly"],
    ["NIFTY", "2025-08-22", "Thu monthly"],
    ["NIFTY", "2025-09-04", "Tue weekly"],
    ["BANKNIFTY", "2023-08-05", "Thu weekly"],
    ["BANKNIFTY", "2024-07-05", "Wed weekly"],
    ["BANKNIFTY", "2024-12-02", "Tue monthly"],
    ["BANKNIFTY", "2025-12-01", "Tue monthly"],
    ["SENSEX", "2024-07-01", "Fri weekly"],
    ["SENSEX", "2025-02-01", "Tue weekly"],
    ["SENSEX", "2026-02-01", "Thu weekly"],
    ["FINNIFTY", "2024-07-01", "Tue weekly"],
    ["MIDCPNIFTY", "2024-07-02", "Mon weekly"],
    ["RELIANCE", "2025-06-02", "Thu monthly"],
    ["RELIANCE", "2026-06-02", "Tue monthly"],
  ])("the next expiry of %s as of %s is %s", (symbol, from, expected) => {
    // The last Wednesday of December 2024 was Christmas: the contract expired the day before.
    expect(next(symbol, from)).toBe(expected);
  });

  it("every expiry falls on a trading day", () => {
    for (const day of [
      dayOfIso("2023-03-01"),
      dayOfIso("2024-10-01"),
      dayOfIso("2025-08-10"),
      dayOfIso("2026-11-01"),
    ])
      for (const [underlying] of UNDERLYINGS.entries())
        for (const expiry of market.expiries(underlying, istDayStart(day)))
          expect(market.paths.isTradingDay(expiry.day)).toBe(true);
    expect(nominalExpiry("NIFTY", dayOfIso("2025-09-02"))).toBe("weekly");
  });

  it("the lot size follows from the contract's expiry", () => {
    const lot = (symbol: string, expiry: string) => lotSizeOf(symbol, dayOfIso(expiry));
    expect(["2023-06-29", "2024-05-02", "2025-01-02", "2026-01-06"].map((day) => lot("NIFTY", day))).toEqual([
      50, 25, 75, 65,
    ]);
    expect(
      ["2023-06-29", "2024-05-29", "2025-01-30", "2025-07-31", "2026-01-27"].map((day) =>
        lot("BANKNIFTY", day),
      ),
    ).toEqual([25, 15, 30, 35, 30]);
    expect(["2024-05-31", "2025-01-07"].map((day) => lot("SENSEX", day))).toEqual([10, 20]);
  });

  it("a share's tick size depends on its price at the end of the previous month", () => {
    const maruti = (on: string) => market.find("NSE_EQ", "10999", istDayStart(dayOfIso(on)))?.tickPaise;
    expect([maruti("2024-05-20"), maruti("2026-10-20")]).toEqual([5, 100]);
  });
});

describe("option markets", () => {
  const day = dayOfIso("2026-09-15");
  const now = istDayStart(day) + 12 * 60 * MINUTE_MS;

  it("have a put-call ratio that varies by more than 30 % over 40 weeks", () => {
    const ratios = Array.from({ length: 40 }, (_, back) => {
      const then = now - back * 7 * 24 * 60 * MINUTE_MS;
      const on = day - back * 7;
      if (!market.paths.isTradingDay(on)) return [];
      const spot = market.spot("IDX_I:13", then);
      const [expiry] = market.expiries(0, then);
      if (expiry === undefined) return [];
      const sum = (side: "CE" | "PE") =>
        listStrikes(0, spot).reduce((total, strike) => {
          const contract = buildContract("IDX_I:13", expiry, strike, side, spot, on);
          return total + (contract === null ? 0 : market.quote(contract, then).openInterest);
        }, 0);
      return sum("PE") / sum("CE");
    }).flat();
    expect(Math.max(...ratios) / Math.min(...ratios)).toBeGreaterThan(1.3);
  });

  it.each(UNDERLYINGS.map(({ symbol }, code) => [symbol, code] as const))(
    "list %s strikes within 12 % of the price, with smaller steps near the money",
    (_, code) => {
      const step = UNDERLYINGS[code]?.strikeStepRupees ?? 1;
      const spot = market.spot(UNDERLYINGS[code]?.key ?? "", now);
      const strikes = listStrikes(code, spot);
      expect(strikes[0]).toBeLessThanOrEqual(spot * 0.88 + step);
      expect(strikes.at(-1)).toBeGreaterThanOrEqual(spot * 1.12 - step);
      for (const [at, strike] of strikes.entries()) {
        const apart = (strike - (strikes[at - 1] ?? strike - step)) / step;
        expect(apart).toBeLessThanOrEqual(Math.abs(strike - spot) > 19 * step ? 5 : 1);
      }
      expect(strikes.length).toBeLessThan(90);
    },
  );

  it("have a volume that falls with the distance from the money", () => {
    const spot = market.spot("IDX_I:13", now);
    const [expiry] = market.expiries(0, now);
    if (expiry === undefined) throw new Error("no expiry");
    const lots = [0, 0.02, 0.04, 0.08, 0.12, 0.2].map((away) => {
      const strike = Math.round((spot * (1 + away)) / 50) * 50;
      const contract = buildContract("IDX_I:13", expiry, strike, "CE", spot, day);
      const tape = contract && market.regularTape(contract, day);
      if (contract === null || tape === null) throw new Error("no tape");
      const room = allocateTrades();
      for (let minute = 0; minute < tape.session.minutes; minute += 1) {
        tape.trades(minute, room);
        const sum = room.quantity.subarray(0, tape.slots).reduce((total, one) => total + one, 0);
        expect(sum).toBe(tape.bars.volume[minute]);
        expect(Math.min(...room.quantity.subarray(0, tape.slots))).toBeGreaterThanOrEqual(0);
      }
      return tape.bars.volume.reduce((total, one) => total + one, 0) / contract.lotSize;
    });
    for (const [at, sum] of lots.slice(1).entries()) expect(sum).toBeLessThan(lots[at] ?? 0);
    expect(lots[0]).toBeGreaterThan(200_000);
    expect((lots.at(-1) ?? 0) / 375).toBeLessThan(1);
  });

  it("BSE weekly options on the Sensex start on 15 May 2023", () => {
    const noon = (iso: string) => Date.parse(`${iso}T12:00:00+05:30`);
    expect(market.expiries(2, noon("2023-05-12"))).toEqual([]);
    expect(market.expiries(2, noon("2023-05-15"))[0]?.day).toBe(dayOfIso("2023-05-19"));
  });
});
