// A list of algos with everything around it: search, filters with counts, applied filters, order, cards, paging, and
// help when nothing matches. All of it is one GET form and links; the address is the state.
import { Search, SlidersHorizontal, X } from "lucide-react";
import {
  appliedFilters,
  LIST_LAYOUTS,
  type ListQuery,
  listSearch,
  NO_FILTERS,
  SORT_LABELS,
} from "../discover/list-query.ts";
import { formatRisk } from "../format/risk.ts";
import { formatCount } from "../format/rupees.ts";
import { PriceLine } from "../live/price-parts.tsx";
import { StrategyCard } from "../strategies/strategy-card.tsx";
import { comparePath } from "../strategies/strategy-path.ts";
import type { StrategyPage } from "../wire/base-api.ts";
import { SEARCH_TEXT_MAX_CHARS } from "../wire/limits.ts";
import { SORTS } from "../wire/vocabulary.ts";
import type { LoadedList } from "./load-list.ts";
import { StrategyTable } from "./strategy-table.tsx";

const FORM_ID = "list-form";

export function ListView(props: { list: LoadedList }) {
  const { path, query, page } = props.list;
  const applied = appliedFilters(query);
  return (
    <div className="gap-8 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div>
        <form id={FORM_ID} action={path} method="get">
          <label htmlFor="search" className="text-sm font-semibold">
            Search these algos
          </label>
          <div className="mt-1.5 flex">
            <input
              id="search"
              type="search"
              name="q"
              defaultValue={query.text}
              maxLength={SEARCH_TEXT_MAX_CHARS}
              className="field rounded-e-none border-e-0"
            />
            <button type="submit" className="button button-quiet rounded-s-none px-3.5">
              <Search aria-hidden className="size-4" />
              <span className="sr-only">Search</span>
            </button>
          </div>
          {query.view === "cards" ? null : <input type="hidden" name="view" value={query.view} />}
          <details className="rail mt-3 lg:mt-5">
            <summary className="button button-quiet w-full justify-between">
              <span className="inline-flex items-center gap-2">
                <SlidersHorizontal aria-hidden className="size-4" />
                Filters
              </span>
              {applied.length === 0 ? null : <span>{applied.length} applied</span>}
            </summary>
            <Filters query={query} facets={page.facets} />
          </details>
        </form>
      </div>
      <section aria-labelledby="results" className="mt-6 min-w-0 lg:mt-0">
        <ResultsBar path={path} query={query} page={page} />
        {applied.length === 0 ? null : <AppliedFilters path={path} query={query} />}
        {page.items.length === 0 ? (
          <NothingFound path={path} query={query} page={page} />
        ) : (
          <Results list={props.list} />
        )}
        <Paging path={path} query={query} page={page} />
      </section>
    </div>
  );
}

