// Charges of a trade in whole paise, line by line: brokerage and levies. The levies are those of the trade's day and
// venue (app/domain/calendars/charges.ts); an unknown levy is zero. The brokerage is the sandbox's own tariff.

import type { OrderProduct, OrderSide } from "../../../app/contract/base-api/order.ts";
import type { ChargeLines } from "../../../app/contract/base-api/portfolio.ts";
import {
  BROKERAGE_SHARE,
  type ChargedKind,
  type ChargeRates,
  createRateLookup,
  FLAT_BROKERAGE_PAISE,
  type Venue,
} from "../../../app/domain/calendars/charges.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";

/**
 * `exchangePaise` includes the exchange's investor protection fund. `depositoryPaise` is charged for shares that leave
 * the account.
 */
export type Charges = ChargeLines;

export type ChargedTrade = {
  instrument: Pick<MarketInstrument, "kind" | "exchangeSegment">;
  product: OrderProduct;
  side: OrderSide;
  valuePaise: number;
  /** Day of the trade, in days since 1970. */
  day: number;
  /** True for the day's first delivery sale of a share that was held before the day. */
  isFirstDelivery?: boolean;
};

/**
 * Returns the charges of one order whose fills are worth `valuePaise` so far. Brokerage is per order: none on delivery,
 * 0.03 % up to ₹20 on intraday shares and futures, ₹20 on options.
 */
export function computeCharges(trade: ChargedTrade): Charges {
  const { side, valuePaise } = trade;
  const kind = chargedAs(trade);
  const rates = findRates(trade.instrument, kind, trade.day);
  const brokerage = computeBrokerage(kind, valuePaise);
  const exchange = valuePaise * ((rates.exchange ?? 0) + (rates.protectionFund ?? 0));
  const regulator = valuePaise * rates.regulator;
  const depository = trade.isFirstDelivery === true ? rates.depositoryPaise : 0;
  return summed({
    brokeragePaise: Math.round(brokerage),
    transactionTaxPaise: Math.round(valuePaise * (side === "BUY" ? rates.taxBuy : rates.taxSell)),
    exchangePaise: Math.round(exchange),
    regulatorPaise: Math.round(regulator),
    stampDutyPaise: side === "BUY" ? Math.round(valuePaise * rates.stampBuy) : 0,
    depositoryPaise: depository,
    gstPaise: Math.round((brokerage + exchange + regulator + depository) * rates.gst),
  });
}

/**
 * Returns the charges of a fill whose order has earlier fills worth `beforePaise`: the charges of the order including
 * this fill, less those of the earlier fills. So the lines of all fills add up to those of the order.
 */
export function computeFillCharges(fill: ChargedTrade, beforePaise: number): Charges {
  const after = computeCharges({ ...fill, valuePaise: beforePaise + fill.valuePaise });
  const before = computeCharges({ ...fill, valuePaise: beforePaise, isFirstDelivery: false });
  addCharges(after, before, -1);
  return after;
}

/** Adds the charges `added`, multiplied by `times`, to `sum`, line by line. */
export function addCharges(sum: Charges, added: Charges, times: number): void {
  for (const line of Object.keys(sum) as (keyof Charges)[]) sum[line] += times * added[line];
}

/** Returns the charges of a contract that is settled at expiry: only the tax on the payout of a bought option. */
export function computeSettlementCharges(
  settled: Omit<ChargedTrade, "product" | "isFirstDelivery">,
): Charges {
  const { instrument, side, valuePaise, day } = settled;
  const kind = chargedAs({ instrument, product: "MARGIN" });
  const isExercised = kind === "OPTIONS" && side === "SELL";
  const transactionTaxPaise = isExercised
    ? Math.round(valuePaise * findRates(instrument, kind, day).exercisedTax)
    : 0;
  return { ...zeroCharges(), transactionTaxPaise, totalPaise: transactionTaxPaise };
}

export function zeroCharges(): Charges {
  return {
    brokeragePaise: 0,
    transactionTaxPaise: 0,
    exchangePaise: 0,
    regulatorPaise: 0,
    stampDutyPaise: 0,
    depositoryPaise: 0,
    gstPaise: 0,
    totalPaise: 0,
  };
}

function chargedAs({ instrument, product }: Pick<ChargedTrade, "instrument" | "product">): ChargedKind {
  if (instrument.kind === "OPTIDX" || instrument.kind === "OPTSTK") return "OPTIONS";
  if (instrument.kind === "FUTIDX" || instrument.kind === "FUTSTK") return "FUTURES";
  return product === "CNC" || product === "MTF" ? "DELIVERY" : "INTRADAY";
}

function computeBrokerage(kind: ChargedKind, valuePaise: number): number {
  if (valuePaise === 0 || kind === "DELIVERY") return 0;
  return kind === "OPTIONS"
    ? FLAT_BROKERAGE_PAISE
    : Math.min(FLAT_BROKERAGE_PAISE, valuePaise * BROKERAGE_SHARE);
}

/** Caches the rates of the day that was requested last, because orders are processed day by day. */
let known = { day: Number.NaN, of: createRateLookup(0) };

function findRates(
  { exchangeSegment }: ChargedTrade["instrument"],
  kind: ChargedKind,
  day: number,
): ChargeRates {
  if (known.day !== day) known = { day, of: createRateLookup(day) };
  const venue: Venue = exchangeSegment.startsWith("BSE") ? "BSE" : "NSE";
  return known.of(kind, venue);
}

function summed(lines: Omit<Charges, "totalPaise">): Charges {
  return { ...lines, totalPaise: Object.values(lines).reduce((sum, line) => sum + line, 0) };
}
