import fc from "fast-check";
import { expect, it } from "vitest";
import type { CashFlow, CostLines, RecordDay, RecordTrade } from "../contract/base-api/record.ts";
import { countMultiples, restateRecord } from "./at-amount.ts";

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

const dayOf = (index: number) => `2026-01-${String(index + 1).padStart(2, "0")}`;

/** Returns a record with one trade per day; each order costs ₹20 brokerage, and each day has a fee. */
function recordOf(days: readonly Orders[]) {
  const costs = { ...NO_COSTS };
  const sums = { gross: 0, fee: 0 };
  const trades = days.map(({ gross, orders, tax, slippage }, index) => {
    const own: CostLines = {
      ...NO_COSTS,
      brokeragePaise: orders * 2_000,
      gstPaise: orders * 360,
      transactionTaxPaise: tax,
      slippagePaise: slippage,
    };
    const money = { grossPaise: gross, netPaise: gross - totalOf(own), favourablePaise: 0, adversePaise: 0 };
    const day = dayOf(index);
    const times = { openedAt: `${day}T04:30:00.000Z`, closedAt: `${day}T08:30:00.000Z` };
    return {
      number: index + 1,
      legs: [],
      ...times,
      ...money,
      costs: own,
      marginPaise: 1_000,
    } as unknown as RecordTrade;
  });
  const list = days.map(({ gross, fee }, index) => {
    const own = trades[index]?.costs ?? NO_COSTS;
    for (const line of Object.keys(costs) as (keyof CostLines)[]) costs[line] += own[line];
    sums.gross += gross;
    sums.fee += fee;
    return {
      day: dayOf(index),
      grossPaise: sums.gross,
      feePaise: sums.fee,
      netPaise: sums.gross - totalOf(costs) - sums.fee,
      marginPaise: 1_000,
      trades: index + 1,
    } as unknown as RecordDay;
  });
  return { record: { capitalRupees: 100_000, costs, days: list, cashFlows: [] as CashFlow[] }, trades };
}

const SUBJECT = fc.array(ORDERS, { minLength: 1, maxLength: 20 });
const TIMES = fc.integer({ min: 1, max: 400 });

it("scaling a record changes neither the manager's fee nor flat brokerage per order", () => {
  fc.assert(
    fc.property(SUBJECT, TIMES, (days, times) => {
      const { record, trades } = recordOf(days);
      const found = restateRecord(record, trades, times).record;
      const last = found.days.at(-1);
      expect(last?.feePaise).toBe(record.days.at(-1)?.feePaise);
      expect(found.costs.brokeragePaise).toBe(record.costs.brokeragePaise);
      expect(found.costs.gstPaise).toBe(record.costs.gstPaise);
      expect(found.costs.transactionTaxPaise).toBe(record.costs.transactionTaxPaise * times);
      expect(found.capitalRupees).toBe(100_000 * times);
    }),
  );
});

it("in a scaled record and its trades, net equals gross minus costs minus fee", () => {
  fc.assert(
    fc.property(SUBJECT, TIMES, (days, times) => {
      const { record, trades } = recordOf(days);
      const { record: found, trades: restated } = restateRecord(record, trades, times);
      const last = found.days.at(-1);
      expect((last?.grossPaise ?? 0) - totalOf(found.costs) - (last?.feePaise ?? 0)).toBe(last?.netPaise);
      for (const [index, day] of found.days.entries()) {
        const until = restated.slice(0, index + 1).reduce((sum, { netPaise }) => sum + netPaise, 0);
        expect(day.netPaise).toBe(until - day.feePaise);
      }
      for (const trade of restated) expect(trade.grossPaise - totalOf(trade.costs)).toBe(trade.netPaise);
      const net = restated.reduce((sum, { netPaise }) => sum + netPaise, 0);
      expect(net - (last?.feePaise ?? 0)).toBe(last?.netPaise);
    }),
  );
});

