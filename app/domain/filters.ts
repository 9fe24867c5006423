// Table of the marketplace's filters: each group's name and values, whether several values can be chosen, and a
// function that returns a strategy's values. The query, the counts, the provider's search and the form are derived from
// this table. Pure; amounts in whole rupees, ISO days.
import { z } from "zod";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { FILTER_CHIPS, FILTER_LABELS, FILTER_TITLES } from "./filter-texts.ts";
import { DAY_MS, DAYS_PER_MONTH } from "./time.ts";
import type { Tag } from "./vocabulary.ts";

/** Strategy data that the filters use. Summaries have no fee; only complete strategies have one. */
export type FilterableStrategy = StrategySummary & { fee?: { monthlyRupees: number } | undefined };

export type FilterRow = {
  name: string;
  title: string;
  /** Null if the group's values are ids from the strategies, such as managers. */
  values: readonly { value: string; label: string }[] | null;
  /** True if only one value can be chosen. */
  isSingle: boolean;
  /** True if the filter form shows the group in the menu “More”. */
  isMore: boolean;
  /** Returns the strategy's values on a day. The strategy matches if any of these values is chosen. */
  of: (strategy: FilterableStrategy, today: string) => readonly string[];
  /** Returns the label of the strategy's value, for groups whose values are ids. */
  labelOf?: (strategy: FilterableStrategy) => string;
  /** Returns the label of a chosen value outside the filter form, where the group's title is not visible. */
  chip?: (label: string) => string;
};

const toChoices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const selectTags =
  (tags: readonly Tag[]) =>
  (strategy: FilterableStrategy): string[] =>
    tags.filter((tag) => strategy.tags.includes(tag));

const MONTH_MS = DAYS_PER_MONTH * DAY_MS;

/** Returns the value of the first range whose upper limit exceeds the number. The last range has no limit. */
function findStep(number: number, limits: readonly number[], values: readonly string[]): string[] {
  const index = limits.findIndex((limit) => number < limit);
  return [values[index === -1 ? values.length - 1 : index] ?? ""];
}

/**
 * Classifies texts such as "Hours, same day", "1 to 6 days", "1 to 4 weeks" and "Months to years". The text is free, so
 * other texts match no value.
 */
function classifyHoldingPeriod({ holdingPeriod }: FilterableStrategy): string[] {
  const text = holdingPeriod.toLowerCase();
  if (/hour|minute|\d ?min\b|mins\b|same day|intraday/.test(text)) return ["day"];
  if (/week/.test(text)) return ["weeks"];
  if (/month|quarter|year/.test(text)) return ["months"];
  return /\bdays?\b/.test(text) ? ["days"] : [];
}

const FILTER_TABLE = [
  {
    name: "instrument",
    of: ({ instrument }) => [instrument],
  },
  {
    name: "product",
    isMore: true,
    of: ({ product }) => [product],
  },
  {
    name: "risk",
    isSingle: true,
    of: ({ risk }) => [risk],
    chip: FILTER_CHIPS.risk,
  },
  {
    name: "underlying",
    isMore: true,
    of: selectTags(["Nifty", "Bank-Nifty", "Sensex", "Equity"]),
  },
  {
    name: "side",
    isMore: true,
    of: selectTags(["Buying", "Selling", "Hedged"]),
  },
  {
    name: "minimum",
    isMore: true,
    of: ({ minAmountRupees }) =>
      findStep(minAmountRupees, [50_000, 100_000, 200_000], Object.keys(FILTER_LABELS.minimum)),
    chip: FILTER_CHIPS.minimum,
  },
  {
    name: "holding",
    of: classifyHoldingPeriod,
    chip: FILTER_CHIPS.holding,
  },
  {
    name: "manager",
    of: ({ manager }) => [manager.id],
    labelOf: ({ manager }) => manager.name,
  },
  {
    name: "fee",
    isMore: true,
    of: ({ fee }) =>
      fee === undefined
        ? []
        : fee.monthlyRupees === 0
          ? ["none"]
          : findStep(fee.monthlyRupees, [500, 1_000], Object.keys(FILTER_LABELS.fee).slice(1)),
  },
  {
    name: "record",
    of: ({ liveSince }, today) =>
      findStep(
        (Date.parse(today) - Date.parse(liveSince)) / MONTH_MS,
        [6, 12, 24],
        Object.keys(FILTER_LABELS.record),
      ),
    chip: FILTER_CHIPS.record,
  },
] as const satisfies readonly (Omit<FilterRow, "title" | "values" | "isSingle" | "isMore"> &
  Partial<FilterRow>)[];

export type FilterName = (typeof FILTER_TABLE)[number]["name"];
export type FilterKey = `filter_${FilterName}`;
export const FILTERS: readonly (FilterRow & { name: FilterName })[] = FILTER_TABLE.map((row) => ({
  title: FILTER_TITLES[row.name],
  values: "labelOf" in row ? null : toChoices(FILTER_LABELS[row.name]),
  isSingle: false,
  isMore: false,
  ...row,
}));

export const filterKey = (name: FilterName): FilterKey => `filter_${name}`;
export const FILTER_KEYS: readonly FilterKey[] = FILTERS.map(({ name }) => filterKey(name));

const MAX_VALUES = 20;
const idValue = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(80);

/** Schema of the query parameters: one per group, repeated if several values are chosen. */
export const filterShape = Object.fromEntries(
  FILTERS.map(({ name, values }) => [
    filterKey(name),
    (values === null
      ? z.array(idValue).max(MAX_VALUES)
      : z.array(z.enum(values.map(({ value }) => value))).max(values.length)
    ).optional(),
  ]),
) as unknown as Record<FilterKey, z.ZodOptional<z.ZodArray<z.ZodType<string>>>>;

const facet = z.array(
  z.object({
    value: z.string(),
    label: z.string().optional().meta({ description: "Name of the value, if the value is an id" }),
    count: z.int().nonnegative(),
  }),
);
export type Facet = z.infer<typeof facet>;

/** Number of strategies per value, for each group. A provider may omit groups. */
export const facetsSchema = z.object({
  ...(Object.fromEntries(FILTERS.map(({ name }) => [name, facet.optional()])) as Record<
    FilterName,
    z.ZodOptional<typeof facet>
  >),
});

/** True if the strategy has any chosen value of the group, or if no value is chosen. */
export function matchesFilter(
  name: FilterName,
  selected: readonly string[] | undefined,
  strategy: FilterableStrategy,
  today: string,
): boolean {
  if (selected === undefined || selected.length === 0) return true;
  const row = FILTERS.find((one) => one.name === name);
  return row?.of(strategy, today).some((value) => selected.includes(value)) ?? true;
}

/** Counts the strategies per value of a group. Values are in the table's order; ids are sorted by label. */
export function countFacet(
  name: FilterName,
  strategies: readonly FilterableStrategy[],
  today: string,
): Facet {
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
