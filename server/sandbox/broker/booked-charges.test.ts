// Charge lines of fills: they add up to the booked sums, and over all fills to those of the order.
import fc from "fast-check";
import { expect, it } from "vitest";
import { dayOfIso } from "../../../app/domain/time.ts";
import { readBookedCharges } from "./booked-charges.ts";
import { type Charges, computeCharges, computeFillCharges, zeroCharges } from "./charges.ts";

const AT = Date.parse("2026-11-20T10:00:00+05:30");
const DAY = dayOfIso("2026-11-20");
const KINDS = [
  { instrument: "NSE_EQ:1333", symbol: "HDFCBANK", kind: "EQUITY", exchangeSegment: "NSE_EQ" },
  { instrument: "NSE_FNO:9", symbol: "NIFTY 24 NOV 25000 CE", kind: "OPTIDX", exchangeSegment: "NSE_FNO" },
  { instrument: "BSE_FNO:8", symbol: "SENSEX-Nov2026-FUT", kind: "FUTIDX", exchangeSegment: "BSE_FNO" },
] as const;

const order = fc.record({
  of: fc.constantFrom(...KINDS),
  product: fc.constantFrom("CNC", "INTRADAY", "MARGIN", "MTF" as const),
  side: fc.constantFrom("BUY", "SELL" as const),
  isFirstDelivery: fc.boolean(),
  fills: fc.array(
    fc.record({ quantity: fc.integer({ min: 1, max: 900 }), price: fc.integer({ min: 5, max: 900_000 }) }),
    { minLength: 1, maxLength: 30 },
  ),
});

it("splits charges of partial fills into lines that add up to the booked sums", () => {
  fc.assert(
    fc.property(order, ({ of, product, side, isFirstDelivery, fills }) => {
      const trade = { instrument: of, product, side, day: DAY };
      const sums: Charges = zeroCharges();
      let before = 0;
      for (const [index, { quantity, price }] of fills.entries()) {
        const valuePaise = quantity * price;
        const isFirst = isFirstDelivery && index === 0;
        const { totalPaise } = computeFillCharges({ ...trade, valuePaise, isFirstDelivery: isFirst }, before);
        const lines = readBookedCharges({
          ...of,
          ...{ product, side, quantity, at: AT, order_intent: null },
          price_paise: price,
          charges_paise: totalPaise,
          before_paise: before,
        });
        expect(lines?.totalPaise).toBe(totalPaise);
        for (const name of Object.keys(sums) as (keyof Charges)[]) sums[name] += lines?.[name] ?? Number.NaN;
        before += valuePaise;
      }
      const expectedCharges = computeCharges({ ...trade, valuePaise: before });
      const { depositoryPaise, gstPaise, totalPaise, ...others } = expectedCharges;
      expect(sums).toMatchObject(others);
      const levied = sums.totalPaise - totalPaise;
      expect(sums.depositoryPaise + sums.gstPaise - depositoryPaise - gstPaise).toBe(levied);
      expect(sums.gstPaise - gstPaise).toBeLessThanOrEqual(Math.ceil(sums.depositoryPaise * 0.18));
      if (sums.depositoryPaise === 0) expect(sums).toEqual(expectedCharges);
    }),
  );
});

const sale = {
  instrument: "NSE_EQ:1333",
  symbol: "HDFCBANK",
  product: "CNC",
  side: "SELL",
  quantity: 10,
  at: AT,
  order_intent: null,
  price_paise: 150_000,
  before_paise: 0,
} as const;

it("charges a delivery sale no brokerage, and lists the depository fee separately", () => {
  const charged = {
    instrument: KINDS[0],
    product: "CNC",
    side: "SELL",
    valuePaise: 1_500_000,
    day: DAY,
  } as const;
  const { totalPaise } = computeCharges({ ...charged, isFirstDelivery: true });
  expect(readBookedCharges({ ...sale, charges_paise: totalPaise })).toMatchObject({
    brokeragePaise: 0,
    depositoryPaise: 350,
    totalPaise,
  });
});

it("returns zero charges for an initial holding, and null if the tariff is unknown", () => {
  expect(readBookedCharges({ ...sale, charges_paise: 0 })).toEqual(zeroCharges());
  expect(readBookedCharges({ ...sale, charges_paise: 17 })).toBeNull();
});
