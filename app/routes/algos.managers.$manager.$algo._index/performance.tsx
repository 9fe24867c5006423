// What stands under the drawing: where the money went, backtest against live, months, losses; then the rest behind its headings. Complete
// without scripts.

import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import type { FigureGroup } from "../../evidence/figures.ts";
import type { Shown } from "../../evidence/load-evidence.ts";
import type { HeadlineFigures } from "../../evidence/load-headline.ts";
import type { PerformanceView } from "../../evidence/performance-figures.ts";
import { Waterfall } from "../../evidence/waterfall.tsx";
import { formatDay } from "../../format/dates.ts";
import { formatChange, formatShare } from "../../format/percent.ts";
import { formatCount, formatPaise, formatRupees } from "../../format/rupees.ts";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { Strategy } from "../../wire/strategy.ts";
import type { Address } from "./chart-card.tsx";
import { DayCalendar } from "./day-calendar.tsx";
import { Fold } from "./fold.tsx";
import { HardTimes } from "./hard-times.tsx";
import { LossSection } from "./loss-section.tsx";
import { MonthHeatmap } from "./month-heatmap.tsx";
import { PromiseKept } from "./promise-kept.tsx";
import { ResultShapes } from "./result-shapes.tsx";
import { StudiesSection } from "./studies-section.tsx";
import { WorthSection } from "./worth-section.tsx";