function Results({ list }: { list: LoadedList }) {
  const { page, prices, query, strips, amount } = list;
  if (query.view === "table") return <StrategyTable list={list} />;
  return (
    <ul className="mt-4 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {page.items.map((strategy, index) => {
        const price = prices?.prices[index];
        const strip = strips[index];
        return (
          <li key={strategy.id}>
            <StrategyCard
              strategy={strategy}
              compareHref={comparePath([strategy.id])}
              {...(strip === undefined ? {} : { evidence: { strip, amount } })}
              price={
                prices === null || price === undefined ? null : (
                  <PriceLine price={price} now={prices.at} className="mt-3 text-sm" />
                )
              }
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Two links, the present one marked; the choice is in the address. */
function LayoutSwitch(props: { path: string; query: ListQuery }) {
  const { path, query } = props;
  return (
    <nav aria-label="Layout" className="flex overflow-hidden rounded-sm border border-line-strong">
      {LIST_LAYOUTS.map((view) => (
        <a
          key={view}
          href={`${path}${listSearch({ ...query, view })}`}
          aria-current={query.view === view ? "true" : undefined}
          className="flex min-h-11 items-center px-3 text-sm font-semibold no-underline aria-[current]:bg-ink aria-[current]:text-surface"
        >
          {view === "cards" ? "Cards" : "Table"}
        </a>
      ))}
    </nav>
  );
}

function Filters(props: { query: ListQuery; facets: StrategyPage["facets"] }) {
  const { query, facets } = props;
  return (
    <div className="panel mt-3 divide-y divide-line px-4 lg:mt-0">
      <FilterGroup title="Instrument">
        {facets.instrument.map(({ value, count }) => (
          <Choice
            key={value}
            type="checkbox"
            name="instrument"
            value={value}
            count={count}
            isChecked={query.instrument.includes(value)}
          />
        ))}
      </FilterGroup>
      <FilterGroup title="Product">
        {facets.product.map(({ value, count }) => (
          <Choice
            key={value}
            type="checkbox"
            name="product"
            value={value}
            count={count}
            isChecked={query.product.includes(value)}
          />
        ))}
      </FilterGroup>
      <FilterGroup title="Risk">
        <Choice type="radio" name="risk" value="" label="Any" isChecked={query.risk === null} />
        {facets.risk.map(({ value, count }) => (
          <Choice
            key={value}
            type="radio"
            name="risk"
            value={value}
            label={formatRisk(value)}
            count={count}
            isChecked={query.risk === value}
          />
        ))}
      </FilterGroup>
      <div className="py-4">
        <button type="submit" className="button button-main w-full">
          Apply filters
        </button>
      </div>
    </div>
  );
}

function FilterGroup(props: { title: string; children: React.ReactNode }) {
  return (
    <details open className="py-1">
      <summary className="flex min-h-11 items-center justify-between font-semibold">
        {props.title}
        <span aria-hidden className="marker-turn text-ink-muted">
          ▾
        </span>
      </summary>
      <fieldset className="pb-3">
        <legend className="sr-only">{props.title}</legend>
        {props.children}
      </fieldset>
    </details>
  );
}

function Choice(props: {
  type: "checkbox" | "radio";
  name: string;
  value: string;
  label?: string;
  count?: number;
  isChecked: boolean;
}) {
  const id = `${props.name}-${props.value.toLowerCase().replace(/\s+/g, "-") || "any"}`;
  return (
    <div className="flex min-h-9 items-center gap-2.5 text-sm">
      <input
        id={id}
        type={props.type}
        name={props.name}
        value={props.value}
        defaultChecked={props.isChecked}
        className="size-4.5 shrink-0"
      />
      <label htmlFor={id} className="flex min-h-9 grow items-center justify-between gap-2">
        {props.label ?? props.value}{" "}
        {props.count === undefined ? null : (
          <span className="text-ink-muted">
            {formatCount(props.count)}
            <span className="sr-only"> algos</span>
          </span>
        )}
      </label>
    </div>
  );
}

function ResultsBar(props: { path: string; query: ListQuery; page: StrategyPage }) {
  const { page, query } = props;
  const first = page.startIndex + 1;
  const last = page.startIndex + page.items.length;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h2 id="results" className="text-lg">
          {page.total === 1 ? "1 algo" : `${formatCount(page.total)} algos`}
        </h2>
        <p className="text-sm text-ink-muted">
          {page.items.length > 0 && page.items.length < page.total ? `${first} to ${last} shown. ` : ""}
          {SORT_LABELS[query.sort].sentence}
        </p>
      </div>
      <div className="no-print flex max-w-full flex-wrap items-end gap-2">
        <LayoutSwitch path={props.path} query={query} />
        <div className="min-w-0">
          <label htmlFor="sort" className="text-sm font-semibold">
            Sort by
          </label>
          <select
            id="sort"
            name="sort"
            form={FORM_ID}
            defaultValue={query.sort}
            className="field mt-1 max-w-full"
          >
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {SORT_LABELS[sort].label}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" form={FORM_ID} className="button button-quiet">
          Sort
        </button>
      </div>
    </div>
  );
}

function AppliedFilters(props: { path: string; query: ListQuery }) {
  return (
    <ul className="no-print mt-3 flex flex-wrap gap-2">
      {appliedFilters(props.query).map(({ label, without }) => (
        <li key={label}>
          <a
            href={`${props.path}${listSearch(without)}`}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-sm bg-accent-faint px-2.5 text-sm no-underline hover:underline"
          >
            <span className="sr-only">Remove filter</span>
            {label}
            <X aria-hidden className="size-3.5" />
          </a>
        </li>
      ))}
      <li>
        <a
          href={`${props.path}${listSearch({ ...NO_FILTERS, sort: props.query.sort, view: props.query.view })}`}
          className="link inline-flex min-h-8 items-center px-1 text-sm"
        >
          Clear all
        </a>
      </li>
    </ul>
  );
}

const LOOSEN_WORDS: Record<StrategyPage["loosen"][number]["filter"], (query: ListQuery) => string> = {
  q: (query) => `the search for “${query.text}”`,
  filter_instrument: (query) => `instrument (${query.instrument.join(", ")})`,
  filter_product: (query) => `product (${query.product.join(", ")})`,
  filter_risk: (query) => `risk (${query.risk === null ? "" : formatRisk(query.risk).toLowerCase()})`,
  capital: () => "capital",
};

function loosened(query: ListQuery, filter: StrategyPage["loosen"][number]["filter"]): ListQuery {
  const first = { ...query, cursor: null };
  if (filter === "q") return { ...first, text: "" };
  if (filter === "filter_instrument") return { ...first, instrument: [] };
  if (filter === "filter_product") return { ...first, product: [] };
  return { ...first, risk: null };
}

function NothingFound(props: { path: string; query: ListQuery; page: StrategyPage }) {
  const { path, query, page } = props;
  return (
    <div className="panel mt-4 p-6">
      <h3 className="text-lg">No algo matches all of this</h3>
      {page.loosen.length === 0 ? (
        <p className="mt-2 text-ink-muted">
          No single filter is the cause: even without one of them nothing matches.
        </p>
      ) : (
        <>
          <p className="mt-2 text-ink-muted">Take one filter away, and there are some:</p>
          <ul className="mt-3 space-y-2">
            {page.loosen.map(({ filter, total }) => (
              <li key={filter}>
                <a href={`${path}${listSearch(loosened(query, filter))}`} className="link">
                  Without {LOOSEN_WORDS[filter](query)}:{" "}
                  {total === 1 ? "1 algo" : `${formatCount(total)} algos`}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-5">
        <a href={path} className="button button-quiet">
          Start over
        </a>
      </p>
    </div>
  );
}

function Paging(props: { path: string; query: ListQuery; page: StrategyPage }) {
  const { path, query, page } = props;
  if (page.previousCursor === null && page.nextCursor === null) return null;
  const to = (cursor: string) => `${path}${listSearch({ ...query, cursor })}`;
  return (
    <nav aria-label="Pages" className="mt-8 flex items-center justify-between gap-4">
      {page.previousCursor === null ? (
        <span />
      ) : (
        <a href={to(page.previousCursor)} rel="prev" className="button button-quiet">
          Previous
        </a>
      )}
      <p className="text-sm text-ink-muted">
        {formatCount(page.startIndex + 1)} to {formatCount(page.startIndex + page.items.length)} of{" "}
        {formatCount(page.total)}
      </p>
      {page.nextCursor === null ? (
        <span />
      ) : (
        <a href={to(page.nextCursor)} rel="next" className="button button-quiet">
          Next
        </a>
      )}
    </nav>
  );
}
