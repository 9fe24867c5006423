import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChainSide, OptionChain } from "../contract/base-api/market.ts";
import {
  expectedMove,
  findAtTheMoneyStrike,
  largestInterest,
  maxPain,
  putCallRatio,
  rowsAround,
  volatilityAtMoney,
} from "./chain-figures.ts";

const side = (openInterest: number, lastPaise = 100, volatility = 0.1) =>
  ({ openInterest, lastPaise, volatility }) as ChainSide;
const chainOf = (interests: [call: number, put: number][], spotPaise = 220) =>
  ({
    spotPaise,
    rows: interests.map(([call, put], index) => ({
      strikePaise: 100 + index * 50,
      call: side(call),
      put: side(put),
    })),
  }) as Pick<OptionChain, "rows" | "spotPaise">;

describe("an option chain", () => {
  const rows = [100, 150, 200, 250, 300].map((strike) => ({ strikePaise: strike, call: null, put: null }));
  it("shows only strikes around the underlying's price", () => {
    expect(findAtTheMoneyStrike({ rows, spotPaise: 220 })).toBe(200);
    expect(rowsAround(rows, 200, 1).map(({ strikePaise }) => strikePaise)).toEqual([150, 200, 250]);
    expect(rowsAround(rows, 100, 1).map(({ strikePaise }) => strikePaise)).toEqual([100, 150]);
  });

  it("returns null figures without open interest or prices", () => {
    expect([maxPain(rows), putCallRatio(rows), largestInterest(rows, "call")]).toEqual([null, null, null]);
    expect([volatilityAtMoney({ rows, spotPaise: 1 }), expectedMove({ rows, spotPaise: 1 })]).toEqual([
      null,
      null,
    ]);
  });

  it("has its max pain at the strike with the lowest payout to all option buyers", () => {
    // At the strikes in between, both the calls at 150 and the puts at 250 are worth little.
    expect(
      maxPain(
        chainOf([
          [0, 0],
          [10, 0],
          [0, 0],
          [0, 30],
          [0, 0],
        ]).rows,
      ),
    ).toBe(250);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1_000), fc.nat(1_000)), { minLength: 2, maxLength: 41 }),
        (interests) => {
          const { rows: all } = chainOf(interests);
          const found = maxPain(all);
          if (found === null) return;
          const paid = (settled: number) =>
            all.reduce(
              (sum, { strikePaise, call, put }) =>
                sum +
                Math.max(0, settled - strikePaise) * (call?.openInterest ?? 0) +
                Math.max(0, strikePaise - settled) * (put?.openInterest ?? 0),
              0,
            );
          for (const { strikePaise } of all) expect(paid(found)).toBeLessThanOrEqual(paid(strikePaise));
        },
      ),
    );
  });

  it("computes put-call ratio and at-the-money straddle price", () => {
    const chain = chainOf(
      [
        [10, 5],
        [20, 25],
        [10, 10],
      ],
      160,
    );
    expect(putCallRatio(chain.rows)).toBe(1);
    expect(expectedMove(chain)).toBe(200);
    expect(volatilityAtMoney(chain)).toBe(0.1);
    expect([largestInterest(chain.rows, "call"), largestInterest(chain.rows, "put")]).toEqual([150, 150]);
  });
});
