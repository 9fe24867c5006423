// Enumerated values that the base API, the site and the sandbox share, spelled as in the API.

export const TAGS = [
  "Equity",
  "Options",
  "Index",
  "Nifty",
  "Sensex",
  "Bank-Nifty",
  "Intraday",
  "Swing",
  "Buying",
  "Selling",
  "Hedged",
  "Long-Term",
] as const;
export type Tag = (typeof TAGS)[number];

/** Risk levels from lowest to highest, in the order used to sort algos by risk. */
export const RISKS = ["Low", "Medium", "Moderate", "High"] as const;
export type Risk = (typeof RISKS)[number];
/** Returns the rank of a risk level, 0 for the lowest. An unknown level ranks above the highest. */
export function riskRank(risk: string): number {
  const rank = (RISKS as readonly string[]).indexOf(risk);
  return rank < 0 ? RISKS.length : rank;
}

export const INSTRUMENT_KINDS = ["Index Options", "Equity Options", "Equity"] as const;
export type InstrumentKind = (typeof INSTRUMENT_KINDS)[number];

export const PRODUCTS = ["Intraday", "Swing", "Scalping", "Delivery"] as const;
export type Product = (typeof PRODUCTS)[number];

/** Ids of the four ranked lists in the Discover menu. Each contains eight strategies. */
export const NAMED_LISTS = [
  "most_deployed_algo_strategies",
  "most_tracked_algo_strategies",
  "popular_option_algo_strategies",
  "popular_equity_algo_strategies",
] as const;
export type NamedList = (typeof NAMED_LISTS)[number];
export const NAMED_LIST_LENGTH = 8;

/**
 * Sort keys. A leading minus means descending. `deployed` is the default; `live` sorts by the length of the live
 * record, longest first.
 */
export const SORTS = ["deployed", "tracked", "live", "min_amount", "-min_amount", "Risk", "-Risk"] as const;
export type Sort = (typeof SORTS)[number];

export const STRATEGY_STATES = ["open", "closed", "suspended", "withdrawn"] as const;
export type StrategyState = (typeof STRATEGY_STATES)[number];
/** Strategy states that lists contain by default. A withdrawn algo is not listed, but its page exists. */
export const LISTED_STATES = ["open", "closed", "suspended"] as const satisfies readonly StrategyState[];

/** Reasons under the regulator's rules why a page may show an algo's performance; `none` if it may not. */
export const DISCLOSURE_BASES = ["none", "one_to_one", "verified", "backtest"] as const;
export type DisclosureBasis = (typeof DISCLOSURE_BASES)[number];

export const EXCHANGE_SEGMENTS = [
  "IDX_I",
  "NSE_EQ",
  "NSE_FNO",
  "NSE_CURRENCY",
  "BSE_EQ",
  "MCX_COMM",
  "BSE_CURRENCY",
  "BSE_FNO",
] as const;
export type ExchangeSegment = (typeof EXCHANGE_SEGMENTS)[number];

/** States of an order in the order book. Super and forever orders have additional states. */
export const ORDER_STATUSES = [
  "TRANSIT",
  "PENDING",
  "PART_TRADED",
  "TRADED",
  "REJECTED",
  "CANCELLED",
  "EXPIRED",
] as const;

export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"] as const;
export type Weekday = (typeof WEEKDAYS)[number];