it("scaling a record to its original capital returns it unchanged", () => {
  fc.assert(
    fc.property(SUBJECT, (days) => {
      const { record, trades } = recordOf(days);
      expect(restateRecord(record, trades, 1)).toEqual({ record, trades });
      expect(restateRecord(record, trades, 1).record).toBe(record);
    }),
  );
});

it("does not scale the manager's fee of ₹22,129 at five times the minimum", () => {
  const { record, trades } = recordOf([{ gross: 0, orders: 1, tax: 0, slippage: 0, fee: 2_212_900 }]);
  const times = countMultiples({ minAmountRupees: 200_000 }, 1_000_000);
  expect(times).toBe(5);
  expect(restateRecord(record, trades, times).record.days[0]).toMatchObject({
    feePaise: 2_212_900,
    netPaise: -2_212_900 - 2_360,
  });
});

/** Returns a record with one trade of one bought leg and the given charges. */
function single(costs: Partial<CostLines>, leg: { entryPaise: number; quantity: number }, closedAt: string) {
  const { record, trades } = recordOf([{ gross: 0, orders: 1, tax: 0, slippage: 0, fee: 0 }]);
  const own = { ...NO_COSTS, ...costs };
  const legs = [{ symbol: "AN", side: "BUY" as const, exitPaise: leg.entryPaise, ...leg }];
  const [trade] = trades;
  if (trade === undefined) throw new Error("no trade");
  return { record: { ...record, costs: own }, trades: [{ ...trade, legs, costs: own, closedAt }] };
}
const SAME_DAY = "2026-01-01T08:30:00.000Z";
const LATER = "2026-01-05T08:30:00.000Z";

it("charges brokerage of 0.03 % of an order's value, at most ₹20 per order", () => {
  // Two orders of ₹25,000 at ₹7.50 each; at four times the size each order is worth ₹1,00,000.
  const { record, trades } = single(
    { brokeragePaise: 1_500, gstPaise: 270 },
    { entryPaise: 25_000, quantity: 100 },
    SAME_DAY,
  );
  expect(restateRecord(record, trades, 2).record.costs).toMatchObject({
    brokeragePaise: 3_000,
    gstPaise: 540,
  });
  expect(restateRecord(record, trades, 4).record.costs).toMatchObject({
    brokeragePaise: 4_000,
    gstPaise: 720,
  });
});

it("scales brokerage in proportion if it cannot be derived from the legs' prices", () => {
  const { record, trades } = single({ brokeragePaise: 413 }, { entryPaise: 100, quantity: 1 }, SAME_DAY);
  expect(restateRecord(record, trades, 3).record.costs.brokeragePaise).toBe(1_239);
});

it("charges the depository's fee once for a delivery of any size", () => {
  const { record, trades } = single(
    { exchangePaise: 1_000, gstPaise: 180 },
    { entryPaise: 100_000, quantity: 9 },
    LATER,
  );
  // The depository charges ₹3.50 plus GST once; the exchange charges ₹6.50 plus GST for each of the ten multiples.
  expect(restateRecord(record, trades, 10).record.costs).toMatchObject({
    exchangePaise: 6_850,
    gstPaise: 1_233,
  });
});

it("in a scaled record, fresh capital equals the loss that it replaces", () => {
  fc.assert(
    fc.property(SUBJECT, TIMES, (days, times) => {
      const { record, trades } = recordOf(days);
      const at = Math.floor(days.length / 2);
      const [before, day] = [record.days[at - 1], record.days[at]];
      if (before === undefined || day === undefined) return;
      const paidIn = (list: readonly RecordDay[]) =>
        (list[at]?.feePaise ?? 0) - (list[at - 1]?.feePaise ?? 0) - (list[at - 1]?.netPaise ?? 0);
      const cashFlows = [{ day: day.day, amountPaise: paidIn(record.days), note: "Fresh capital." }];
      const found = restateRecord({ ...record, cashFlows }, trades, times).record;
      expect(found.cashFlows[0]?.amountPaise).toBe(paidIn(found.days));
    }),
  );
});
