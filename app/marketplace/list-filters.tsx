// The filters of a list as a form: one group for each row of the filter table, with a count next to each value.

import { formatCount } from "../format/rupees.ts";
import { cachedPart } from "../ui/cached-part.tsx";
import type { StrategyPage } from "../wire/base-api.ts";
import { FILTERS } from "../wire/filters.ts";
import { DRAWDOWNS, type DrawdownLimit, type ListQuery } from "./list-query.ts";
import { listFiltersText as text } from "./text.ts";

/** The form with the chosen and the available values. */
export const Filters = cachedPart("filters", FilterGroups);

function FilterGroups(props: { query: ListQuery; facets: StrategyPage["facets"] }) {
  const { query } = props;
  const group = (row: (typeof FILTERS)[number]) => <Group key={row.name} {...props} row={row} />;
  const more = FILTERS.filter(({ isMore }) => isMore);
  const isMoreUsed = query.drawdown !== null || more.some(({ name }) => query.filters[name] !== undefined);
  return (
    <div className="panel mt-2 divide-y divide-line px-4 lg:mt-0">
      {FILTERS.filter(({ isMore }) => !isMore).map(group)}
      <details open={isMoreUsed} className="py-1">
        <summary className="flex min-h-11 items-center justify-between font-semibold">
          {text.moreFilters}
          <span aria-hidden className="marker-turn text-ink-muted">
            ▾
          </span>
        </summary>
        <div className="divide-y divide-line">
          {more.map(group)}
          <FilterGroup title={text.maxDrawdown}>
            <Choice
              type="radio"
              name="drawdown"
              value=""
              label={text.any}
              isChecked={query.drawdown === null}
            />
            {(Object.keys(DRAWDOWNS) as DrawdownLimit[]).map((limit) => (
              <Choice
                key={limit}
                type="radio"
                name="drawdown"
                value={limit}
                label={text.under(limit)}
                isChecked={query.drawdown === limit}
              />
            ))}
            <p className="mt-1 text-xs text-ink-muted">{text.onlyShownRecords}</p>
          </FilterGroup>
        </div>
      </details>
      <div className="py-4">
        <button type="submit" className="button button-main w-full">
          {text.applyFilters}
        </button>
      </div>
    </div>
  );
}

/** One row of the filter table; a group that the provider does not count is not offered. */
function Group(props: { query: ListQuery; facets: StrategyPage["facets"]; row: (typeof FILTERS)[number] }) {
  const { row, query } = props;
  const facet = props.facets[row.name];
  if (facet === undefined) return null;
  const chosen = query.filters[row.name] ?? [];
  return (
    <FilterGroup title={row.title}>
      {row.isSingle ? (
        <Choice type="radio" name={row.name} value="" label={text.any} isChecked={chosen.length === 0} />
      ) : null}
      {facet.map(({ value, label, count }) => (
        <Choice
          key={value}
          type={row.isSingle ? "radio" : "checkbox"}
          name={row.name}
          value={value}
          label={label ?? row.values?.find((one) => one.value === value)?.label ?? value}
          count={count}
          isChecked={chosen.includes(value)}
        />
      ))}
    </FilterGroup>
  );
}

function FilterGroup(props: { title: string; children: React.ReactNode }) {
  const named = `filter-${props.title.toLowerCase().replace(/\W+/g, "-")}`;
  return (
    <details open className="py-1">
      <summary className="flex min-h-11 items-center justify-between font-semibold">
        <span id={named}>{props.title}</span>
        <span aria-hidden className="marker-turn text-ink-muted">
          ▾
        </span>
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, which would say the title above a second time. */}
      <div role="group" aria-labelledby={named} className="pb-3">
        {props.children}
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
