// A list of algos: heading, search, filters with counts, applied filters, order, cards, paging, and suggestions for an
// empty result. It consists of one GET form and links, so the address contains its state.

import type { ReactNode } from "react";
import { SEARCH_TEXT_MAX_CHARS } from "../contract/base-api/limits.ts";
import { FILTERS, filterKey } from "../domain/filters.ts";
import { formatCount } from "../format/rupees.ts";
import { filled } from "../ui/filled.tsx";
import { ChevronDown, Search, SlidersHorizontal, X } from "../ui/icons.tsx";
import { TextLink } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Section } from "../ui/section.tsx";
import { Filters, FitsChip } from "./list-filters.tsx";
import {
  appliedFilters,
  LAYOUT_PATH,
  LIST_LAYOUTS,
  type ListQuery,
  type ListSort,
  listSearch,
  NO_FILTERS,
  setChosenValues,
} from "./list-query.ts";
import { LIST_CHIPS, SORT_LABELS } from "./list-texts.ts";
import type { ListPage, LoadedList, RemovableFilter } from "./load-list.ts";
import { StrategyCard } from "./strategy-card.tsx";
import { compareAddPath } from "./strategy-path.ts";
import { StrategyTable } from "./strategy-table.tsx";
import { listViewText as text } from "./text.ts";

const FORM_ID = "list-form";

/** Renders the list. `title` and `lead` are the heading and introduction of the page. */
export function ListView(props: {
  list: LoadedList;
  title: string;
  lead?: ReactNode;
  /** Content between the header and the filters. */
  above?: ReactNode;
}) {
  const { path, query, page } = props.list;
  const applied = listAppliedFilters(props.list);
  const layoutAndSort = (
    <div className="no-print flex items-center gap-3">
      <LayoutSwitch path={path} query={query} />
      <SortLinks path={path} query={query} />
    </div>
  );
  return (
    <>
      <PageHeader title={props.title} lead={props.lead ?? countText(props.list)}>
        {props.above === undefined ? layoutAndSort : null}
      </PageHeader>
      {props.above === undefined ? null : (
        <>
          {props.above}
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <p className="text-xl font-bold">{text.algos(page.total)}</p>
            {layoutAndSort}
          </div>
        </>
      )}
      <FilterForm list={props.list} applied={applied} />
      <Section id="results" title={text.algos(page.total)} className="min-w-0" titleClass="sr-only">
        {applied.length === 0 ? null : <AppliedFilters path={path} query={query} applied={applied} />}
        {page.items.length === 0 && applied.length === 0 ? (
          <p className="panel mt-4 p-6 text-lg">{text.noneListed}</p>
        ) : page.items.length === 0 ? (
          <NothingFound path={path} query={query} page={page} />
        ) : (
          <Results list={props.list} />
        )}
        <Paging path={path} query={query} page={page} />
      </Section>
    </>
  );
}

/** Renders the search field and the filters in one form, which also works without scripts. */
function FilterForm({ list, applied }: { list: LoadedList; applied: ReturnType<typeof listAppliedFilters> }) {
  const { path, query, page } = list;
  return (
    <form id={FORM_ID} action={`${path}#results`} method="get" className="filter-bar no-print">
      {query.view === query.defaultView ? null : <input type="hidden" name="view" value={query.view} />}
      {query.sort === query.defaultSort ? null : <input type="hidden" name="sort" value={query.sort} />}
      {query.fits ? <input type="hidden" name="fits" value="yes" /> : null}
      <FitsChip path={path} query={query} amount={list.amount} />
      <div className="relative min-w-0 flex-[1_1_10rem] lg:flex-[0_1_14rem]">
        <label htmlFor="search" className="sr-only">
          {text.searchTheseAlgos}
        </label>
        <input
          id="search"
          type="search"
          name="q"
          defaultValue={query.text}
          maxLength={SEARCH_TEXT_MAX_CHARS}
          placeholder={text.search}
          className="field lg:min-h-9 lg:py-1 lg:text-(length:--text-sm)"
        />
        <button type="submit" className="icon-button absolute inset-y-0 end-0 lg:min-h-9">
          <Search />
          <span className="sr-only">{text.search}</span>
        </button>
      </div>
      <details className="rail">
        <summary className="button button-quiet px-3">
          <SlidersHorizontal className="size-4" />
          <span className="max-sm:sr-only">
            {text.filters(applied.length === 0 ? "" : ` (${applied.length})`)}
          </span>
        </summary>
        <Filters query={query} facets={page.facets} />
      </details>
    </form>
  );
}

