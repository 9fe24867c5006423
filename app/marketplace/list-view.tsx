// A list of algos with everything around it: search, filters with counts, applied filters, order, cards, paging, and
// help when nothing matches. All of it is one GET form and links; the address is the state.
import { Search, SlidersHorizontal, X } from "lucide-react";
import { formatCount } from "../format/rupees.ts";
import { CardPrice, PricesTime } from "../live/price-parts.tsx";
import { filled } from "../ui/filled.tsx";
import type { StrategyPage } from "../wire/base-api.ts";
import { FILTERS, filterKey } from "../wire/filters.ts";
import { SEARCH_TEXT_MAX_CHARS } from "../wire/limits.ts";
import { Filters } from "./list-filters.tsx";
import {
  appliedFilters,
  LAYOUT_PATH,
  LIST_LAYOUTS,
  type ListQuery,
  type ListSort,
  listSearch,
  NO_FILTERS,
  SORT_LABELS,
  withChosen,
} from "./list-query.ts";
import type { LoadedList } from "./load-list.ts";
import { StrategyCard } from "./strategy-card.tsx";
import { compareAddPath } from "./strategy-path.ts";
import { StrategyTable } from "./strategy-table.tsx";
import { listViewText as text } from "./text.ts";

const FORM_ID = "list-form";

