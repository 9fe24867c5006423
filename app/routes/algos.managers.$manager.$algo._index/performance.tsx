// The Performance tab below its chart: months, from gross to net result, and backtest against live. It works without
// scripts.

import type { DisplayedEvidence } from "../../evidence/load-evidence.ts";
import type { HeadlineFigures } from "../../evidence/load-headline.ts";
import type { PerformanceView } from "../../evidence/performance-view.ts";
import { Waterfall } from "../../evidence/waterfall.tsx";
import { formatPaise } from "../../format/rupees.ts";
import { TouchLink } from "../../ui/link-button.tsx";
import { BacktestVsLive } from "./backtest-vs-live.tsx";
import { figuresAddress } from "./figures.tsx";
import { MonthHeatmap } from "./month-heatmap.tsx";
import { performanceText as text } from "./record-text.ts";

export function Performance(props: {
  view: PerformanceView;
  path: string;
  shown: DisplayedEvidence;
  figures: HeadlineFigures;
  amountRupees: number;
}) {
  const { view, shown, figures, amountRupees, path } = props;
  const basis = view.basis === "net" ? text.net : text.gross;
  return (
    <>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5 md:mt-6 md:grid-cols-2 md:gap-6">
        <section aria-labelledby="months" className="panel panel-body md:col-span-2">
          <h3 id="months" className="panel-title">
            {text.monthByMonth}{" "}
            <span className="text-sm font-normal text-ink-muted">{text.ofTheCapital(basis)}</span>
          </h3>
          <MonthHeatmap rows={view.months} basis={basis} />
        </section>
        <section aria-labelledby="costs" className="panel panel-body">
          <h3 id="costs" className="panel-title">
            {text.whereTheMoneyWent}
          </h3>
          <p className="mb-2 text-xs text-ink-muted">{text.overYears(figures.steps.years.toFixed(1))}</p>
          <Waterfall steps={figures.steps} amountRupees={amountRupees} />
          <CostLines costs={view.costs} />
        </section>
        {shown.comparison === null ? null : (
          <BacktestVsLive
            view={shown.comparison}
            missed={shown.missed}
            path={path}
            version={shown.chosen.version}
          />
        )}
      </div>
      <p className="mt-5">
        <TouchLink to={figuresAddress(path, shown, view)}>{text.allFigures}</TouchLink>{" "}
        <span className="text-sm text-ink-muted">{text.allFiguresHint}</span>
      </p>
    </>
  );
}

function CostLines({ costs }: Pick<PerformanceView, "costs">) {
  return (
    <details className="mt-2">
      <summary className="link inline-flex min-h-8 items-center text-sm">{text.costsLineByLine}</summary>
      <table className="table table-tight mt-1">
        <caption className="sr-only">{text.costsCaption}</caption>
        <tbody>
          {costs.map((cost) => (
            <tr key={cost.name}>
              <th scope="row" className="font-normal!">
                {cost.name}
              </th>
              <td className="number">{formatPaise(cost.paise)}</td>
            </tr>
          ))}
          <tr className="font-semibold">
            <th scope="row">{text.total}</th>
            <td className="number">{formatPaise(costs.reduce((sum, { paise }) => sum + paise, 0))}</td>
          </tr>
        </tbody>
      </table>
    </details>
  );
}
