// The list as a dense table: a curve a row, losses first and in rupees of what would be at work of the reader's amount. On phones each row stacks, with its labels.

import type { Strip } from "../evidence/evidence-strip.ts";
import { limitsInShort } from "../evidence/limits-in-short.tsx";
import { amountAtWork } from "../evidence/loss.ts";
import { RiskMark } from "../evidence/risk-mark.tsx";
import { InRupees, Sparkline, withoutFigures } from "../evidence/strip-view.tsx";
import { formatMonths } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { formatRupees } from "../format/rupees.ts";
import { Amount } from "../ui/amount.tsx";
import type { StrategySummary } from "../wire/strategy.ts";
import type { LoadedList } from "./load-list.ts";
import { stateText } from "./state-words.ts";
import { compareAddPath, strategyPath } from "./strategy-path.ts";
import { strategyTableText as text } from "./text.ts";

export function StrategyTable({ list }: { list: LoadedList }) {
  const { page, strips, amount } = list;
  return (
    <div className="panel table-scroll mt-4">
      <table className="table stacked">
        <caption className="px-4 pt-3 text-start text-xs text-ink-muted">
          {text.rupeesAreFor(formatRupees(amount))}
        </caption>
        <thead>
          <tr>
            <th scope="col">{text.algo}</th>
            <th scope="col">{text.risk}</th>
            <th scope="col">{text.recordNet}</th>
            <th scope="col" className="number">
              {text.maxDrawdown}
            </th>
            <th scope="col" className="number">
              {text.netAYear}
            </th>
            <th scope="col" className="number">
              {text.costsAYear}
            </th>
            <th scope="col" className="number">
              {text.live}
            </th>
            <th scope="col" className="number">
              {text.minimum}
            </th>
            <th scope="col">
              <span className="sr-only">{text.compare}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {page.items.map((strategy, index) => (
            <Row
              key={strategy.id}
              strategy={strategy}
              strip={strips[index] ?? { kind: "away" }}
              amount={amount}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row(props: { strategy: StrategySummary; strip: Strip; amount: number }) {
  const { strategy, strip, amount } = props;
  return (
    <tr>
      <th scope="row" className="stacked-name">
        <a href={strategyPath(strategy)} className="text-base no-underline hover:underline">
          {strategy.name}
        </a>{" "}
        <span className="block text-xs font-normal text-ink-muted">
          {strategy.instrument} · {strategy.product.toLowerCase()} · {strategy.manager.name}
        </span>
        {strategy.status.state === "open" ? null : (
          <span className="block text-xs font-semibold text-warn">{stateText(strategy.status.state)}</span>
        )}
      </th>
      <td data-label={text.risk}>
        <RiskMark risk={strategy.risk} />
      </td>
      {strip.kind === "shown" ? (
        <Figures strip={strip} amount={amountAtWork(strategy.minAmountRupees, amount)} />
      ) : (
        <td colSpan={5} data-label={text.record} className="text-ink-muted">
          {withoutFigures(strip)}
          <Limits strategy={strategy} amount={amountAtWork(strategy.minAmountRupees, amount)} />
        </td>
      )}
      <td data-label={text.minimum} className="number">
        <Amount rupees={strategy.minAmountRupees} />
      </td>
      <td>
        <a href={compareAddPath([strategy.id])} className="link">
          {text.compare}
          <span className="sr-only"> {strategy.name}</span>
        </a>
      </td>
    </tr>
  );
}

/** The stop and the largest loss of a position, in a line. */
function Limits(props: { strategy: StrategySummary; amount: number }) {
  const limits = limitsInShort(props.strategy, props.amount);
  if (limits.length === 0) return null;
  return (
    <span className="block text-xs">
      {limits.map(({ term, rupees, note }) => `${term}: ${rupees} (${note})`).join(" · ")}
    </span>
  );
}

function Figures(props: { strip: Extract<Strip, { kind: "shown" }>; amount: number }) {
  const { figures, live } = props.strip;
  const { growth } = figures;
  return (
    <>
      <td data-label={text.recordNet}>
        <Sparkline figures={figures} className="h-8 w-30" />
      </td>
      <td data-label={text.maxDrawdown} className="number">
        <InRupees share={figures.maxDrawdown} amount={props.amount} />
      </td>
      <td data-label={text.netAYear} className="number">
        {growth === null ? (
          "–"
        ) : (
          <span className={growth.share < 0 ? "text-loss" : "text-gain"}>
            {formatChange(growth.share, 1)}
            {growth.isYearly ? "" : ` ${text.inTotal}`}
          </span>
        )}
      </td>
      <td data-label={text.costsAYear} className="number">
        {formatRupees(Math.round(figures.costShare * props.amount))}
      </td>
      <td data-label={text.live} className="number">
        {live === null ? (
          <span className="text-ink-muted">{text.noneShown}</span>
        ) : (
          <>
            <span className={live.share < 0 ? "text-loss" : undefined}>{formatChange(live.share, 1)}</span>{" "}
            <span className="block text-xs text-ink-muted">{formatMonths(live.months)}</span>
          </>
        )}
      </td>
    </>
  );
}
