// Table of the marketplace's filters: each group's name and values, whether it allows several, and the values of a
// strategy. The query and its address, the counts of each value, the provider's search and the form are derived from
// it. A new group is a new row here. Pure; whole rupees, ISO days.
import { z } from "zod";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { INSTRUMENT_KINDS, PRODUCTS, RISKS, type Tag } from "./vocabulary.ts";

/** Input of the filters. The fee is only available for a strategy with complete data. */
export type Filtered = StrategySummary & { fee?: { monthlyRupees: number } | undefined };

export type FilterRow = {
  name: string;
  title: string;
  /** Null: ids that occur in the strategies. */
  values: readonly { value: string; label: string }[] | null;
  /** True if only one value can be chosen. */
  isSingle: boolean;
  /** True if the group is behind “More filters”. */
  isMore: boolean;
  /** Returns the strategy's values on a day; one is enough to match. */
  of: (strategy: Filtered, today: string) => readonly string[];
  /** Returns the label of a value that the strategies define. */
  labelOf?: (strategy: Filtered) => string;
  /** Returns the label of a chosen value outside of its group. */
  chip?: (label: string) => string;
};

const named = (values: readonly string[], labels: Record<string, string> = {}) =>
  values.map((value) => ({ value, label: labels[value] ?? value }));
const labelled = (labels: Record<string, string>) => named(Object.keys(labels), labels);
const tagged =
  (tags: readonly Tag[]) =>
  (strategy: Filtered): string[] =>
    tags.filter((tag) => strategy.tags.includes(tag));

const MONTH_MS = 30.4 * 86_400_000;

/** Returns the value of the first limit above the number; the last value has no limit. */
function stepOf(number: number, limits: readonly number[], values: readonly string[]): string[] {
  const index = limits.findIndex((limit) => number < limit);
  return [values[index === -1 ? values.length - 1 : index] ?? ""];
}

const MINIMUM = {
  "under-50000": "Under ₹50,000",
  "50000-100000": "₹50,000 to ₹1,00,000",
  "100000-200000": "₹1,00,000 to ₹2,00,000",
  "over-200000": "₹2,00,000 and over",
};
const HOLDING = { day: "Within the day", days: "Days", weeks: "Weeks", months: "Months" };
const FEE = {
  none: "No fee",
  "under-500": "Under ₹500 a month",
  "500-1000": "₹500 to ₹1,000 a month",
  "over-1000": "₹1,000 and over a month",
};
const RECORD = {
  "under-6": "Under 6 months",
  "6-12": "6 to 12 months",
  "12-24": "1 to 2 years",
  "over-24": "2 years and over",
};

/** Shortest and longest period in "Hours, same day", "1 to 6 days", "1 to 4 weeks" and "Months to years". */
function holdingOf({ holdingPeriod }: Filtered): string[] {
  const text = holdingPeriod.toLowerCase();
  if (/hour|minute|same day/.test(text)) return ["day"];
  if (/week/.test(text)) return ["weeks"];
  return [/month|year/.test(text) ? "months" : "days"];
}

