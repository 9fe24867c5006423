// A record at several times its capital: what grows with size, what is charged once, and sums that must agree.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { CostLines, RecordDay, RecordTrade } from "../contract/base-api/record.ts";
import { multiplesAt, recordAt, tradesAt } from "./at-amount.ts";

const ORDERS = fc.record({
  gross: fc.integer({ min: -5_000_000, max: 5_000_000 }),
  orders: fc.integer({ min: 1, max: 8 }),
  tax: fc.integer({ min: 0, max: 100_000 }),
  slippage: fc.integer({ min: 0, max: 100_000 }),
  fee: fc.integer({ min: 0, max: 300_000 }),
});
type Orders = typeof ORDERS extends fc.Arbitrary<infer T> ? T : never;

const totalOf = (costs: CostLines) => Object.values(costs).reduce((sum, paise) => sum + paise, 0);
const NO_COSTS: CostLines = {
  brokeragePaise: 0,
  transactionTaxPaise: 0,
  exchangePaise: 0,
  regulatorPaise: 0,
  stampDutyPaise: 0,
  gstPaise: 0,
  slippagePaise: 0,
};

/** One trade a day, each order at ₹20, and a fee that is charged on the day. */
function made(days: readonly Orders[]) {
  const costs = { ...NO_COSTS };
  const sums = { gross: 0, fee: 0 };
  const trades = days.map(({ gross, orders, tax, slippage }) => {
    const own: CostLines = {
      ...NO_COSTS,
      brokeragePaise: orders * 2_000,
      gstPaise: orders * 360,
      transactionTaxPaise: tax,
      slippagePaise: slippage,
    };
    const money = { grossPaise: gross, netPaise: gross - totalOf(own), favourablePaise: 0, adversePaise: 0 };
    return { legs: [], ...money, costs: own, marginPaise: 1_000 } as unknown as RecordTrade;
  });
  const list = days.map(({ gross, fee }, index) => {
    const own = trades[index]?.costs ?? NO_COSTS;
    for (const line of Object.keys(costs) as (keyof CostLines)[]) costs[line] += own[line];
    sums.gross += gross;
    sums.fee += fee;
    return {
      day: `2026-01-${String(index + 1).padStart(2, "0")}`,
      grossPaise: sums.gross,
      feePaise: sums.fee,
      netPaise: sums.gross - totalOf(costs) - sums.fee,
      marginPaise: 1_000,
      trades: index + 1,
    } as unknown as RecordDay;
  });
  return { record: { capitalRupees: 100_000, costs, days: list }, trades };
}

const SUBJECT = fc.array(ORDERS, { minLength: 1, maxLength: 20 });
const TIMES = fc.integer({ min: 1, max: 400 });

it("charges the fee once and the flat brokerage once per order at every size", () => {
  fc.assert(
    fc.property(SUBJECT, TIMES, (days, times) => {
      const { record } = made(days);
      const found = recordAt(record, times);
      const last = found.days.at(-1);
      expect(last?.feePaise).toBe(record.days.at(-1)?.feePaise);
      expect(found.costs.brokeragePaise).toBe(record.costs.brokeragePaise);
      expect(found.costs.gstPaise).toBe(record.costs.gstPaise);
      expect(found.costs.transactionTaxPaise).toBe(record.costs.transactionTaxPaise * times);
      expect(found.capitalRupees).toBe(100_000 * times);
    }),
  );
});

it("keeps gross less costs less fee equal to net, for the record and each trade", () => {
  fc.assert(
    fc.property(SUBJECT, TIMES, (days, times) => {
      const { record, trades } = made(days);
      const found = recordAt(record, times);
      const last = found.days.at(-1);
      expect((last?.grossPaise ?? 0) - totalOf(found.costs) - (last?.feePaise ?? 0)).toBe(last?.netPaise);
      const restated = tradesAt(record, trades, times);
      for (const trade of restated) expect(trade.grossPaise - totalOf(trade.costs)).toBe(trade.netPaise);
      const net = restated.reduce((sum, { netPaise }) => sum + netPaise, 0);
      expect(net - (last?.feePaise ?? 0)).toBe(last?.netPaise);
    }),
  );
});

it("changes nothing at one time the capital", () => {
  fc.assert(
    fc.property(SUBJECT, (days) => {
      const { record, trades } = made(days);
      expect(recordAt(record, 1)).toBe(record);
      expect(tradesAt(record, trades, 1)).toEqual(trades);
    }),
  );
});

it("restates a fee of ₹22,129 as ₹22,129 at five times the minimum", () => {
  const { record } = made([{ gross: 0, orders: 1, tax: 0, slippage: 0, fee: 2_212_900 }]);
  const times = multiplesAt({ minAmountRupees: 200_000 }, 1_000_000);
  expect(times).toBe(5);
  expect(recordAt(record, times).days[0]).toMatchObject({
    feePaise: 2_212_900,
    netPaise: -2_212_900 - 2_360,
  });
});

it("restates brokerage below the flat rate in proportion to size", () => {
  const { record } = made([{ gross: 0, orders: 1, tax: 0, slippage: 0, fee: 0 }]);
  const below = { ...record, costs: { ...record.costs, brokeragePaise: 413 } };
  expect(recordAt(below, 3).costs.brokeragePaise).toBe(1_239);
});