/** Returns a line with the number of algos. It does not state their order, because the menu next to it does. */
function countText({ page, compared }: LoadedList): string {
  const algos = text.algos(page.total);
  return compared === null
    ? algos
    : `${algos}. ${(compared.chosen ? text.checked : text.compared)(compared)}`;
}

/** Returns the applied filters. A manager's label is the name that the facet counts contain. */
function listAppliedFilters({ query, page }: LoadedList) {
  return appliedFilters(query, (name, value) => page.facets[name]?.find((one) => one.value === value)?.label);
}

function Results({ list }: { list: LoadedList }) {
  const { page, query, strips, amount } = list;
  if (query.view === "table") return <StrategyTable list={list} />;
  return (
    <ul className="card-grid">
      {page.items.map((strategy, index) => {
        const strip = strips[index];
        return (
          <li key={strategy.id}>
            <StrategyCard
              strategy={strategy}
              compareHref={compareAddPath([strategy.id])}
              {...(strip === undefined ? {} : { evidence: { strip, amount } })}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Renders a link per layout. The selected layout is stored as the default; an address can specify another one. */
function LayoutSwitch(props: { path: string; query: ListQuery }) {
  const { path, query } = props;
  return (
    <nav aria-label={text.layout} className="max-sm:hidden">
      <ul className="segments">
        {LIST_LAYOUTS.map((view) => (
          <li key={view}>
            <a
              href={`${LAYOUT_PATH}?${new URLSearchParams({ view, to: `${path}${listSearch({ ...query, view: query.defaultView })}` })}`}
              rel="nofollow"
              aria-current={query.view === view ? "true" : undefined}
            >
              {view === "cards" ? text.cards : text.table}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Sort orders in the list's menu. `turned` is the reverse order, which a second click selects. */
const SORT_MENU: { sort: ListSort; turned?: ListSort }[] = [
  { sort: "deployed" },
  { sort: "drawdown" },
  { sort: "min_amount", turned: "-min_amount" },
  { sort: "Risk", turned: "-Risk" },
  { sort: "live" },
];

function SortLinks(props: { path: string; query: ListQuery }) {
  const { query, path } = props;
  const offered = query.defaultSort === "tracked" ? [{ sort: "tracked" as const }, ...SORT_MENU] : SORT_MENU;
  return (
    <details name="filter" className="sort-menu">
      <summary className="button button-quiet min-h-10 px-3 text-sm">
        {filled(text.sort, { label: SORT_LABELS[query.sort].label })}
        <ChevronDown className="marker-turn size-4" />
      </summary>
      <nav aria-label={text.sortBy}>
        <ul className="segments">
          {offered.map(({ sort, turned }: { sort: ListSort; turned?: ListSort }) => {
            const isHere = query.sort === sort || query.sort === turned;
            const next = query.sort === sort && turned !== undefined ? turned : sort;
            const mark = turned === undefined || !isHere ? "" : query.sort === sort ? " ↑" : " ↓";
            return (
              <li key={sort}>
                <a
                  href={`${path}${listSearch({ ...query, sort: next, cursor: null })}#results`}
                  aria-current={isHere ? "true" : undefined}
                  title={SORT_LABELS[next].sentence}
                  className="whitespace-nowrap"
                >
                  {SORT_LABELS[sort].label}
                  {mark}
                </a>
              </li>
            );
          })}
        </ul>
      </nav>
    </details>
  );
}

function AppliedFilters(props: {
  path: string;
  query: ListQuery;
  applied: ReturnType<typeof appliedFilters>;
}) {
  const { sort, defaultSort, view, defaultView } = props.query;
  return (
    <ul className="no-print mb-4 flex flex-wrap gap-2">
      {props.applied.map(({ label, without }) => (
        <li key={label}>
          <a href={`${props.path}${listSearch(without)}#results`} className="chip chip-on">
            <span className="sr-only">{text.removeFilter} </span>
            {label}
            <X className="size-3.5" />
          </a>
        </li>
      ))}
      <li>
        <a
          href={`${props.path}${listSearch({ ...NO_FILTERS, sort, defaultSort, view, defaultView })}#results`}
          className="link inline-flex min-h-8 items-center px-1 text-sm"
        >
          {text.clearAll}
        </a>
      </li>
    </ul>
  );
}

function removedFilterText(query: ListQuery, filter: RemovableFilter): string {
  if (filter === "q") return text.theSearch(query.text);
  if (filter === "drawdown") return LIST_CHIPS.drawdown(query.drawdown ?? "").toLowerCase();
  const row = FILTERS.find(({ name }) => filterKey(name) === filter);
  if (row === undefined) return text.myAmount;
  const chosen = (query.filters[row.name] ?? []).map(
    (value) => row.values?.find((one) => one.value === value)?.label ?? value,
  );
  return `${row.title.toLowerCase()} (${(row.isSingle ? chosen.map((label) => label.toLowerCase()) : chosen).join(", ")})`;
}

function removeFilter(query: ListQuery, filter: RemovableFilter): ListQuery {
  const row = FILTERS.find(({ name }) => filterKey(name) === filter);
  if (filter === "capital") return { ...query, cursor: null, fits: false };
  if (filter === "drawdown") return { ...query, cursor: null, drawdown: null };
  return row === undefined ? { ...query, cursor: null, text: "" } : setChosenValues(query, row.name, []);
}

function NothingFound(props: { path: string; query: ListQuery; page: ListPage }) {
  const { path, query, page } = props;
  return (
    <div className="panel mt-4 p-6">
      <h3 className="text-lg">{text.noneMatches}</h3>
      {page.loosen.length === 0 ? (
        <p className="mt-2 text-ink-muted">{text.noSingleCause}</p>
      ) : (
        <>
          <p className="mt-2 text-ink-muted">{text.takeOneAway}</p>
          <ul className="mt-3 space-y-2">
            {page.loosen.map(({ filter, total }) => (
              <li key={filter}>
                <TextLink to={`${path}${listSearch(removeFilter(query, filter))}`}>
                  {text.without({ filter: removedFilterText(query, filter), algos: text.algos(total) })}
                </TextLink>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-5">
        <a href={path} className="button button-quiet">
          {text.startOver}
        </a>
      </p>
    </div>
  );
}

function Paging(props: { path: string; query: ListQuery; page: ListPage }) {
  const { path, query, page } = props;
  if (page.previousCursor === null && page.nextCursor === null) return null;
  const to = (cursor: string) => `${path}${listSearch({ ...query, cursor })}`;
  return (
    <nav aria-label={text.pages} className="mt-2 flex items-center justify-between gap-4">
      {page.previousCursor === null ? (
        <span />
      ) : (
        <a href={to(page.previousCursor)} rel="prev" className="button button-quiet">
          {text.previous}
        </a>
      )}
      <p className="text-sm text-ink-muted">
        {text.fromToOf({
          first: formatCount(page.startIndex + 1),
          last: formatCount(page.startIndex + page.items.length),
          total: formatCount(page.total),
        })}
      </p>
      {page.nextCursor === null ? (
        <span />
      ) : (
        <a href={to(page.nextCursor)} rel="next" className="button button-quiet">
          {text.next}
        </a>
      )}
    </nav>
  );
}
