// The Performance tab below its chart: from gross to net result, backtest against live, months and losses. Further
// sections are collapsed. It works without scripts.

import type { Strategy } from "../../contract/base-api/strategy.ts";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import type { FigureGroup } from "../../evidence/figures.ts";
import type { DisplayedEvidence } from "../../evidence/load-evidence.ts";
import type { HeadlineFigures } from "../../evidence/load-headline.ts";
import type { PerformanceView } from "../../evidence/performance-view.ts";
import { Waterfall } from "../../evidence/waterfall.tsx";
import { formatDay } from "../../format/dates.ts";
import { formatChange, formatShare } from "../../format/percent.ts";
import { formatCount, formatPaise, formatRupees } from "../../format/rupees.ts";
import { Fold } from "../../ui/fold.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { type ChartPlace, chartAddress } from "./chart-card.tsx";
import { DayCalendar } from "./day-calendar.tsx";
import { HardTimes } from "./hard-times.tsx";
import { LossSection } from "./loss-section.tsx";
import { MonthHeatmap } from "./month-heatmap.tsx";
import { PromiseCheck } from "./promise-kept.tsx";
import { segmentsText, performanceText as text } from "./record-text.ts";
import { ResultShapes } from "./result-shapes.tsx";
import { SegmentsSection } from "./segments-section.tsx";
import { StudiesSection } from "./studies-section.tsx";
import { WorthSection } from "./worth-section.tsx";

const WEEKDAYS = ["", text.monday, text.tuesday, text.wednesday, text.thursday, text.friday];

export function Performance(props: {
  view: PerformanceView;
  path: string;
  shown: DisplayedEvidence;
  figures: HeadlineFigures;
  versions: Strategy["versions"];
  amountRupees: number;
  /** ISO month that the day calendar shows. */
  month: string | null;
  place: ChartPlace;
}) {
  const { view, shown, figures, amountRupees, path } = props;
  return (
    <>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5 md:mt-6 md:grid-cols-2 md:gap-6">
        <section aria-labelledby="costs" className="panel panel-body">
          <h3 id="costs" className="panel-title">
            {text.whereTheMoneyWent}
          </h3>
          <p className="mb-2 text-xs text-ink-muted">{text.overYears(figures.steps.years.toFixed(1))}</p>
          <Waterfall steps={figures.steps} amountRupees={amountRupees} />
          <CostLines costs={view.costs} />
        </section>
        {shown.comparison === null ? null : (
          <PromiseCheck
            view={shown.comparison}
            missed={shown.missed}
            path={path}
            version={shown.chosen.version}
          />
        )}
        <section aria-labelledby="months" className="panel panel-body md:col-span-2">
          <h3 id="months" className="panel-title">
            {text.monthByMonth}{" "}
            <span className="text-sm font-normal text-ink-muted">
              {text.ofTheCapital(view.basis === "net" ? text.net : text.gross)}
            </span>
          </h3>
          <MonthHeatmap rows={view.months} />
        </section>
      </div>
      <CollapsedSections {...props} />
    </>
  );
}

