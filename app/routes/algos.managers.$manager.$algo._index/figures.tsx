// The tab with all figures of a record, in collapsible sections. It works without scripts.

import type { Strategy } from "../../contract/base-api/strategy.ts";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import type { FigureGroup } from "../../evidence/figures.ts";
import type { DisplayedEvidence } from "../../evidence/load-evidence.ts";
import type { PerformanceView } from "../../evidence/performance-view.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange, formatShare } from "../../format/percent.ts";
import { formatCount, formatPaise, formatRupees } from "../../format/rupees.ts";
import { Choices } from "../../ui/choices.tsx";
import { Fold } from "../../ui/fold.tsx";
import { TouchLink } from "../../ui/link-button.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { DayCalendar } from "./day-calendar.tsx";
import { LossSection } from "./loss-section.tsx";
import { MarketDrawdowns } from "./market-drawdowns.tsx";
import { chartCardText, segmentsText, performanceText as text } from "./record-text.ts";
import { ResultShapes } from "./result-shapes.tsx";
import { SegmentsSection } from "./segments-section.tsx";
import { SignificanceSection } from "./significance-section.tsx";
import { StudiesSection } from "./studies-section.tsx";

const WEEKDAYS = ["", text.monday, text.tuesday, text.wednesday, text.thursday, text.friday, text.weekend];

/** Returns the address of this tab for a record, a basis, and optionally an ISO month of the day calendar. */
export function figuresAddress(
  path: string,
  { chosen }: Pick<DisplayedEvidence, "chosen">,
  { basis }: Pick<PerformanceView, "basis">,
  month?: string,
): string {
  return `${path}?${new URLSearchParams({ tab: "figures", ...chosen, basis, ...(month && { month }) })}`;
}

export function Figures(props: {
  view: PerformanceView;
  path: string;
  shown: DisplayedEvidence;
  versions: Strategy["versions"];
  amountRupees: number;
  /** ISO month that the day calendar shows. */
  month: string | null;
}) {
  const { view, path, shown } = props;
  return (
    <>
      <div className="figure-panels">
        {view.groups.map((group) => (
          <FigurePanel key={group.title} {...group} />
        ))}
      </div>
      <div className="folds mt-5">
        <LossFold {...props} />
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
        <Fold id="days" title={text.dayByDay} {...(props.month === null ? {} : { isOpen: true })}>
          <DayCalendar
            calendar={view.calendar}
            address={(month) => `${figuresAddress(path, shown, view, month)}#days`}
          />
          <Weekdays view={view} />
        </Fold>
        <Fold id="shapes" title={text.distribution}>
          <ResultShapes results={view.results} rolling={view.rolling} />
        </Fold>
        <Fold id="market-drawdowns" title={text.worstPeriods}>
          <MarketDrawdowns
            drawdowns={view.marketDrawdowns}
            name={EVIDENCE_NAMES[view.evidence]}
            benchmark={shown.benchmark}
          />
        </Fold>
        {shown.significance === null ? null : (
          <Fold id="weight" title={text.weight}>
            <SignificanceSection
              significance={shown.significance}
              outOfSample={shown.outOfSample}
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
          <Method {...props} />
        </Fold>
      </div>
    </>
  );
}

type FiguresProps = Parameters<typeof Figures>[0];

/** Renders the links that select figures after or before costs. */
export function BasisChoices({ view, path, shown }: Pick<FiguresProps, "view" | "path" | "shown">) {
  return (
    <nav aria-label={chartCardText.costs} className="no-print">
      <Choices
        label={chartCardText.costs}
        items={(["net", "gross"] as const).map((basis) => ({
          title: chartCardText[basis],
          to: figuresAddress(path, shown, { basis }),
          isHere: basis === view.basis,
        }))}
      />
    </nav>
  );
}

function LossFold({ shown: { recordedLoss }, amountRupees }: FiguresProps) {
  return recordedLoss === null ? null : (
    <Fold
      id="losses-seen"
      title={text.lossesFor(formatRupees(amountRupees))}
      hint={
        recordedLoss.beyondStop === null
          ? recordedLoss.statesStops
            ? text.noDayStop
            : text.dayStopNotStated
          : text.pastDayStop(recordedLoss.beyondStop.days)
      }
    >
      <LossSection seen={recordedLoss} amountRupees={amountRupees} />
    </Fold>
  );
}

function Method({ path, shown, versions }: FiguresProps) {
  const which = new URLSearchParams(shown.chosen);
  return (
    <div className="max-w-[75ch]">
      {shown.method.map((sentence) => (
        <p key={sentence} className="mt-2">
          {sentence}
        </p>
      ))}
      <p className="mt-3 flex flex-wrap gap-x-6">
        <TouchLink to={`${path}/trades.csv?${which}`}>{text.allTradesAsCsv}</TouchLink>{" "}
        <TouchLink to={`${path}/record.json?${which}`}>{text.recordByDay}</TouchLink>
      </p>
      <Versions versions={versions} />
    </div>
  );
}

/**
 * Renders a group of figures, the first one emphasised. Each name opens the figure's definition, and the dates and
 * intervals of the value.
 */
function FigurePanel({ title, figures }: FigureGroup) {
  return (
    <section aria-label={title} className="panel panel-body">
      <h3 className="panel-title">{title}</h3>
      <dl className="figure-list">
        {figures.map(({ key, term, means, value, more }) => (
          <div key={key}>
            <dt>
              <details>
                <summary className="font-semibold">{term}</summary>{" "}
                <span className="figure-note">{means}</span>
              </details>
            </dt>
            <dd>
              <span className={`number font-semibold ${figureColour(value)}`}>{value}</span>{" "}
              {more === null ? null : <span className="figure-note">{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Returns the colour of a formatted figure by its sign. */
function figureColour(value: string): string {
  return value.startsWith("−") ? "text-loss" : value.startsWith("+") ? "text-gain" : "";
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
