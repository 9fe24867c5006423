// Instruments that the catalogue's strategies trade or watch. The security ids are those of the public instrument list.
import type { Instrument } from "../../../app/contract/base-api/strategy.ts";
import type { Tag } from "../../../app/domain/vocabulary.ts";

type Underlying = {
  exchangeSegment: Instrument["exchangeSegment"];
  securityId: string;
  symbol: string;
  name: string;
};

export const INDICES = {
  nifty: { exchangeSegment: "IDX_I", securityId: "13", symbol: "NIFTY", name: "Nifty 50" },
  bankNifty: { exchangeSegment: "IDX_I", securityId: "25", symbol: "BANKNIFTY", name: "Nifty Bank" },
  sensex: { exchangeSegment: "IDX_I", securityId: "51", symbol: "SENSEX", name: "BSE Sensex" },
} as const satisfies Record<string, Underlying>;
export type IndexKey = keyof typeof INDICES;

export const INDEX_TAG: Record<IndexKey, Tag> = { nifty: "Nifty", bankNifty: "Bank-Nifty", sensex: "Sensex" };
/** Exchange that lists the index's options. */
export const INDEX_EXCHANGE: Record<IndexKey, "NSE" | "BSE"> = {
  nifty: "NSE",
  bankNifty: "NSE",
  sensex: "BSE",
};
/** Nearest expiry of the index, and whether it has weekly contracts. */
export const INDEX_EXPIRY: Record<IndexKey, { day: string; series: string }> = {
  nifty: { day: "Tuesday", series: "weekly" },
  bankNifty: { day: "the last Tuesday of the month", series: "monthly" },
  sensex: { day: "Thursday", series: "weekly" },
};

export const STOCKS = {
  hdfcBank: { exchangeSegment: "NSE_EQ", securityId: "1333", symbol: "HDFCBANK", name: "HDFC Bank" },
  tcs: { exchangeSegment: "NSE_EQ", securityId: "11536", symbol: "TCS", name: "Tata Consultancy Services" },
  reliance: {
    exchangeSegment: "NSE_EQ",
    securityId: "2885",
    symbol: "RELIANCE",
    name: "Reliance Industries",
  },
  infosys: { exchangeSegment: "NSE_EQ", securityId: "1594", symbol: "INFY", name: "Infosys" },
  iciciBank: { exchangeSegment: "NSE_EQ", securityId: "4963", symbol: "ICICIBANK", name: "ICICI Bank" },
  sbi: { exchangeSegment: "NSE_EQ", securityId: "3045", symbol: "SBIN", name: "State Bank of India" },
  axisBank: { exchangeSegment: "NSE_EQ", securityId: "5900", symbol: "AXISBANK", name: "Axis Bank" },
  kotakBank: {
    exchangeSegment: "NSE_EQ",
    securityId: "1922",
    symbol: "KOTAKBANK",
    name: "Kotak Mahindra Bank",
  },
  itc: { exchangeSegment: "NSE_EQ", securityId: "1660", symbol: "ITC", name: "ITC" },
  larsen: { exchangeSegment: "NSE_EQ", securityId: "11483", symbol: "LT", name: "Larsen & Toubro" },
  hindustanUnilever: {
    exchangeSegment: "NSE_EQ",
    securityId: "1394",
    symbol: "HINDUNILVR",
    name: "Hindustan Unilever",
  },
  bhartiAirtel: {
    exchangeSegment: "NSE_EQ",
    securityId: "10604",
    symbol: "BHARTIARTL",
    name: "Bharti Airtel",
  },
  maruti: { exchangeSegment: "NSE_EQ", securityId: "10999", symbol: "MARUTI", name: "Maruti Suzuki India" },
  sunPharma: {
    exchangeSegment: "NSE_EQ",
    securityId: "3351",
    symbol: "SUNPHARMA",
    name: "Sun Pharmaceutical",
  },
  titan: { exchangeSegment: "NSE_EQ", securityId: "3506", symbol: "TITAN", name: "Titan Company" },
  asianPaints: { exchangeSegment: "NSE_EQ", securityId: "236", symbol: "ASIANPAINT", name: "Asian Paints" },
  bajajFinance: { exchangeSegment: "NSE_EQ", securityId: "317", symbol: "BAJFINANCE", name: "Bajaj Finance" },
  wipro: { exchangeSegment: "NSE_EQ", securityId: "3787", symbol: "WIPRO", name: "Wipro" },
  hclTech: { exchangeSegment: "NSE_EQ", securityId: "7229", symbol: "HCLTECH", name: "HCL Technologies" },
  mahindra: { exchangeSegment: "NSE_EQ", securityId: "2031", symbol: "M&M", name: "Mahindra & Mahindra" },
  ntpc: { exchangeSegment: "NSE_EQ", securityId: "11630", symbol: "NTPC", name: "NTPC" },
  powerGrid: {
    exchangeSegment: "NSE_EQ",
    securityId: "14977",
    symbol: "POWERGRID",
    name: "Power Grid Corporation",
  },
  ultraTech: {
    exchangeSegment: "NSE_EQ",
    securityId: "11532",
    symbol: "ULTRACEMCO",
    name: "UltraTech Cement",
  },
  niftyBees: {
    exchangeSegment: "NSE_EQ",
    securityId: "10576",
    symbol: "NIFTYBEES",
    name: "Nifty 50 exchange-traded fund",
  },
} as const satisfies Record<string, Underlying>;
export type StockKey = keyof typeof STOCKS;

export function toInstrument(underlying: Underlying, role: Instrument["role"]): Instrument {
  return { ...underlying, role };
}
