// Charges: hand-worked cases, rates by day and venue, charges per order or per day, and the tax on exercised options.
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { dayOfIso, isoDayOf } from "../../../app/domain/time.ts";
import { BrokerRig } from "../../../tests/support/broker-rig.ts";
import { NO_COSTS, type OpenGroup, reduceGroup } from "../algos/backtest/position-book.ts";
import { type ChargedTrade, computeCharges, computeSettlementCharges } from "./charges.ts";
import { SETTLEMENT_INTENT } from "./exchange-rules.ts";

const SHARE = { kind: "EQUITY", exchangeSegment: "NSE_EQ" } as const;
const OPTION = { kind: "OPTIDX", exchangeSegment: "NSE_FNO" } as const;
const FUTURE = { kind: "FUTIDX", exchangeSegment: "NSE_FNO" } as const;
const charged = (day: string, trade: Partial<ChargedTrade>) =>
  computeCharges({
    instrument: OPTION,
    product: "MARGIN",
    side: "SELL",
    valuePaise: 100_000_00,
    day: dayOfIso(day),
    ...trade,
  });

describe("charges", () => {
  it("match the published rates for an option sold for ₹1,00,000, line by line", () => {
    expect(charged("2024-10-01", {})).toEqual({
      brokeragePaise: 2_000,
      transactionTaxPaise: 10_000,
      exchangePaise: 3_553,
      regulatorPaise: 10,
      stampDutyPaise: 0,
      depositoryPaise: 0,
      gstPaise: 1_001,
      totalPaise: 16_564,
    });
  });

  it.each([
    ["2024-09-30", OPTION, 6_250],
    ["2024-10-01", OPTION, 10_000],
    ["2026-04-01", OPTION, 15_000],
    ["2024-09-30", FUTURE, 1_250],
    ["2024-10-01", FUTURE, 2_000],
    ["2026-04-01", FUTURE, 5_000],
  ] as const)("include transaction tax for a sale on %s of %o: %i paise", (day, instrument, paise) => {
    expect(charged(day, { instrument }).transactionTaxPaise).toBe(paise);
  });

  it("use BSE's transaction charges, or zero for a day without a known rate", () => {
    const option = { kind: "OPTIDX", exchangeSegment: "BSE_FNO" } as const;
    expect(charged("2024-11-01", { instrument: option }).exchangePaise).toBe(3_250);
    expect(charged("2024-03-01", { instrument: option }).exchangePaise).toBe(0);
    const share = { kind: "EQUITY", exchangeSegment: "BSE_EQ" } as const;
    expect(charged("2024-11-01", { instrument: share }).exchangePaise).toBe(375);
  });

  it("include tax and stamp duty, but no brokerage, for delivery shares of ₹1,00,000", () => {
    const lines = charged("2024-11-01", { instrument: SHARE, product: "CNC", side: "BUY" });
    expect(lines).toMatchObject({ brokeragePaise: 0, transactionTaxPaise: 10_000, stampDutyPaise: 1_500 });
  });

  it("include brokerage of 0.03 %, at most ₹20, for intraday shares and futures", () => {
    for (const [instrument, product] of [
      [SHARE, "INTRADAY"],
      [FUTURE, "MARGIN"],
    ] as const) {
      const of = (side: "BUY" | "SELL", valuePaise: number) =>
        charged("2024-11-01", { instrument, product, side, valuePaise });
      expect(of("BUY", 10_000_00)).toMatchObject({ brokeragePaise: 300, transactionTaxPaise: 0 });
      expect(of("SELL", 1_000_000_00).brokeragePaise).toBe(2_000);
    }
  });

  it("are the sum of their lines for any trade on any day, and no line is negative", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(SHARE, OPTION, FUTURE, { kind: "OPTIDX", exchangeSegment: "BSE_FNO" } as const),
        fc.constantFrom("CNC", "INTRADAY", "MARGIN", "MTF" as const),
        fc.constantFrom("BUY", "SELL" as const),
        fc.nat({ max: 1e12 }),
        fc.integer({ min: dayOfIso("2022-01-01"), max: dayOfIso("2027-12-31") }),
        fc.boolean(),
        (instrument, product, side, valuePaise, day, isFirstDelivery) => {
          const trade = { instrument, product, side, valuePaise, day, isFirstDelivery };
          const { totalPaise, ...lines } = computeCharges(trade);
          expect(Object.values(lines).reduce((sum, line) => sum + line, 0)).toBe(totalPaise);
          expect(Object.values(lines).every((line) => Number.isSafeInteger(line) && line >= 0)).toBe(true);
        },
      ),
    );
  });

  it("tax the payout of a bought option at expiry, but not a sold option", () => {
    const settled = (day: string, side: "BUY" | "SELL") =>
      computeSettlementCharges({ instrument: OPTION, side, valuePaise: 100_000_00, day: dayOfIso(day) })
        .totalPaise;
    expect([settled("2026-03-30", "SELL"), settled("2026-04-07", "SELL")]).toEqual([12_500, 15_000]);
    expect(settled("2026-04-07", "BUY")).toBe(0);
  });
});

