// Parts of the search page: boxes of results, and the result types with counts.
import type { ReactNode } from "react";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import type { Strip } from "../evidence/evidence-strip.ts";
import { amountAtWork } from "../evidence/loss.ts";
import { RiskMark } from "../evidence/risk-mark.tsx";
import { StripFigure, withheldText } from "../evidence/strip-view.tsx";
import { formatCount } from "../format/rupees.ts";
import { Amount } from "../ui/amount.tsx";
import { filled } from "../ui/filled.tsx";
import { StrategyGlyph, selectGlyph } from "../ui/strategy-glyph.tsx";
import { stateText } from "./state-texts.ts";
import { strategyPath } from "./strategy-path.ts";
import { searchText as text } from "./text.ts";

/** Algos that match the search. `amount` is the user's amount in rupees. */
export type FoundAlgos = {
  items: { strategy: StrategySummary; strip: Strip }[];
  total: number;
  /** Number of matches in the list of algos, which contains no withdrawn ones. */
  listed: number;
  amount: number;
};

/** Links to the boxes, if the results have several types. */
export function ResultTypes({ types }: { types: readonly { id: string; title: string; count: number }[] }) {
  if (types.length < 2) return null;
  return (
    <nav aria-label={text.types} className="find-types">
      {types.map((type) => (
        <a key={type.id} href={`#found-${type.id}`}>
          {type.title} <span>{formatCount(type.count)}</span>{" "}
        </a>
      ))}
    </nav>
  );
}

/** Renders the matching algos with the permitted figures of their records, as on cards. */
export function AlgoHits(props: { query: string; algos: FoundAlgos }) {
  const { items, total, listed, amount } = props.algos;
  const availableItems = items.filter(({ strategy }) => strategy.status.state !== "withdrawn");
  return (
    <Group
      id="algos"
      title={text.algos(total)}
      {...(listed > availableItems.length
        ? {
            more: {
              to: `/algos?${new URLSearchParams({ q: props.query })}`,
              title: text.allThatMatch(formatCount(listed)),
            },
          }
        : {})}
    >
      {items.map(({ strategy, strip }) => (
        <Hit
          key={strategy.id}
          to={strategyPath(strategy)}
          title={strategy.name}
          query={props.query}
          mark={<StrategyGlyph kind={selectGlyph(strategy)} />}
          side={
            <>
              <StripFigure
                strategy={strategy}
                strip={strip}
                amount={amountAtWork(strategy.minAmountRupees, amount)}
              />
              <RiskMark risk={strategy.risk} />
            </>
          }
        >
          {strategy.status.state === "open" ? "" : `${stateText(strategy.status.state)}. `}
          {filled(text.managerFrom, {
            manager: strategy.manager.name,
            amount: <Amount rupees={strategy.minAmountRupees} />,
          })}
          {strip.kind === "shown" ? null : ` · ${withheldText(strip)}`}
        </Hit>
      ))}
    </Group>
  );
}

export function Group(props: {
  id: string;
  title: string;
  more?: { to: string; title: string };
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`found-${props.id}`} className="panel">
      <div className="find-head">
        <h2 id={`found-${props.id}`} className="panel-title">
          {props.title}
        </h2>{" "}
        {props.more === undefined ? null : (
          <a href={props.more.to} className="link text-sm">
            {props.more.title}
          </a>
        )}
      </div>
      <ul>{props.children}</ul>
    </section>
  );
}

export function Hit(props: {
  to: string;
  title: string;
  query: string;
  mark?: ReactNode;
  side?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="find-hit">
      {props.mark}
      <div className="min-w-0 grow basis-48">
        <h3 className="text-base">
          <a href={props.to} className="no-underline hover:underline">
            {highlightMatch(props.title, props.query)}
          </a>
        </h3>
        <p className="text-sm text-ink-muted">{props.children}</p>
      </div>{" "}
      {props.side === undefined ? null : <div className="find-side">{props.side}</div>}
    </li>
  );
}

/** Marks the parts of a title that match the query. */
function highlightMatch(title: string, query: string): ReactNode {
  const requested = query
    .toLowerCase()
    .split(" ")
    .filter((word) => word.length > 1);
  return title.split(/(\s+)/).map((part, index) =>
    requested.some((word) => part.toLowerCase().includes(word)) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts never changes
      <mark key={index}>{part}</mark>
    ) : (
      part
    ),
  );
}
