// Capital of a record: money paid in is never counted as profit. An algo that can no longer follow its signals gets
// fresh capital or ends. No record continues for months without trades while its rules give signals.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR } from "../../../../app/domain/market-sessions.ts";
import { dayOfIso } from "../../../../app/domain/time.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { runBacktest } from "./backtest.ts";
import { ASSUMED_FILLS } from "./execution.ts";
import { HistoryTape } from "./history-day.ts";
import { RecordCapital } from "./record-capital.ts";
import { listRecordPlans } from "./record-plans.ts";

const CAPITAL = 10_000_000;
const DAY = "2026-03-02";
/** A random session: its result, and its number of missed signals. */
const session = fc.record({ madePaise: fc.integer({ min: -1_000_000, max: 800_000 }), passed: fc.nat(2) });

describe("capital of a track record", () => {
  it("returns to its initial amount on a restart, which deposits the lost amount", () => {
    fc.assert(
      fc.property(fc.array(session, { maxLength: 200 }), (sessions) => {
        const capital = new RecordCapital(CAPITAL);
        let [net, paidIn] = [0, 0];
        for (const [index, { madePaise, passed }] of sessions.entries()) {
          const fresh = capital.restart(net);
          if (fresh !== null) {
            paidIn += fresh.amountPaise;
            expect(fresh.amountPaise).toBeGreaterThan(0);
            expect(capital.balancePaise(net)).toBe(CAPITAL);
          }
          expect(capital.balancePaise(net)).toBe(CAPITAL + net + paidIn);
          expect(capital.freePaise(net)).toBeLessThanOrEqual(CAPITAL);
          net += madePaise;
          if (madePaise !== 0) capital.countFollowedSignal();
          for (let count = 0; count < passed; count += 1) capital.countMissedSignal(index, true);
          if (capital.endOn(DAY, index, net) !== null) {
            // Money paid in does not postpone the end.
            expect(net).toBeLessThanOrEqual(-0.4 * CAPITAL);
            return;
          }
          expect(net).toBeGreaterThan(-0.4 * CAPITAL);
        }
      }),
    );
  });

  it("is topped up after losses have prevented signals on three days", () => {
    const capital = new RecordCapital(CAPITAL);
    for (const [index, isDue] of [false, false, true].entries()) {
      capital.countMissedSignal(index, true);
      expect(capital.endOn(DAY, index, -2_000_000)).toBeNull();
      expect(capital.restart(-2_000_000) !== null).toBe(isDue);
    }
    expect(capital.restart(-2_000_000)).toBeNull();
  });

  it("is exhausted after ten signals over twenty days exceeded the full amount", () => {
    const capital = new RecordCapital(CAPITAL);
    for (let index = 0; index < 9; index += 1) capital.countMissedSignal(index * 3, false);
    expect(capital.endOn(DAY, 24, 0)).toBeNull();
    capital.countMissedSignal(27, false);
    expect(capital.endOn(DAY, 27, 0)).toMatchObject({ on: DAY, kind: "capital" });
    expect(capital.restart(0)).toBeNull();
  });
});

const catalogue = buildCatalogue();
const tape = new HistoryTape(new SandboxMarket(1, EXCHANGE_CALENDAR));

