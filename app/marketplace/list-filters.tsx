// Filters of a list as a form: a group of values per row of the filter table, with the number of algos next to each
// value.

import type { StrategyPage } from "../contract/base-api/operations.ts";
import { FILTERS, type FilterName, type FilterRow } from "../domain/filters.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
import { ChevronDown, X } from "../ui/icons.tsx";
import { SubmitButton } from "../ui/link-button.tsx";
import { DRAWDOWN_LIMITS, type DrawdownLimit, type ListQuery, listSearch } from "./list-query.ts";
import { listFiltersText as text } from "./text.ts";

/** Renders the form with all values; the selected ones are checked. */
export function Filters(props: { query: ListQuery; facets: StrategyPage["facets"] }) {
  const { query } = props;
  const rows = (isMore: boolean) =>
    FILTERS.filter((row) => row.isMore === isMore && props.facets[row.name] !== undefined);
  const chosenOf = (row: FilterRow) => query.filters[row.name as FilterName] ?? [];
  return (
    <div className="max-lg:mt-2 max-lg:rounded-md max-lg:border max-lg:border-line max-lg:bg-surface-raised max-lg:px-4 lg:flex lg:flex-wrap lg:gap-2">
      {rows(false).map((row) => (
        <FilterMenu key={row.name} name={row.name} title={row.title} isUsed={chosenOf(row).length > 0}>
          <Choices {...props} row={row} />
        </FilterMenu>
      ))}
      <FilterMenu name="drawdown" title={text.maxDrawdown} isUsed={query.drawdown !== null}>
        <Choice type="radio" name="drawdown" value="" label={text.any} isChecked={query.drawdown === null} />
        {(Object.keys(DRAWDOWN_LIMITS) as DrawdownLimit[]).map((limit) => (
          <Choice
            key={limit}
            type="radio"
            name="drawdown"
            value={limit}
            label={text.under(limit)}
            isChecked={query.drawdown === limit}
          />
        ))}
      </FilterMenu>
      <FilterMenu
        name="more"
        title={text.more}
        isUsed={rows(true).some((row) => chosenOf(row).length > 0)}
        isWide
      >
        {rows(true).map((row) => (
          <section key={row.name} aria-labelledby={`more-${row.name}`}>
            <p id={`more-${row.name}`} className="text-sm font-semibold">
              {row.title}
            </p>
            <Choices {...props} row={row} />
          </section>
        ))}
      </FilterMenu>
    </div>
  );
}

/** Renders a link that restricts the list to algos within the user's amount, or removes this restriction. */
export function FitsChip({ path, query, amount }: { path: string; query: ListQuery; amount: number }) {
  return (
    <a
      href={`${path}${listSearch({ ...query, fits: !query.fits, cursor: null })}#results`}
      className={`chip min-h-11 lg:min-h-9 ${query.fits ? "chip-on" : ""}`}
    >
      {query.fits ? <span className="sr-only">{text.removeFilter} </span> : null}
      {text.fits(formatRupees(amount))}
      {query.fits ? <X className="size-3.5" /> : null}
    </a>
  );
}

/**
 * Renders the values of one row of the filter table, except values of the provider that an address cannot contain. The
 * provider does not filter by drawdown, so with a drawdown filter its counts are omitted.
 */
function Choices(props: { query: ListQuery; facets: StrategyPage["facets"]; row: (typeof FILTERS)[number] }) {
  const { row, query } = props;
  const chosen = query.filters[row.name] ?? [];
  return (
    <>
      {row.isSingle ? (
        <Choice type="radio" name={row.name} value="" label={text.any} isChecked={chosen.length === 0} />
      ) : null}
      {props.facets[row.name]?.map(({ value, label, count }) => {
        const known = row.values?.find((one) => one.value === value);
        return row.values !== null && known === undefined ? null : (
          <Choice
            key={value}
            type={row.isSingle ? "radio" : "checkbox"}
            name={row.name}
            value={value}
            label={label ?? known?.label ?? value}
            {...(query.drawdown === null ? { count } : {})}
            isChecked={chosen.includes(value)}
          />
        );
      })}
    </>
  );
}

/** Renders a menu of choices with a submit button. Only one menu is open at a time. */
function FilterMenu(props: {
  name: string;
  title: string;
  isUsed: boolean;
  isWide?: boolean;
  children: React.ReactNode;
}) {
  const id = `filter-${props.name}`;
  return (
    <details name="filter" className={props.isWide === true ? "filter-group filter-more" : "filter-group"}>
      <summary data-used={props.isUsed ? "" : undefined}>
        <span id={id}>{props.title}</span>
        <ChevronDown className="marker-turn size-4" />
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, which would repeat the title above. */}
      <div role="group" aria-labelledby={id} className="filter-choices">
        {props.children}
        <SubmitButton className="mt-2 w-full">{text.applyFilters}</SubmitButton>
      </div>
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
      />{" "}
      <label htmlFor={id} className="flex min-h-9 grow items-center justify-between gap-2">
        {props.label ?? props.value}{" "}
        {props.count === undefined ? null : (
          <span className="text-ink-muted">
            {formatCount(props.count)}
            <span className="sr-only"> {text.algos(props.count)}</span>
          </span>
        )}
      </label>
    </div>
  );
}