const WEEKDAYS = ["", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

export function Performance(props: {
  view: PerformanceView;
  path: string;
  shown: Shown;
  figures: HeadlineFigures;
  versions: Strategy["versions"];
  amountRupees: number;
  /** The month whose days were asked for. */
  month: string | null;
  address: Address;
}) {
  const { view, shown, figures, amountRupees } = props;
  return (
    <>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-2">
        <section aria-labelledby="costs" className="panel p-4 sm:p-5">
          <h3 id="costs" className="text-lg">
            Where the money went
          </h3>
          <p className="mb-2 text-xs text-ink-muted">
            Of the capital over {figures.steps.years.toFixed(1)} years
          </p>
          <Waterfall steps={figures.steps} amountRupees={amountRupees} />
          <CostLines costs={view.costs} />
        </section>
        {shown.promise === null ? null : <PromiseKept view={shown.promise} missed={shown.missed} />}
        <section aria-labelledby="months" className="panel p-4 sm:p-5 md:col-span-2">
          <h3 id="months" className="text-lg">
            Month by month{" "}
            <span className="text-sm font-normal text-ink-muted">
              {view.basis === "net" ? "net" : "gross"}, of the capital
            </span>
          </h3>
          <MonthHeatmap rows={view.months} />
        </section>
      </div>
      <Folds {...props} />
    </>
  );
}

function Folds(props: Parameters<typeof Performance>[0]) {
  const { view, path, shown, address } = props;
  const which = new URLSearchParams(shown.chosen);
  return (
    <div className="panel mt-5 divide-y divide-line px-4 sm:px-5">
      {shown.lossSeen === null ? null : (
        <Fold
          id="losses-seen"
          title={`Losses in this record, for ${formatRupees(props.amountRupees)}`}
          hint={
            shown.lossSeen.beyondStop === null
              ? "no stop for the day"
              : `past the day’s stop on ${formatCount(shown.lossSeen.beyondStop.days)} days`
          }
        >
          <LossSection seen={shown.lossSeen} amountRupees={props.amountRupees} />
        </Fold>
      )}
      <Fold id="benchmarks" title="Against its benchmarks" hint="the same days in other places">
        <Benchmarks view={view} />
      </Fold>
      {view.groups.map((group) => (
        <Fold
          key={group.title}
          id={group.title.toLowerCase().replaceAll(" ", "-")}
          title={group.title}
          hint={hintOf(group)}
        >
          <FigureList figures={group.figures} />
        </Fold>
      ))}
      <Fold
        id="days"
        title="Day by day and weekdays"
        {...(props.month === null ? {} : { isOpen: true })}
        hint="a calendar of each month"
      >
        <DayCalendar
          calendar={view.calendar}
          address={(month) => `${address({ month }).replace(/#.*/, "")}#days`}
        />
        <Weekdays view={view} />
      </Fold>
      <Fold id="shapes" title="Distribution and rolling years" hint="how results lie">
        <ResultShapes results={view.results} rolling={view.rolling} />
      </Fold>
      <Fold id="hard-times" title="Worst market periods" hint={`when ${view.benchmarkName} fell`}>
        <HardTimes
          times={view.hardTimes}
          name={EVIDENCE_NAMES[view.evidence]}
          benchmark={view.benchmarkName}
        />
      </Fold>
      {shown.worth === null ? null : (
        <Fold id="weight" title="How much weight this record bears" hint="luck, trials, kinds of market">
          <WorthSection
            worth={shown.worth}
            outOfSample={shown.outOfSample}
            evidence={view.evidence}
            capitalRupees={view.capitalRupees}
          />
        </Fold>
      )}
      {shown.studies === null ? null : (
        <Fold id="studies" title="If something had been different" hint="other costs, parameters and capital">
          <StudiesSection studies={shown.studies} href={`${path}/studies.json`} />
        </Fold>
      )}
      <Fold id="method" title="Method, versions and files" hint="how it was made, and how to check it">
        <div className="max-w-[75ch]">
          {shown.method.map((sentence) => (
            <p key={sentence} className="mt-2">
              {sentence}
            </p>
          ))}
          <p className="mt-3 flex flex-wrap gap-x-6">
            <a href={`${path}/trades.csv?${which}`} className="link inline-flex min-h-8 items-center">
              All trades as CSV
            </a>
            <a href={`${path}/record.json?${which}`} className="link inline-flex min-h-8 items-center">
              Record by day, with its hash chain
            </a>
          </p>
          <Versions versions={props.versions} />
        </div>
      </Fold>
    </div>
  );
}

/** The group's first figure, so that the heading says something before it is opened. */
function hintOf({ figures }: FigureGroup): string {
  return figures
    .slice(0, 2)
    .map(({ term, value }) => `${term.replace(/ \(.*\)$/, "")} ${value}`)
    .join(" · ");
}

function FigureList({ figures }: Pick<FigureGroup, "figures">) {
  return (
    <dl className="gap-x-10 md:columns-2">
      {figures.map((figure) => (
        <div
          key={figure.key}
          className="grid break-inside-avoid gap-x-6 border-b border-line py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]"
        >
          <dt>
            <span className="text-sm font-semibold">{figure.term}</span>{" "}
            <span className="block text-xs text-ink-muted">{figure.means}</span>
          </dt>
          <dd>
            <span className="number font-semibold">{figure.value}</span>{" "}
            {figure.more === null ? null : (
              <span className="block text-xs text-ink-muted">{figure.more}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function CostLines({ costs }: Pick<PerformanceView, "costs">) {
  return (
    <details className="mt-2">
      <summary className="link inline-flex min-h-8 items-center text-sm">Costs line by line</summary>
      <table className="table table-tight mt-1">
        <caption className="sr-only">Costs of the whole record, on its capital</caption>
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
            <th scope="row">Total</th>
            <td className="number">{formatPaise(costs.reduce((sum, { paise }) => sum + paise, 0))}</td>
          </tr>
        </tbody>
      </table>
    </details>
  );
}

function Weekdays({ view }: { view: PerformanceView }) {
  return (
    <section className="mt-6 max-w-xl">
      <h4 className="text-base">By weekday</h4>
      <table className="table table-tight mt-1">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="number">
              Average
            </th>
            <th scope="col" className="number">
              Gained
            </th>
          </tr>
        </thead>
        <tbody>
          {view.weekdays.map((row) => (
            <tr key={row.weekday}>
              <th scope="row" className="font-normal!">
                {WEEKDAYS[row.weekday]}
              </th>
              <td className="number">{formatChange(row.mean, 2)}</td>
              <td className="number">
                {formatShare(row.wins / row.days, 0)} of {formatCount(row.days)} days
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Versions(props: { versions: Strategy["versions"] }) {
  if (props.versions.length < 2) return null;
  return (
    <section className="mt-6">
      <h4 className="text-base">Versions</h4>
      <p className="mt-1 text-sm text-ink-muted">
        A change of logic is a new version with its own record. Records of versions are never joined.
      </p>
      <dl className="mt-2 space-y-3">
        {props.versions.map((version) => (
          <div key={version.version}>
            <dt className="font-semibold">
              {version.version}, {formatDay(version.since)}{" "}
              {version.until === null ? "to today" : `to ${formatDay(version.until)}`}
            </dt>
            <dd>{version.change ?? "First version with a record here."}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The same days in what the algo competes with. */
function Benchmarks(props: { view: PerformanceView }) {
  const { view } = props;
  const own = view.groups.flatMap(({ figures }) => figures).find(({ key }) => key === "growth");
  return (
    <section className="max-w-3xl">
      <TableScroll label="Against its benchmarks">
        <table className="table table-tight">
          <caption className="sr-only">The same days in other places for the same money</caption>
          <thead>
            <tr>
              <th scope="col">Over the same days</th>
              <th scope="col" className="number">
                {own?.term.replace(/ \(.*\)$/, "") ?? "Return"}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr className="font-semibold">
              <th scope="row">{EVIDENCE_NAMES[view.evidence]}</th>
              <td className="number">{own?.value}</td>
            </tr>
            {view.benchmarks.map((benchmark) => (
              <tr key={benchmark.name}>
                <th scope="row" className="font-normal!">
                  {benchmark.name}
                  <span className="block text-xs text-ink-muted">{benchmark.means}</span>
                </th>
                <td className="number">
                  {benchmark.total === null ? "not available" : formatChange(benchmark.total.share)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  );
}