describe("the broker", () => {
  let rig: BrokerRig;
  afterEach(() => rig.close());
  const trades = () =>
    rig.db.prepare("SELECT * FROM trades ORDER BY number").all() as {
      side: string;
      quantity: number;
      price_paise: number;
      charges_paise: number;
    }[];
  const levies = (day: string, { side, quantity, price_paise }: ReturnType<typeof trades>[number]) =>
    charged(day, {
      instrument: SHARE,
      product: "CNC",
      side: side as "SELL",
      valuePaise: quantity * price_paise,
    }).totalPaise;

  it("charges the depository fee once, with the day's first sale of held shares", () => {
    rig = new BrokerRig("2026-11-16T12:00:00+05:30", "exchange");
    rig.place({ side: "BUY", quantity: 30 });
    // The sold shares were bought on the same day, so the depository delivers none and charges no fee.
    rig.place({ side: "SELL", quantity: 5 });
    rig.setNow("2026-11-17T12:00:00+05:30");
    rig.place({ side: "SELL", quantity: 5 });
    rig.pass(60_000);
    rig.place({ side: "SELL", quantity: 5 });
    rig.setNow("2026-11-18T12:00:00+05:30");
    rig.place({ side: "SELL", quantity: 5 });
    const extra = trades().map((trade) => trade.charges_paise - levies("2026-11-17", trade));
    // ₹3.50 plus GST, within one paisa, because GST is rounded once per order.
    for (const [index, paise] of [0, 0, 413, 0, 413].entries())
      expect(Math.abs((extra[index] ?? 0) - paise)).toBeLessThanOrEqual(1);
  });

  it("quotes brokerage for each order that a quantity above the freeze quantity needs", () => {
    rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
    const { pricing } = rig.broker;
    const instrument = rig.option("CE", -6);
    const { freezeQuantity: freeze, lotSize } = instrument;
    const quote = (quantity: number) =>
      pricing.chargesOfOrder({ instrument, side: "SELL", product: "MARGIN", quantity, pricePaise: 100_00 });
    const parts = [quote(freeze), quote(freeze), quote(lotSize)];
    const { brokeragePaise, totalPaise } = quote(2 * freeze + lotSize);
    expect(brokeragePaise).toBe(3 * 2_000);
    expect(totalPaise).toBe(parts.reduce((sum, part) => sum + part.totalPaise, 0));
    const [leg] = pricing.legOrders([{ instrument, quantity: -2 * freeze, product: "MARGIN" }]);
    expect(leg?.chargesPaise).toBeGreaterThan(2 * 2_000);
  });

  it("quotes the depository's charge once for a sale in several orders", () => {
    rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
    const instrument = rig.share();
    const sale = { instrument, side: "SELL", product: "CNC", pricePaise: 100_00 } as const;
    const quantity = 2 * instrument.freezeQuantity;
    expect(rig.broker.pricing.chargesOfOrder({ ...sale, quantity }).depositoryPaise).toBe(350);
  });

  it("charges transaction tax on an option that is exercised at expiry", () => {
    rig = new BrokerRig("2026-11-17T14:00:00+05:30", "exchange");
    const call = rig.option("CE", -6);
    const put = rig.option("PE", -6);
    rig.place({ instrument: call, side: "BUY", quantity: call.lotSize });
    rig.place({ instrument: put, side: "BUY", quantity: put.lotSize });
    const day = call.option?.expiryDay ?? 0;
    rig.setNow(`${isoDayOf(day)}T15:45:00+05:30`);
    rig.dayEnd.tick();
    const settled = rig.db
      .prepare(
        "SELECT trades.* FROM trades JOIN orders ON orders.id = order_id WHERE orders.intent = ? ORDER BY price_paise",
      )
      .all(SETTLEMENT_INTENT) as ReturnType<typeof trades>;
    expect(settled).toHaveLength(2);
    for (const { quantity, price_paise, charges_paise } of settled)
      expect(charges_paise).toBe(Math.round(quantity * price_paise * 0.0015));
    expect(settled.at(-1)?.charges_paise).toBeGreaterThan(0);
  });
});

describe("a backtest", () => {
  it("applies the rates of the trade's date, and one depository fee per stock and day", () => {
    const rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
    const instrument = rig.share();
    rig.close();
    const delivered = new Set<string>();
    const sold = (at: string) => {
      const group = {
        ruleGroup: { openedAtMs: Date.parse("2024-09-02T12:00:00+05:30"), legs: [] },
        legs: [
          {
            instrument,
            product: "CNC",
            quantity: 10,
            entryPaise: 1,
            nowPaise: 100_000,
            cashPaise: 0,
            closedQuantity: 0,
            closedValue: 0,
          },
        ],
        trade: { costs: { ...NO_COSTS } },
      } as unknown as OpenGroup;
      const atMs = Date.parse(`${at}T12:00:00+05:30`);
      const execution = {
        slippagePaise: () => 0,
        isExchangeUnreachable: () => false,
        missedEntry: () => null,
      };
      reduceGroup(group, 1, undefined, "out", { execution, atMs, delivered });
      return group.trade.costs.exchangePaise;
    };
    // Rupees per million: exchange charge 32.20, and 29.70 from October; investor protection fund 1. Depository fee:
    // ₹5.50, and ₹3.50 from October.
    expect(sold("2024-09-30")).toBe(Math.round(1_000_000 * 0.0000332) + 550);
    expect(sold("2024-09-30")).toBe(Math.round(1_000_000 * 0.0000332));
    expect(sold("2024-10-01")).toBe(Math.round(1_000_000 * 0.0000307) + 350);
    expect([...delivered].every((name) => name.endsWith(instrument.key))).toBe(true);
  });
});
