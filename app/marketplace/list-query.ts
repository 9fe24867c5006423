// Query of a list page (search, filter values, order and cursor), parsed from an address and converted back. Unknown
// values select the defaults. Equal queries have the same address.

import { CURSOR_MAX_CHARS, CURSOR_PATTERN, SEARCH_TEXT_MAX_CHARS } from "../contract/base-api/limits.ts";
import type { StrategyQuery } from "../contract/base-api/strategy-query.ts";
import { FILTERS, type FilterName, type FilterRow, filterKey } from "../domain/filters.ts";
import { LISTED_STATES, SORTS, type Sort } from "../domain/vocabulary.ts";
import { readChoice } from "../http/choice-cookie.ts";
import { LIST_CHIPS } from "./list-texts.ts";

export const LIST_PAGE_SIZE = 12;
const MAX_VALUES = 20;

export const LIST_LAYOUTS = ["cards", "table"] as const;
export type ListLayout = (typeof LIST_LAYOUTS)[number];
/** Cookie with the layout that the user last selected. */
export const LAYOUT_COOKIE = "layout";
/** Path that stores the selected layout and redirects to the list. */
export const LAYOUT_PATH = "/algos/layout";

/** Returns the stored layout from a Cookie header, by default cards. */
export function readLayout(cookies: string | null): ListLayout {
  const stored = readChoice(cookies, LAYOUT_COOKIE);
  return LIST_LAYOUTS.find((layout) => layout === stored) ?? "cards";
}

/**
 * The provider's sort orders, and the order by drawdown. The site sorts by drawdown itself, using records that may be
 * shown.
 */
export const LIST_SORTS = [...SORTS, "drawdown"] as const;
export type ListSort = Sort | "drawdown";

/** Limits of the largest drawdown as shares of the amount. The site applies them to records that may be shown. */
export const DRAWDOWN_LIMITS = { "10": 0.1, "20": 0.2, "30": 0.3 } as const;
export type DrawdownLimit = keyof typeof DRAWDOWN_LIMITS;

export type ListQuery = {
  text: string;
  /** Selected values by group. Groups without a selected value are absent. */
  filters: Partial<Record<FilterName, string[]>>;
  drawdown: DrawdownLimit | null;
  /** True if the list contains only algos whose minimum is within the user's amount. */
  fits: boolean;
  sort: ListSort;
  /** Sort order if the address specifies none. */
  defaultSort: Sort;
  /** Cards, or a dense table with a row per algo. */
  view: ListLayout;
  /** Layout if the address specifies none: the last layout that the user selected. */
  defaultView: ListLayout;
  cursor: string | null;
};

export const NO_FILTERS: ListQuery = {
  text: "",
  filters: {},
  drawdown: null,
  fits: false,
  sort: "deployed",
  defaultSort: "deployed",
  view: "cards",
  defaultView: "cards",
  cursor: null,
};

/** Query parameters of a list, in the order of `listSearch`. */
export const LIST_QUERY_NAMES = [
  "q",
  ...FILTERS.map(({ name }) => name),
  "drawdown",
  "fits",
  "sort",
  "view",
  "cursor",
] as const;

/**
 * Parses the valid parameters. The request contained invalid or unordered parameters if `listSearch` of the result
 * differs from its query.
 */
export function readListQuery(
  params: URLSearchParams,
  defaultSort: Sort = "deployed",
  defaultView: ListLayout = "cards",
): ListQuery {
  return {
    text: normalizeText(params.get("q")),
    filters: Object.fromEntries(
      FILTERS.flatMap((row) => {
        const chosen = keepKnownValues(row, params.getAll(row.name));
        return chosen.length === 0 ? [] : [[row.name, chosen]];
      }),
    ),
    drawdown:
      (Object.keys(DRAWDOWN_LIMITS) as DrawdownLimit[]).find((limit) => params.get("drawdown") === limit) ??
      null,
    fits: params.get("fits") === "yes",
    sort: LIST_SORTS.find((sort) => params.get("sort") === sort) ?? defaultSort,
    defaultSort,
    view: LIST_LAYOUTS.find((view) => params.get("view") === view) ?? defaultView,
    defaultView,
    cursor: readCursor(params.get("cursor")),
  };
}