describe("a backtest whose amount is too small for one lot at first", () => {
  /** HDFC Bank falls from ₹994 to ₹671 between May and November 2023; a lot is 550 shares. */
  const made = (minAmountRupees: number) => {
    const strategy = catalogue.strategies.find(({ id }) => id === "hdfc-bank-income-call");
    const [plan] =
      strategy === undefined
        ? []
        : listRecordPlans(catalogue, strategy, dayOfIso("2023-11-01"), { key: "IDX_I:13", name: "Nifty 50" });
    if (plan === undefined) throw new Error("no plan");
    return runBacktest({
      plan: { ...plan, fromDay: dayOfIso("2023-05-02"), plan: { ...plan.plan, minAmountRupees } },
      tape,
      execution: ASSUMED_FILLS,
    });
  };

  it("begins with the first affordable position, and counts the signals before it", () => {
    const { days, trades, signalsPassed, missed, exhausted, idle } = made(450_000);
    expect(signalsPassed).toBeGreaterThanOrEqual(10);
    expect(missed).toHaveLength(signalsPassed);
    expect(days[0]?.day).toBe(trades[0]?.openedAt.slice(0, 10));
    expect(days[0]?.day.slice(0, 7)).toBe("2023-07");
    expect(exhausted).toBeNull();
    expect(idle).toEqual([]);
    const net = trades.reduce((sum, { netPaise }) => sum + netPaise, 0);
    expect(days.at(-1)?.netPaise).toBe(net - (days.at(-1)?.feePaise ?? 0));
    const months = new Set(days.map(({ day }) => day.slice(0, 7))).size;
    expect((days.at(-1)?.feePaise ?? 0) % months).toBe(0);
  });

  it("ends without trades and states the reason if the amount is always too small", () => {
    const { days, trades, signalsPassed, signalsAfterEnd, missed, exhausted } = made(300_000);
    expect(trades).toEqual([]);
    expect(exhausted?.reason).toMatch(
      /^Amount too small: each of the first \d+ signals needed more than ₹3,00,000\.$/,
    );
    expect(days.at(-1)?.day).toBe(exhausted?.on);
    expect(missed).toHaveLength(signalsPassed);
    expect(signalsAfterEnd).toBeGreaterThan(0);
  });
});

describe("a backtest after losses", () => {
  /** Computes a record with a fee in percent of the capital each month, so that losses do not depend on the market. */
  const made = (id: string, feePercent: number, amount?: { minAmountRupees: number }) => {
    const strategy = catalogue.strategies.find((one) => one.id === id);
    const [plan] =
      strategy === undefined
        ? []
        : listRecordPlans(catalogue, strategy, dayOfIso("2023-12-29"), { key: "IDX_I:13", name: "Nifty 50" });
    if (plan === undefined) throw new Error(id);
    const own = { ...plan.plan, ...amount };
    const feeMonthlyPaise = own.minAmountRupees * feePercent;
    return runBacktest({
      plan: { ...plan, plan: own, feeMonthlyPaise, end: null },
      tape,
      execution: ASSUMED_FILLS,
    });
  };

  // After a loss of 15 %, half of the balance is too small for one lot of these algos.
  it.each(["lotus-calm-spread", "lotus-small-spread"])(
    "of %s restarts with fresh capital, and ends after a total loss of 40 %",
    { timeout: 120_000 },
    (id) => {
      const { cashFlows, days, trades, missed, signalsPassed, exhausted } = made(id, 8);
      expect(cashFlows.length).toBeGreaterThan(0);
      expect(signalsPassed).toBeGreaterThanOrEqual(3 * cashFlows.length);
      expect(missed.filter(({ kind }) => kind === "capital")).toHaveLength(signalsPassed);
      for (const { day, amountPaise, note } of cashFlows) {
        expect(amountPaise).toBeGreaterThan(0);
        expect(note).toMatch(/^Fresh capital for a new segment: ₹.* too little for the last \d+ signals\.$/);
        expect(days.findLast((one) => one.day < day)?.marginPaise).toBe(0);
        // The new segment contains trades.
        expect(trades.filter(({ openedAt }) => openedAt.slice(0, 10) >= day).length).toBeGreaterThan(0);
      }
      const net = trades.reduce((sum, { netPaise }) => sum + netPaise, 0);
      expect(days.at(-1)?.netPaise).toBe(net - (days.at(-1)?.feePaise ?? 0));
      expect(exhausted?.reason).toMatch(/loss of 40%: .* without ₹.* of fresh capital in/);
    },
  );

  it("sells shares it can no longer afford, and records a missed signal once a session", () => {
    const { trades, missed } = made("hdfc-bank-income-call", 3, { minAmountRupees: 480_000 });
    const shares = trades.filter(({ tag }) => tag === "shares");
    expect(shares[0]?.exitReason).toBe("The amount left does not cover the shares and a call.");
    const signals = missed.map(({ at, reason }) => `${at.slice(0, 10)} ${reason.split(".")[0]}`);
    expect(signals.length).toBeGreaterThan(0);
    expect(new Set(signals).size).toBe(signals.length);
  });
});