const TABLE = [
  {
    name: "instrument",
    title: "Instrument",
    values: named(INSTRUMENT_KINDS),
    isSingle: false,
    isMore: false,
    of: ({ instrument }) => [instrument],
  },
  {
    name: "product",
    title: "Product",
    values: named(PRODUCTS),
    isSingle: false,
    isMore: true,
    of: ({ product }) => [product],
  },
  {
    name: "risk",
    title: "Risk",
    values: named(RISKS, { Moderate: "Moderately high" }),
    isSingle: true,
    isMore: false,
    of: ({ risk }) => [risk],
    chip: (label) => `${label} risk`,
  },
  {
    name: "underlying",
    title: "Underlying",
    values: labelled({ Nifty: "Nifty 50", "Bank-Nifty": "Bank Nifty", Sensex: "Sensex", Equity: "Shares" }),
    isSingle: false,
    isMore: true,
    of: tagged(["Nifty", "Bank-Nifty", "Sensex", "Equity"]),
  },
  {
    name: "side",
    title: "Buys, sells or hedged",
    values: labelled({ Buying: "Buys options", Selling: "Sells options", Hedged: "Hedged" }),
    isSingle: false,
    isMore: true,
    of: tagged(["Buying", "Selling", "Hedged"]),
  },
  {
    name: "minimum",
    title: "Minimum amount",
    values: labelled(MINIMUM),
    isSingle: false,
    isMore: true,
    of: ({ minAmountRupees }) => stepOf(minAmountRupees, [50_000, 100_000, 200_000], Object.keys(MINIMUM)),
    chip: (label) => `Minimum ${label.replace(/^Under/, "under")}`,
  },
  {
    name: "holding",
    title: "Holding period",
    values: labelled(HOLDING),
    isSingle: false,
    isMore: false,
    of: holdingOf,
    chip: (label) => `Holds ${label.toLowerCase()}`,
  },
  {
    name: "manager",
    title: "Manager",
    values: null,
    isSingle: false,
    isMore: false,
    of: ({ manager }) => [manager.id],
    labelOf: ({ manager }) => manager.name,
  },
  {
    name: "fee",
    title: "Manager’s fee",
    values: labelled(FEE),
    isSingle: false,
    isMore: true,
    of: ({ fee }) =>
      fee === undefined
        ? []
        : fee.monthlyRupees === 0
          ? ["none"]
          : stepOf(fee.monthlyRupees, [500, 1_000], Object.keys(FEE).slice(1)),
  },
  {
    name: "record",
    title: "Live record",
    values: labelled(RECORD),
    isSingle: false,
    isMore: false,
    of: ({ liveSince }, today) =>
      stepOf((Date.parse(today) - Date.parse(liveSince)) / MONTH_MS, [6, 12, 24], Object.keys(RECORD)),
    chip: (label) => `Live ${label.replace(/^Under/, "under")}`,
  },
] as const satisfies readonly FilterRow[];

export type FilterName = (typeof TABLE)[number]["name"];
export type FilterKey = `filter_${FilterName}`;
export const FILTERS: readonly (FilterRow & { name: FilterName })[] = TABLE;

export const filterKey = (name: FilterName): FilterKey => `filter_${name}`;
export const FILTER_KEYS: readonly FilterKey[] = FILTERS.map(({ name }) => filterKey(name));

const VALUES_AT_MOST = 20;
const ownId = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(80);

/** One parameter per group, repeated for several values. */
export const filterShape = Object.fromEntries(
  FILTERS.map(({ name, values }) => [
    filterKey(name),
    (values === null
      ? z.array(ownId).max(VALUES_AT_MOST)
      : z.array(z.enum(values.map(({ value }) => value))).max(values.length)
    ).optional(),
  ]),
) as unknown as Record<FilterKey, z.ZodOptional<z.ZodArray<z.ZodType<string>>>>;

const facet = z.array(
  z.object({
    value: z.string(),
    label: z.string().optional().meta({ description: "Where the value is an id: what it is called" }),
    count: z.int().nonnegative(),
  }),
);
export type Facet = z.infer<typeof facet>;

/** Counts for each value. A provider may support fewer groups. */
export const facetsSchema = z.object({
  ...(Object.fromEntries(FILTERS.map(({ name }) => [name, facet.optional()])) as Record<
    FilterName,
    z.ZodOptional<typeof facet>
  >),
});
export type Facets = z.infer<typeof facetsSchema>;

/** True if a strategy has a chosen value of the group, or if no value is chosen. */
export function fits(
  name: FilterName,
  wanted: readonly string[] | undefined,
  strategy: Filtered,
  today: string,
): boolean {
  if (wanted === undefined || wanted.length === 0) return true;
  const row = FILTERS.find((one) => one.name === name);
  return row?.of(strategy, today).some((value) => wanted.includes(value)) ?? true;
}

/** Number of strategies with each value, in the table's order; ids by their name. */
export function facetOf(name: FilterName, strategies: readonly Filtered[], today: string): Facet {
  const row = FILTERS.find((one) => one.name === name);
  if (row === undefined) return [];
  const counts = new Map<string, number>();
  const labels = new Map<string, string>();
  for (const strategy of strategies)
    for (const value of row.of(strategy, today)) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
      if (row.labelOf !== undefined) labels.set(value, row.labelOf(strategy));
    }
  if (row.values !== null) return row.values.map(({ value }) => ({ value, count: counts.get(value) ?? 0 }));
  return [...counts]
    .map(([value, count]) => ({ value, label: labels.get(value) ?? value, count }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
}