/**
 * Returns the valid selected values in the order of the filter table. Ids, which the table does not list, are sorted.
 */
function keepKnownValues({ values, isSingle }: FilterRow, requested: readonly string[]): string[] {
  const known =
    values === null
      ? [...new Set(requested)]
          .filter((id) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) && id.length <= 80)
          .sort()
          .slice(0, MAX_VALUES)
      : values.map(({ value }) => value).filter((value) => requested.includes(value));
  return isSingle ? known.slice(0, 1) : known;
}

/** Returns the query part of the address in a fixed order, without defaults: "" or "?…". */
export function listSearch(query: ListQuery): string {
  const params = new URLSearchParams();
  if (query.text !== "") params.append("q", query.text);
  for (const { name } of FILTERS) for (const value of query.filters[name] ?? []) params.append(name, value);
  if (query.drawdown !== null) params.append("drawdown", query.drawdown);
  if (query.fits) params.append("fits", "yes");
  if (query.sort !== query.defaultSort) params.append("sort", query.sort);
  if (query.view !== query.defaultView) params.append("view", query.view);
  if (query.cursor !== null) params.append("cursor", query.cursor);
  return params.size === 0 ? "" : `?${params}`;
}

/** True if filtering or sorting requires the records. */
export function isByRecord(query: ListQuery): boolean {
  return query.drawdown !== null || query.sort === "drawdown";
}

/** Converts the query to the provider's query. `amount` is the user's amount in rupees. */
export function toStrategyQuery(query: ListQuery, amount: number): StrategyQuery {
  return {
    state: [...LISTED_STATES],
    ...(query.fits ? { capital: amount } : {}),
    ...(query.text === "" ? {} : { q: query.text }),
    ...Object.fromEntries(
      FILTERS.flatMap(({ name }) => {
        const chosen = query.filters[name];
        return chosen === undefined ? [] : [[filterKey(name), chosen]];
      }),
    ),
    ...(query.cursor === null ? {} : { cursor: query.cursor }),
    sort: query.sort === "drawdown" ? query.defaultSort : query.sort,
    limit: LIST_PAGE_SIZE,
  };
}

export function isFiltered(query: ListQuery): boolean {
  return query.text !== "" || query.drawdown !== null || query.fits || Object.keys(query.filters).length > 0;
}

/** Returns the query with other selected values in one group. An empty list removes the group. */
export function setChosenValues(query: ListQuery, name: FilterName, values: readonly string[]): ListQuery {
  const { [name]: _, ...others } = query.filters;
  return {
    ...query,
    cursor: null,
    filters: values.length === 0 ? others : { ...others, [name]: [...values] },
  };
}

/**
 * Returns the applied filters with their labels, each with the query that lacks this filter. `labels` returns the label
 * of an id.
 */
export function appliedFilters(
  query: ListQuery,
  labels: (name: FilterName, value: string) => string | undefined = () => undefined,
): { label: string; without: ListQuery }[] {
  const first = { ...query, cursor: null };
  return [
    ...(query.text === "" ? [] : [{ label: `“${query.text}”`, without: { ...first, text: "" } }]),
    ...FILTERS.flatMap((row: FilterRow & { name: FilterName }) =>
      (query.filters[row.name] ?? []).map((value) => {
        const label =
          row.values?.find((one) => one.value === value)?.label ?? labels(row.name, value) ?? value;
        const remainingValues = (query.filters[row.name] ?? []).filter((other) => other !== value);
        return {
          label: row.chip?.(label) ?? label,
          without: setChosenValues(query, row.name, remainingValues),
        };
      }),
    ),
    ...(query.drawdown === null
      ? []
      : [{ label: LIST_CHIPS.drawdown(query.drawdown), without: { ...first, drawdown: null } }]),
  ];
}

function normalizeText(text: string | null): string {
  return (text ?? "").replace(/\s+/g, " ").trim().slice(0, SEARCH_TEXT_MAX_CHARS).trim();
}

function readCursor(text: string | null): string | null {
  return text !== null && text.length <= CURSOR_MAX_CHARS && CURSOR_PATTERN.test(text) ? text : null;
}
