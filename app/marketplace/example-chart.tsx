// Three algos in one chart for the user's amount: curve, largest drawdown and result of each.

import type { RecordList } from "../contract/base-api/record.ts";
import { findDrawdowns, largestDrawdown } from "../evidence/drawdowns.ts";
import { OverlayChart } from "../evidence/overlay-chart.tsx";
import { formatRupees } from "../format/rupees.ts";
import { RecordProgress } from "../live/record-progress.tsx";
import { Panel } from "../ui/section.tsx";
import type { HomeAlgos } from "./examples.ts";
import { strategyPath } from "./strategy-path.ts";
import { exampleChartText as text } from "./text.ts";

export function ExampleChart(props: { algos: Pick<HomeAlgos, "examples" | "count">; amount: number }) {
  const { algos, amount } = props;
  return (
    <section aria-labelledby="examples" className="panel overflow-hidden">
      <div className="panel-body">
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="examples" className="panel-title">
            {text.inAlgos({ amount: formatRupees(amount), count: algos.examples.length })}
          </h2>
          <p className="text-sm text-ink-muted">{text.afterCosts}</p>
        </div>
        <OverlayChart
          id="examples"
          curves={algos.examples.map(({ curve }) => curve)}
          amount={amount}
          summary={text.chosenByRule(algos.count)}
        />
      </div>
      <ul className="figures rounded-none border-x-0 border-b-0 shadow-none">
        {algos.examples.map(({ rank, strategy, curve }) => {
          const fall = largestDrawdown(findDrawdowns(curve.equity, curve.capitalPaise));
          const end = (curve.equity.at(-1)?.equityPaise ?? curve.capitalPaise) / curve.capitalPaise;
          return (
            <li key={strategy.id} className="relative">
              <a
                href={`${strategyPath(strategy)}?tab=performance`}
                className="figure-name no-underline after:absolute after:inset-0 hover:underline"
              >
                {strategy.name}, {text.rank({ rank, count: algos.count })}
              </a>{" "}
              <span className="figure text-loss">
                {text.fell(formatRupees(Math.round(-(fall?.share ?? 0) * amount)))}
              </span>{" "}
              <span className="figure-note">{text.endedAt(formatRupees(Math.round(end * amount)))}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Placeholder for the chart while the provider computes records. */
export function ExamplesPending(props: { making: RecordList["making"]; here: string }) {
  return (
    <Panel id="examples" title={text.awaited}>
      <RecordProgress making={props.making} here={props.here} />
    </Panel>
  );
}
