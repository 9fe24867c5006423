// Titles and labels of the marketplace's filters (filters.ts), by group and value.

import type { Tag } from "./vocabulary.ts";

export const FILTER_TITLES = {
  instrument: "Instrument",
  product: "Product",
  risk: "Risk",
  underlying: "Underlying",
  side: "Buys, sells or hedged",
  minimum: "Minimum amount",
  holding: "Holding period",
  manager: "Manager",
  fee: "Manager’s fee",
  record: "Live record",
};

export const FILTER_LABELS = {
  instrument: { "Index Options": "Index Options", "Equity Options": "Equity Options", Equity: "Equity" },
  product: { Intraday: "Intraday", Swing: "Swing", Scalping: "Scalping", Delivery: "Delivery" },
  risk: { Low: "Low", Medium: "Medium", Moderate: "Moderately high", High: "High" },
  underlying: { Nifty: "Nifty 50", "Bank-Nifty": "Bank Nifty", Sensex: "Sensex", Equity: "Shares" },
  side: { Buying: "Buys options", Selling: "Sells options", Hedged: "Hedged" },
  minimum: {
    "under-50000": "Under ₹50,000",
    "50000-100000": "₹50,000 to ₹1,00,000",
    "100000-200000": "₹1,00,000 to ₹2,00,000",
    "over-200000": "₹2,00,000 and over",
  },
  holding: { day: "Within the day", days: "Days", weeks: "Weeks", months: "Months" },
  fee: {
    none: "No fee",
    "under-500": "Under ₹500 a month",
    "500-1000": "₹500 to ₹1,000 a month",
    "over-1000": "₹1,000 and over a month",
  },
  record: {
    "under-6": "Under 6 months",
    "6-12": "6 to 12 months",
    "12-24": "1 to 2 years",
    "over-24": "2 years and over",
  },
};

/** Labels of chosen values outside the filter form, where the group's title is not visible. */
export const FILTER_CHIPS = {
  risk: (label: string) => `${label} risk`,
  minimum: (label: string) => `Minimum ${label.replace(/^Under/, "under")}`,
  holding: (label: string) => `Holds ${label.toLowerCase()}`,
  record: (label: string) => `Live ${label.replace(/^Under/, "under")}`,
};

export const TAG_LABELS: Record<Tag, string> = {
  Equity: "Equity",
  Options: "Options",
  Index: "Index",
  Nifty: "Nifty",
  Sensex: "Sensex",
  "Bank-Nifty": "Bank-Nifty",
  Intraday: "Intraday",
  Swing: "Swing",
  Buying: "Buying",
  Selling: "Selling",
  Hedged: "Hedged",
  "Long-Term": "Long-Term",
};

/**
 * Returns a function that labels a value. Values without a label, such as a provider's own tags, are returned
 * unchanged.
 */
const labelFinder = (labels: Record<string, string>) => (value: string) =>
  (Object.hasOwn(labels, value) ? labels[value] : undefined) ?? value;
export const instrumentText = labelFinder(FILTER_LABELS.instrument);
export const productText = labelFinder(FILTER_LABELS.product);
export const tagText = labelFinder(TAG_LABELS);