export function ListView(props: { list: LoadedList }) {
  const { path, query, page } = props.list;
  const applied = appliedOf(props.list);
  return (
    <div className="gap-8 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <form id={FORM_ID} action={`${path}#results`} method="get" className="list-form">
        <div className="list-search">
          <label htmlFor="search" className="text-sm font-semibold max-lg:sr-only">
            {text.searchTheseAlgos}
          </label>
          <div className="flex lg:mt-1.5">
            <input
              id="search"
              type="search"
              name="q"
              defaultValue={query.text}
              maxLength={SEARCH_TEXT_MAX_CHARS}
              placeholder={text.searchTheseAlgos}
              className="field rounded-e-none border-e-0"
            />
            <button type="submit" className="button button-quiet rounded-s-none px-3.5">
              <Search aria-hidden className="size-4" />
              <span className="sr-only">{text.search}</span>
            </button>
          </div>
        </div>
        {query.view === query.usualView ? null : <input type="hidden" name="view" value={query.view} />}
        {query.sort === query.usualSort ? null : <input type="hidden" name="sort" value={query.sort} />}
        <details className="rail lg:mt-5">
          <summary className="button button-quiet px-3">
            <SlidersHorizontal aria-hidden className="size-4" />
            {text.filters(applied.length === 0 ? "" : ` (${applied.length})`)}
          </summary>
          <Filters query={query} facets={page.facets} />
        </details>
      </form>
      <section aria-labelledby="results" className="mt-3 min-w-0 lg:mt-0">
        <ResultsBar path={path} query={query} page={page} compared={props.list.compared} />
        <PricesOf list={props.list} />
        {applied.length === 0 ? null : <AppliedFilters path={path} query={query} applied={applied} />}
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

/** The applied filters; a manager's id is called by the name that the counts have. */
function appliedOf({ query, page }: LoadedList) {
  return appliedFilters(query, (name, value) => page.facets[name]?.find((one) => one.value === value)?.label);
}

function Results({ list }: { list: LoadedList }) {
  const { page, prices, query, strips, amount } = list;
  if (query.view === "table") return <StrategyTable list={list} />;
  return (
    <ul className="card-grid mt-3">
      {page.items.map((strategy, index) => {
        const price = prices?.prices[index];
        const strip = strips[index];
        return (
          <li key={strategy.id}>
            <StrategyCard
              strategy={strategy}
              compareHref={compareAddPath([strategy.id])}
              {...(strip === undefined ? {} : { evidence: { strip, amount } })}
              price={
                prices === null || price === undefined ? null : (
                  <CardPrice price={price} className="mt-1.5 text-xs sm:mt-3 sm:text-sm" />
                )
              }
            />
          </li>
        );
      })}
    </ul>
  );
}

/** One time and state for the prices of all cards; a card whose price is in another state says its own. */
function PricesOf({ list }: { list: LoadedList }) {
  const { prices, query } = list;
  const [price] = prices?.prices ?? [];
  if (prices === null || price === undefined || query.view === "table") return null;
  return <PricesTime price={price} at={prices.at} className="mt-1 text-xs text-ink-muted" />;
}

/** Two links with the present layout marked. The choice is stored for the next list; an address can name another one. */
function LayoutSwitch(props: { path: string; query: ListQuery }) {
  const { path, query } = props;
  return (
    <nav aria-label={text.layout} className="max-sm:hidden">
      <ul className="segments">
        {LIST_LAYOUTS.map((view) => (
          <li key={view}>
            <a
              href={`${LAYOUT_PATH}?${new URLSearchParams({ view, to: `${path}${listSearch({ ...query, view: query.usualView })}` })}`}
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

function ResultsBar(props: Pick<LoadedList, "path" | "query" | "page" | "compared">) {
  const { page, query, compared } = props;
  const first = page.startIndex + 1;
  const last = page.startIndex + page.items.length;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
      <div className="flex items-baseline gap-x-3 lg:block">
        <h2 id="results" className="text-base lg:text-lg">
          {text.algos(page.total)}
        </h2>
        <p className="text-xs text-ink-muted max-sm:sr-only">
          {page.items.length > 0 && page.items.length < page.total ? text.shown({ first, last }) : ""}
          {SORT_LABELS[query.sort].sentence}
          {compared === null ? "" : ` ${(compared.chosen ? text.checked : text.compared)(compared)}`}
        </p>
      </div>
      <div className="no-print flex max-w-full min-w-0 items-center gap-2">
        <LayoutSwitch path={props.path} query={query} />
        <SortLinks path={props.path} query={query} />
      </div>
    </div>
  );
}

/** An order, and the order that a second press on it gives. */
const OFFERED: { sort: ListSort; turned?: ListSort }[] = [
  { sort: "deployed" },
  { sort: "drawdown" },
  { sort: "min_amount", turned: "-min_amount" },
  { sort: "Risk", turned: "-Risk" },
  { sort: "live" },
];

function SortLinks(props: { path: string; query: ListQuery }) {
  const { query, path } = props;
  const offered = query.usualSort === "tracked" ? [{ sort: "tracked" as const }, ...OFFERED] : OFFERED;
  return (
    <details className="sort-menu">
      <summary className="button button-quiet min-h-10 px-3 text-sm">
        {filled(text.sort, { label: SORT_LABELS[query.sort].label })}
        <span aria-hidden className="marker-turn text-ink-muted">
          ▾
        </span>
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
  const { sort, usualSort, view, usualView } = props.query;
  return (
    <ul className="no-print mt-2 flex flex-wrap gap-2">
      {props.applied.map(({ label, without }) => (
        <li key={label}>
          <a
            href={`${props.path}${listSearch(without)}#results`}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-sm bg-accent-faint px-2.5 text-sm no-underline hover:underline"
          >
            <span className="sr-only">{text.removeFilter} </span>
            {label}
            <X aria-hidden className="size-3.5" />
          </a>
        </li>
      ))}
      <li>
        <a
          href={`${props.path}${listSearch({ ...NO_FILTERS, sort, usualSort, view, usualView })}#results`}
          className="link inline-flex min-h-8 items-center px-1 text-sm"
        >
          {text.clearAll}
        </a>
      </li>
    </ul>
  );
}

type Loosened = StrategyPage["loosen"][number]["filter"];

function loosenText(query: ListQuery, filter: Loosened): string {
  if (filter === "q") return text.theSearch(query.text);
  const row = FILTERS.find(({ name }) => filterKey(name) === filter);
  if (row === undefined) return "capital";
  const chosen = (query.filters[row.name] ?? []).map(
    (value) => row.values?.find((one) => one.value === value)?.label ?? value,
  );
  return `${row.title.toLowerCase()} (${(row.isSingle ? chosen.map((label) => label.toLowerCase()) : chosen).join(", ")})`;
}

function loosened(query: ListQuery, filter: Loosened): ListQuery {
  const row = FILTERS.find(({ name }) => filterKey(name) === filter);
  return row === undefined ? { ...query, cursor: null, text: "" } : withChosen(query, row.name, []);
}

function NothingFound(props: { path: string; query: ListQuery; page: StrategyPage }) {
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
                <a href={`${path}${listSearch(loosened(query, filter))}`} className="link">
                  {text.without({ filter: loosenText(query, filter), algos: text.algos(total) })}
                </a>
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

function Paging(props: { path: string; query: ListQuery; page: StrategyPage }) {
  const { path, query, page } = props;
  if (page.previousCursor === null && page.nextCursor === null) return null;
  const to = (cursor: string) => `${path}${listSearch({ ...query, cursor })}`;
  return (
    <nav aria-label={text.pages} className="mt-8 flex items-center justify-between gap-4">
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
