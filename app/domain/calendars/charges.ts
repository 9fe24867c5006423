// Taxes, exchange charges and depository charges on a trade, by date. Each row applies from its date until the next row
// of its kind. An unknown rate is null. Sources: Finance Acts 2004 (chapter VII), 2023, 2024 (no. 2) and 2026 for the
// securities transaction tax, Indian Stamp Rules 2019, circulars of NSE and BSE on transaction charges, SEBI's fee
// regulations, and CDSL's tariff. Rates are fractions of value; fees are paise.
import { dayOfIso } from "../time.ts";

export const CHARGED_KINDS = ["DELIVERY", "INTRADAY", "FUTURES", "OPTIONS"] as const;
/**
 * Kind of trade that determines its charges. Delivery and intraday are trades of shares. Charges on futures are based
 * on their value, those on options on their premium.
 */
export type ChargedKind = (typeof CHARGED_KINDS)[number];
export type Venue = "NSE" | "BSE";

type RateRow = { from: string; source: string };
type TaxRow = RateRow &
  Record<ChargedKind, { buy: number; sell: number }> & {
    /** Tax when an option is exercised at expiry, as a fraction of its settlement value. */
    exercised: number;
  };
type ExchangeRow = RateRow & { venue: Venue } & Record<ChargedKind, number | null>;
type FundRow = RateRow & { venue: Venue } & Record<ChargedKind, number | null>;

const FIRST_DAY = "2022-01-01";

/** Securities transaction tax, as fractions of the trade's value. */
export const TRANSACTION_TAX: readonly TaxRow[] = [
  {
    from: FIRST_DAY,
    source: "Finance Acts up to 2016 and 2019",
    DELIVERY: { buy: 0.001, sell: 0.001 },
    INTRADAY: { buy: 0, sell: 0.00025 },
    FUTURES: { buy: 0, sell: 0.0001 },
    OPTIONS: { buy: 0, sell: 0.0005 },
    exercised: 0.00125,
  },
  {
    from: "2023-04-01",
    source: "Finance Act 2023",
    DELIVERY: { buy: 0.001, sell: 0.001 },
    INTRADAY: { buy: 0, sell: 0.00025 },
    FUTURES: { buy: 0, sell: 0.000125 },
    OPTIONS: { buy: 0, sell: 0.000625 },
    exercised: 0.00125,
  },
  {
    from: "2024-10-01",
    source: "Finance (No. 2) Act 2024",
    DELIVERY: { buy: 0.001, sell: 0.001 },
    INTRADAY: { buy: 0, sell: 0.00025 },
    FUTURES: { buy: 0, sell: 0.0002 },
    OPTIONS: { buy: 0, sell: 0.001 },
    exercised: 0.00125,
  },
  {
    from: "2026-04-01",
    source: "Finance Act 2026",
    DELIVERY: { buy: 0.001, sell: 0.001 },
    INTRADAY: { buy: 0, sell: 0.00025 },
    FUTURES: { buy: 0, sell: 0.0005 },
    OPTIONS: { buy: 0, sell: 0.0015 },
    exercised: 0.0015,
  },
];

/**
 * The exchanges' transaction charges on purchases and sales. Before October 2024 they depended on the broker's
 * turnover, so actual charges differed.
 */
export const EXCHANGE_CHARGES: readonly ExchangeRow[] = [
  {
    from: FIRST_DAY,
    venue: "NSE",
    source: "NSE circular of December 2020, the usual slab",
    DELIVERY: 0.0000345,
    INTRADAY: 0.0000345,
    FUTURES: 0.00002,
    OPTIONS: 0.00053,
  },
  {
    from: "2023-04-01",
    venue: "NSE",
    source: "NSE circular of March 2023, the usual slab",
    DELIVERY: 0.0000325,
    INTRADAY: 0.0000325,
    FUTURES: 0.000019,
    OPTIONS: 0.0005,
  },
  {
    from: "2024-04-01",
    venue: "NSE",
    source: "NSE circular of March 2024, the usual slab",
    DELIVERY: 0.0000322,
    INTRADAY: 0.0000322,
    FUTURES: 0.0000188,
    OPTIONS: 0.000495,
  },
  {
    from: "2024-10-01",
    venue: "NSE",
    source: "NSE circular of 27 September 2024, one rate for all members",
    DELIVERY: 0.0000297,
    INTRADAY: 0.0000297,
    FUTURES: 0.0000173,
    OPTIONS: 0.0003503,
  },
  {
    from: FIRST_DAY,
    venue: "BSE",
    source: "BSE circulars; the charges on SENSEX options depended on slabs that this data does not contain",
    DELIVERY: 0.0000345,
    INTRADAY: 0.0000345,
    FUTURES: 0,
    OPTIONS: null,
  },
  {
    from: "2024-05-13",
    venue: "BSE",
    source: "BSE circular of April 2024",
    DELIVERY: 0.0000375,
    INTRADAY: 0.0000375,
    FUTURES: 0,
    OPTIONS: 0.000495,
  },
  {
    from: "2024-10-01",
    venue: "BSE",
    source: "BSE circular of 27 September 2024, one rate for all members",
    DELIVERY: 0.0000375,
    INTRADAY: 0.0000375,
    FUTURES: 0,
    OPTIONS: 0.000325,
  },
];

