// A list page's own query: search, the three filter groups of spec §5, order and cursor, as a value that turns into an
// address and back. Unknown values fall to their defaults; the address of a value is always the same.
import { formatRisk } from "../format/risk.ts";
import { SEARCH_TEXT_MAX_CHARS } from "../wire/limits.ts";
import type { StrategyQuery } from "../wire/strategy-query.ts";
import {
  INSTRUMENT_KINDS,
  type InstrumentKind,
  PRODUCTS,
  type Product,
  RISKS,
  type Risk,
  SORTS,
  type Sort,
} from "../wire/vocabulary.ts";

export const LIST_PAGE_SIZE = 12;
const CURSOR_MAX_CHARS = 400;

export type ListQuery = {
  text: string;
  instrument: InstrumentKind[];
  product: Product[];
  /** Single-select, as spec §5 says. */
  risk: Risk | null;
  sort: Sort;
  /** Cards, or a dense table with a curve a row. */
  view: ListLayout;
  cursor: string | null;
};

export const LIST_LAYOUTS = ["cards", "table"] as const;
export type ListLayout = (typeof LIST_LAYOUTS)[number];

export const NO_FILTERS: ListQuery = {
  text: "",
  instrument: [],
  product: [],
  risk: null,
  sort: "deployed",
  view: "cards",
  cursor: null,
};

/** Parameters of a list's address, in the order in which `listSearch` writes them. */
export const LIST_QUERY_NAMES = ["q", "instrument", "product", "risk", "sort", "view", "cursor"] as const;

/** Reads what it understands. Compare `listAddress` of the result with the request to see whether anything was dropped. */
export function readListQuery(params: URLSearchParams): ListQuery {
  return {
    text: tidyText(params.get("q")),
    instrument: INSTRUMENT_KINDS.filter((kind) => params.getAll("instrument").includes(kind)),
    product: PRODUCTS.filter((product) => params.getAll("product").includes(product)),
    risk: RISKS.find((risk) => params.get("risk") === risk) ?? null,
    sort: SORTS.find((sort) => params.get("sort") === sort) ?? "deployed",
    view: LIST_LAYOUTS.find((view) => params.get("view") === view) ?? "cards",
    cursor: readCursor(params.get("cursor")),
  };
}

/** The query's own search part: "" or "?…", defaults left out, in one order. */
export function listSearch(query: ListQuery): string {
  const params = new URLSearchParams();
  if (query.text !== "") params.append("q", query.text);
  for (const kind of query.instrument) params.append("instrument", kind);
  for (const product of query.product) params.append("product", product);
  if (query.risk !== null) params.append("risk", query.risk);
  if (query.sort !== "deployed") params.append("sort", query.sort);
  if (query.view !== "cards") params.append("view", query.view);
  if (query.cursor !== null) params.append("cursor", query.cursor);
  return params.size === 0 ? "" : `?${params}`;
}

export function toStrategyQuery(query: ListQuery): StrategyQuery {
  return {
    ...(query.text === "" ? {} : { q: query.text }),
    ...(query.instrument.length === 0 ? {} : { filter_instrument: query.instrument }),
    ...(query.product.length === 0 ? {} : { filter_product: query.product }),
    ...(query.risk === null ? {} : { filter_risk: [query.risk] }),
    ...(query.cursor === null ? {} : { cursor: query.cursor }),
    sort: query.sort,
    limit: LIST_PAGE_SIZE,
  };
}

export function isFiltered(query: ListQuery): boolean {
  return query.text !== "" || query.instrument.length > 0 || query.product.length > 0 || query.risk !== null;
}

/** The applied filters, each with the query that is left when it is taken away. */
export function appliedFilters(query: ListQuery): { label: string; without: ListQuery }[] {
  const first = { ...query, cursor: null };
  return [
    ...(query.text === "" ? [] : [{ label: `“${query.text}”`, without: { ...first, text: "" } }]),
    ...query.instrument.map((kind) => ({
      label: kind,
      without: { ...first, instrument: query.instrument.filter((other) => other !== kind) },
    })),
    ...query.product.map((product) => ({
      label: product,
      without: { ...first, product: query.product.filter((other) => other !== product) },
    })),
    ...(query.risk === null
      ? []
      : [{ label: `${formatRisk(query.risk)} risk`, without: { ...first, risk: null } }]),
  ];
}

export const SORT_LABELS: Record<Sort, { label: string; sentence: string }> = {
  deployed: { label: "Most deployed", sentence: "Deployed by most traders first." },
  min_amount: { label: "Minimum amount, low to high", sentence: "Smallest minimum amount first." },
  "-min_amount": { label: "Minimum amount, high to low", sentence: "Largest minimum amount first." },
  Risk: {
    label: "Risk, low to high",
    sentence: "Lowest risk first; within a risk, the smaller minimum amount.",
  },
  "-Risk": {
    label: "Risk, high to low",
    sentence: "Highest risk first; within a risk, the smaller minimum amount.",
  },
};

function tidyText(text: string | null): string {
  return (text ?? "").replace(/\s+/g, " ").trim().slice(0, SEARCH_TEXT_MAX_CHARS).trim();
}

function readCursor(text: string | null): string | null {
  return text !== null && text.length <= CURSOR_MAX_CHARS && /^[\w-]+$/.test(text) ? text : null;
}