function CollapsedSections(props: Parameters<typeof Performance>[0]) {
  const { view, path, shown, place } = props;
  const which = new URLSearchParams(shown.chosen);
  return (
    <div className="folds mt-5">
      {shown.recordedLoss === null ? null : (
        <Fold
          id="losses-seen"
          title={text.lossesFor(formatRupees(props.amountRupees))}
          hint={
            shown.recordedLoss.beyondStop === null
              ? text.noDayStop
              : text.pastDayStop(formatCount(shown.recordedLoss.beyondStop.days))
          }
        >
          <LossSection seen={shown.recordedLoss} amountRupees={props.amountRupees} />
        </Fold>
      )}
      {shown.segments.length === 0 ? null : (
        <Fold
          id="segments"
          title={segmentsText.title}
          hint={segmentsText.hint({
            restarts: shown.segments.length - 1,
            paidIn: formatPaise(shown.segments.reduce((sum, { paidInPaise }) => sum + paidInPaise, 0)),
          })}
        >
          <SegmentsSection segments={shown.segments} />
        </Fold>
      )}
      <Fold id="benchmarks" title={text.benchmarks}>
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
      <Fold id="days" title={text.dayByDay} {...(props.month === null ? {} : { isOpen: true })}>
        <DayCalendar
          calendar={view.calendar}
          address={(month) => `${chartAddress(place, { month }).replace(/#.*/, "")}#days`}
        />
        <Weekdays view={view} />
      </Fold>
      <Fold id="shapes" title={text.distribution}>
        <ResultShapes results={view.results} rolling={view.rolling} />
      </Fold>
      <Fold id="hard-times" title={text.worstPeriods}>
        <HardTimes times={view.hardTimes} name={EVIDENCE_NAMES[view.evidence]} benchmark={shown.benchmark} />
      </Fold>
      {shown.significance === null ? null : (
        <Fold id="weight" title={text.weight}>
          <WorthSection
            worth={shown.significance}
            outOfSample={shown.outOfSample}
            evidence={view.evidence}
            capitalRupees={view.capitalRupees}
          />
        </Fold>
      )}
      {shown.studies === null ? null : (
        <Fold id="studies" title={text.different}>
          <StudiesSection studies={shown.studies} href={`${path}/studies.json`} />
        </Fold>
      )}
      <Fold id="method" title={text.method}>
        <div className="max-w-[75ch]">
          {shown.method.map((sentence) => (
            <p key={sentence} className="mt-2">
              {sentence}
            </p>
          ))}
          <p className="mt-3 flex flex-wrap gap-x-6">
            <a href={`${path}/trades.csv?${which}`} className="link inline-flex min-h-8 items-center">
              {text.allTradesAsCsv}
            </a>{" "}
            <a href={`${path}/record.json?${which}`} className="link inline-flex min-h-8 items-center">
              {text.recordByDay}
            </a>
          </p>
          <Versions versions={props.versions} />
        </div>
      </Fold>
    </div>
  );
}

/** Returns the first two figures of a group, for its heading while the section is collapsed. */
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

function Weekdays({ view }: { view: PerformanceView }) {
  return (
    <section className="mt-6 max-w-xl">
      <h4 className="text-base">{text.byWeekday}</h4>
      <table className="table table-tight mt-1">
        <TableHead columns={[text.day, { number: text.average }, { number: text.gained }]} />
        <tbody>
          {view.weekdays.map((row) => (
            <tr key={row.weekday}>
              <th scope="row" className="font-normal!">
                {WEEKDAYS[row.weekday]}
              </th>
              <td className="number">{formatChange(row.mean, 2)}</td>
              <td className="number">
                {text.winsOf({ share: formatShare(row.wins / row.days, 0), days: formatCount(row.days) })}
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
      <h4 className="text-base">{text.versions}</h4>
      <p className="mt-1 text-sm text-ink-muted">{text.versionsNeverJoined}</p>
      <dl className="mt-2 space-y-3">
        {props.versions.map((version) => (
          <div key={version.version}>
            <dt className="font-semibold">
              {version.version}, {formatDay(version.since)}{" "}
              {version.until === null ? text.untilToday : text.to(formatDay(version.until))}
            </dt>
            <dd>{version.change ?? text.firstVersion}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Renders the results of the benchmarks over the same days. */
function Benchmarks(props: { view: PerformanceView }) {
  const { view } = props;
  const own = view.groups.flatMap(({ figures }) => figures).find(({ key }) => key === "growth");
  return (
    <section className="max-w-3xl">
      <TableScroll label={text.benchmarks}>
        <table className="table table-tight">
          <caption className="sr-only">{text.benchmarksCaption}</caption>
          <TableHead
            columns={[text.overTheSameDays, { number: own?.term.replace(/ \(.*\)$/, "") ?? text.return }]}
          />
          <tbody>
            <tr className="font-semibold">
              <th scope="row">{EVIDENCE_NAMES[view.evidence]}</th>
              <td className="number">{own?.value}</td>
            </tr>
            {view.benchmarks.map((benchmark) => (
              <tr key={benchmark.name}>
                <th scope="row" className="font-normal!">
                  {benchmark.name} <span className="block text-xs text-ink-muted">{benchmark.means}</span>
                </th>
                <td className="number">
                  {benchmark.total === null ? text.notAvailable : formatChange(benchmark.total.share)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  );
}