/** Charges for the exchanges' investor protection funds on purchases and sales. */
export const PROTECTION_FUND: readonly FundRow[] = [
  {
    from: FIRST_DAY,
    venue: "NSE",
    source: "not in this data before April 2023",
    DELIVERY: null,
    INTRADAY: null,
    FUTURES: null,
    OPTIONS: null,
  },
  {
    from: "2023-04-01",
    venue: "NSE",
    source: "NSE circular of March 2023: 10 rupees a crore; 50 rupees a crore of options' premium",
    DELIVERY: 0.000001,
    INTRADAY: 0.000001,
    FUTURES: 0.000001,
    OPTIONS: 0.000005,
  },
  {
    from: FIRST_DAY,
    venue: "BSE",
    source: "not in this data",
    DELIVERY: null,
    INTRADAY: null,
    FUTURES: null,
    OPTIONS: null,
  },
];

/** Stamp duty on purchases. */
export const STAMP_DUTY = {
  source: "Indian Stamp (Collection of Stamp-Duty) Rules 2019, from 1 July 2020",
  DELIVERY: 0.00015,
  INTRADAY: 0.00003,
  FUTURES: 0.00002,
  OPTIONS: 0.00003,
} as const;

/** Maximum brokerage of an order, in paise. Every option order costs this brokerage. */
export const FLAT_BROKERAGE_PAISE = 2_000;

/** Brokerage of an intraday or futures order as a fraction of its value, limited by FLAT_BROKERAGE_PAISE. */
export const BROKERAGE_SHARE = 0.0003;

export const REGULATOR_FEE = { source: "SEBI: 10 rupees a crore", rate: 0.000001 } as const;
/** GST on brokerage, exchange charges, the regulator's fee, the protection fund and the depository's charge. */
export const GST = { source: "CGST Act 2017: 18 % on services", rate: 0.18 } as const;

/**
 * The depository's charge to the broker for a delivery, once per share and day. The broker's own charge for deliveries
 * is set in its tariff.
 */
export const DEPOSITORY_CHARGES: readonly (RateRow & { paise: number })[] = [
  { from: FIRST_DAY, source: "CDSL tariff, the usual slab", paise: 550 },
  { from: "2024-10-01", source: "CDSL circular of August 2024, one rate", paise: 350 },
];

export function findDepositoryPaise(day: number): number {
  return rowInEffect(DEPOSITORY_CHARGES, day)?.paise ?? 0;
}

/** Rates for one kind of trade at one exchange on one day. Unknown rates are null. */
export type ChargeRates = {
  taxBuy: number;
  taxSell: number;
  exercisedTax: number;
  exchange: number | null;
  protectionFund: number | null;
  stampBuy: number;
  regulator: number;
  gst: number;
  depositoryPaise: number;
};

function rowInEffect<T extends RateRow>(rows: readonly T[], day: number): T | undefined {
  let found: T | undefined;
  for (const row of rows) if (dayOfIso(row.from) <= day) found = row;
  return found ?? rows[0];
}

/** Returns a function that looks up the rates of a day by kind of trade and exchange. Pure. */
export function createRateLookup(day: number): (kind: ChargedKind, venue: Venue) => ChargeRates {
  const tax = rowInEffect(TRANSACTION_TAX, day);
  const depository = rowInEffect(DEPOSITORY_CHARGES, day);
  const of = (venue: Venue) => ({
    exchange: rowInEffect(
      EXCHANGE_CHARGES.filter((row) => row.venue === venue),
      day,
    ),
    fund: rowInEffect(
      PROTECTION_FUND.filter((row) => row.venue === venue),
      day,
    ),
  });
  const venues = { NSE: of("NSE"), BSE: of("BSE") };
  return (kind, venue) => ({
    taxBuy: tax?.[kind].buy ?? 0,
    taxSell: tax?.[kind].sell ?? 0,
    exercisedTax: tax?.exercised ?? 0,
    exchange: venues[venue].exchange?.[kind] ?? null,
    protectionFund: venues[venue].fund?.[kind] ?? null,
    stampBuy: STAMP_DUTY[kind],
    regulator: REGULATOR_FEE.rate,
    gst: GST.rate,
    depositoryPaise: kind === "DELIVERY" ? (depository?.paise ?? 0) : 0,
  });
}

export const CHARGE_GAPS = [
  "The rates of the investor protection fund are unknown for BSE, and for NSE before April 2023. In these cases nothing is charged for it.",
  "Exchange charges on options at BSE before 13 May 2024 depended on slabs, which are unknown here.",
  "Exchange charges before October 2024 are those of the usual slab; members with a larger turnover paid less.",
] as const;
