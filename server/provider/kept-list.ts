// Answers list queries from a catalogue that was read whole, while the provider does not answer: which strategies, in which
// order, the counts beside each filter, and what to loosen. Pure. The words of a query are explained in
// app/wire/strategy-query.ts; a test compares these answers with the sandbox's.

import type { StrategyPage } from "../../app/wire/base-api.ts";
import { PAGE_SIZE_DEFAULT } from "../../app/wire/limits.ts";
import type { StrategySummary } from "../../app/wire/strategy.ts";
import type { StrategyQuery } from "../../app/wire/strategy-query.ts";
import {
  FIELD_LIST_LENGTH,
  type FieldName,
  INSTRUMENT_KINDS,
  LISTED_STATES,
  PRODUCTS,
  RISKS,
  type Sort,
  type Tag,
} from "../../app/wire/vocabulary.ts";
import { createStrategyFinder, type SearchedStrategy } from "../net/strategy-finder.ts";

export type KeptStrategy = {
  summary: StrategySummary;
  /** What a search looks through. */
  searched: SearchedStrategy;
};

/** Each key is compared in turn; the id settles what is left. */
const ORDERS: Record<Sort, (strategy: StrategySummary) => readonly number[]> = {
  deployed: ({ deployedCount }) => [-deployedCount],
  min_amount: ({ minAmountRupees }) => [minAmountRupees],
  "-min_amount": ({ minAmountRupees }) => [-minAmountRupees],
  Risk: ({ risk, minAmountRupees }) => [RISKS.indexOf(risk), minAmountRupees],
  "-Risk": ({ risk, minAmountRupees }) => [-RISKS.indexOf(risk), minAmountRupees],
};

const LISTS: Record<FieldName, { by: "deployedCount" | "trackedCount"; tag: Tag | null }> = {
  most_deployed_algo_strategies: { by: "deployedCount", tag: null },
  most_tracked_algo_strategies: { by: "trackedCount", tag: null },
  popular_option_algo_strategies: { by: "deployedCount", tag: "Options" },
  popular_equity_algo_strategies: { by: "deployedCount", tag: "Equity" },
};

const LOOSENED = ["q", "filter_instrument", "filter_product", "filter_risk", "capital"] as const;
const OWN_CURSOR = /^kept_(.+)_(\d{1,9})$/;

/** `from` is how many matches stand before the page. */
export function searchKept(
  all: readonly KeptStrategy[],
  query: StrategyQuery,
  from: number,
  asOf: number,
): StrategyPage {
  const sort = query.sort ?? "deployed";
  const limit = query.limit ?? PAGE_SIZE_DEFAULT;
  const matches = matching(all, query)
    .map(({ summary }) => summary)
    .sort((a, b) => compare(a, b, sort));
  const total = matches.length;
  // A position past the end (its neighbours have gone) is the last page.
  const startIndex = limit === 0 || total === 0 ? 0 : from < total ? from : Math.max(0, total - limit);
  const items = matches.slice(startIndex, startIndex + limit);
  const after = startIndex + items.length;
  return {
    items,
    startIndex,
    previousCursor: startIndex > 0 ? ownCursor(sort, Math.max(0, startIndex - limit)) : null,
    nextCursor: items.length > 0 && after < total ? ownCursor(sort, after) : null,
    total,
    facets: {
      instrument: counts(all, query, "instrument", INSTRUMENT_KINDS),
      product: counts(all, query, "product", PRODUCTS),
      risk: counts(all, query, "risk", RISKS),
    },
    loosen:
      total > 0
        ? []
        : LOOSENED.filter((filter) => query[filter] !== undefined)
            .map((filter) => ({ filter, total: matching(all, { ...query, [filter]: undefined }).length }))
            .filter((loosened) => loosened.total > 0)
            .sort((a, b) => b.total - a.total),
    asOf: new Date(asOf).toISOString(),
  };
}

/** A cursor that `searchKept` gave, as a position in a list of that order; null for any other. */
export function readOwnCursor(cursor: string, sort: Sort): number | null {
  const [, named, position] = OWN_CURSOR.exec(cursor) ?? [];
  return named === sort ? Number(position) : null;
}

function ownCursor(sort: Sort, position: number): string {
  return `kept_${sort}_${position}`;
}

const finders = new WeakMap<readonly KeptStrategy[], (text: string) => string[]>();

/** Made once for each catalogue that was read. */
function finderOf(all: readonly KeptStrategy[]): (text: string) => string[] {
  const known = finders.get(all);
  if (known !== undefined) return known;
  const made = createStrategyFinder(all.map(({ searched }) => searched));
  finders.set(all, made);
  return made;
}

function matching(all: readonly KeptStrategy[], query: StrategyQuery): KeptStrategy[] {
  const named = query.field_name === undefined ? null : namedList(all, query.field_name);
  const found = query.q === undefined ? null : new Set(finderOf(all)(query.q));
  const partner = query.partner_name?.toLowerCase();
  const isOneOf = <Value>(values: readonly Value[] | undefined, value: Value) =>
    values === undefined || values.length === 0 || values.includes(value);
  return all.filter(({ summary }) => {
    const { tags, minAmountRupees: amount } = summary;
    if (!(query.state ?? LISTED_STATES).some((state) => state === summary.status.state)) return false;
    if (query.tags !== undefined && query.tags.length > 0) {
      const has = (tag: Tag) => tags.includes(tag);
      if (!(query.tags_match_type === "any" ? query.tags.some(has) : query.tags.every(has))) return false;
    }
    if (query.min_amount !== undefined && query.min_amount_val !== undefined) {
      const isBelow = amount < query.min_amount;
      if (isBelow !== (query.min_amount_val === "Lower")) return false;
    }
    if (query.risk !== undefined && summary.risk !== query.risk) return false;
    if (partner !== undefined && summary.manager.name.toLowerCase() !== partner) return false;
    if (named !== null && !named.has(summary.id)) return false;
    if (!isOneOf(query.filter_instrument, summary.instrument)) return false;
    if (!isOneOf(query.filter_product, summary.product)) return false;
    if (!isOneOf(query.filter_risk, summary.risk)) return false;
    if (query.capital !== undefined && amount > query.capital) return false;
    if (!isOneOf(query.id, summary.id)) return false;
    return found === null || found.has(summary.id);
  });
}

function namedList(all: readonly KeptStrategy[], name: FieldName): Set<string> {
  const { by, tag } = LISTS[name];
  return new Set(
    all
      .map(({ summary }) => summary)
      .filter(({ status, tags }) => status.state === "open" && (tag === null || tags.includes(tag)))
      .sort((a, b) => b[by] - a[by] || byId(a, b))
      .slice(0, FIELD_LIST_LENGTH)
      .map(({ id }) => id),
  );
}

function counts<Value extends string>(
  all: readonly KeptStrategy[],
  query: StrategyQuery,
  group: "instrument" | "product" | "risk",
  values: readonly Value[],
): { value: Value; count: number }[] {
  const found = matching(all, { ...query, [`filter_${group}`]: undefined });
  return values.map((value) => ({
    value,
    count: found.filter(({ summary }) => (summary[group] as string) === value).length,
  }));
}

function compare(a: StrategySummary, b: StrategySummary, sort: Sort): number {
  const [aKeys, bKeys] = [ORDERS[sort](a), ORDERS[sort](b)];
  for (const [index, key] of aKeys.entries()) {
    const difference = key - (bKeys[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return byId(a, b);
}

function byId(a: StrategySummary, b: StrategySummary): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
