// The record's chart with its options, and its disclosures below.

import type { CachedView } from "../../evidence/cached-figures.ts";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import { EquityChart, thinned } from "../../evidence/equity-chart.tsx";
import { EvidenceText } from "../../evidence/evidence-words.tsx";
import type { Shown } from "../../evidence/load-evidence.ts";
import { type PerformanceView, RANGES } from "../../evidence/performance-figures.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange } from "../../format/percent.ts";
import { formatCount, formatPaise, formatRupees } from "../../format/rupees.ts";
import { cachedPart } from "../../ui/cached-part.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { Strategy } from "../../wire/strategy.ts";
import { Choices } from "./choices.tsx";
import { RecordChoices, SealText } from "./evidence-frame.tsx";
import { chartCardText as text } from "./record-text.ts";

const RANGE_WORDS = { "3m": "3M", "6m": "6M", "1y": "1Y", all: text.all } as const;
const TABLE_POINTS = 24;

/** Address of the page with one option changed. */
export function chartAddress(
  { path, chosen, range, basis, scale }: ChartPlace,
  change: Record<string, string>,
): string {
  const shown = { tab: "performance", ...chosen, range, basis, ...(scale === "log" ? { scale } : {}) };
  return `${path}?${new URLSearchParams({ ...shown, ...change })}#chart`;
}

/** What such a part depends on: of the view, which has a point for each day, its edition alone. */
export function asText({ view, shown, ...rest }: { view: CachedView; shown: Shown }): string {
  return JSON.stringify({ ...rest, shown: { ...shown, performance: view.edition } });
}

/** Address of the chart, and its chosen options. */
export type ChartPlace = Pick<PerformanceView, "basis" | "range" | "scale"> & {
  path: string;
  chosen: Shown["chosen"];
};

export const ChartCard = cachedPart("chart", ChartPanel, asText);

function ChartPanel(props: {
  view: CachedView;
  path: string;
  here: string;
  shown: Shown;
  place: ChartPlace;
  verification: Strategy["verification"];
}) {
  const { view, path, shown, place } = props;
  const which = new URLSearchParams({ ...shown.chosen, range: view.range, basis: view.basis });
  return (
    <section aria-labelledby="evidence" id="chart" className="panel min-w-0 p-3 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="evidence" className="text-base sm:text-lg">
          {text.since({
            evidence: EVIDENCE_NAMES[view.evidence],
            capital: formatRupees(view.capitalRupees),
            day: formatDay(view.from),
          })}
          {shown.isSimulated ? <span className="max-sm:sr-only">{text.simulated}</span> : null}
        </h2>
        {shown.isVerifiedOnly ? null : <ViewChoices view={view} place={place} />}
      </div>
      <div className="mt-2">
        <EquityChart
          id="equity"
          evidence={view.evidence}
          other={view.other}
          benchmarkName={view.benchmarkName}
          idle={shown.life.idle}
          stressed={view.stressed}
          scale={view.scale}
          curveHref={`${path}/curve.json?${which}`}
          points={view.points}
          capitalPaise={view.capitalRupees * 100}
          summary={view.summary}
        />
      </div>
      {view.stressed.length === 0 ? null : (
        <p className="text-xs text-ink-muted max-sm:sr-only">{text.shaded}</p>
      )}
      <RecordChoices evidence={shown} here={props.here} />
      <EvidenceText
        classes={view.other === null ? [view.evidence] : [view.evidence, view.other.evidence]}
        isSimulated={shown.isSimulated}
        verification={props.verification}
      />
      {view.warning === null ? null : (
        <p className="mt-2 text-sm font-semibold text-warn">{text.smallSample(view.warning)}</p>
      )}
      <p className="mt-3 text-xs text-ink-muted">
        {text.span({
          from: formatDay(view.from),
          to: formatDay(view.to),
          days: formatCount(view.days),
          capital: formatRupees(view.capitalRupees),
          basis: view.basis === "net" ? text.netOfCosts : text.grossOfCosts,
        })}
      </p>
      <SealText evidence={shown} />
      <IdleText idle={shown.life.idle} />
      <CurveTable view={view} />
    </section>
  );
}

function ViewChoices(props: { view: PerformanceView; place: ChartPlace }) {
  const { view, place } = props;
  const address = (change: Record<string, string>) => chartAddress(place, change);
  return (
    <nav aria-label={text.whatIsShown} className="no-print flex flex-wrap gap-2">
      <Choices
        label={text.range}
        items={RANGES.map((range) => ({
          title: RANGE_WORDS[range],
          to: address({ range }),
          isHere: range === view.range,
        }))}
      />
      <Choices
        label={text.costs}
        items={[
          { title: text.net, to: address({ basis: "net" }), isHere: view.basis === "net" },
          { title: text.gross, to: address({ basis: "gross" }), isHere: view.basis === "gross" },
        ]}
      />
      <Choices
        label={text.scale}
        items={[
          { title: text.linear, to: address({ scale: "linear" }), isHere: view.scale === "linear" },
          { title: text.log, to: address({ scale: "log" }), isHere: view.scale === "log" },
        ]}
        className="max-sm:hidden"
      />
    </nav>
  );
}

function IdleText(props: { idle: Shown["life"]["idle"] }) {
  return props.idle.length === 0 ? null : (
    <ul className="mt-2 text-xs text-ink-muted">
      {props.idle.map(({ from, to, days, feePaise, signalsPassed }) => (
        <li key={from}>
          {text.noTrades({
            from: formatDay(from),
            to: formatDay(to),
            days: formatCount(days),
            fees: formatPaise(feePaise),
            signals: formatCount(signalsPassed),
          })}
        </li>
      ))}
    </ul>
  );
}

function CurveTable({ view }: { view: PerformanceView }) {
  return (
    <details className="mt-2">
      <summary className="link inline-flex min-h-8 items-center text-sm">{text.theSameAsATable}</summary>
      <TableScroll label={text.equityByDay} className="mt-2">
        <table className="table table-tight rows-table">
          <caption className="sr-only">{text.tableCaption(TABLE_POINTS)}</caption>
          <thead>
            <tr>
              <th scope="col">{text.day}</th>
              <th scope="col" className="number">
                {EVIDENCE_NAMES[view.evidence]}
              </th>
              <th scope="col" className="number">
                {text.sameSum(view.benchmarkName)}
              </th>
              <th scope="col" className="number">
                {text.drawdown}
              </th>
            </tr>
          </thead>
          <tbody>
            {thinned(view.points, TABLE_POINTS).map((point) => (
              <tr key={point.day}>
                <th scope="row" className="row-name">
                  {formatDay(point.day)}
                </th>
                <td className="number row-sum">{formatPaise(point.equityPaise)}</td>
                <td className="number" data-label={view.benchmarkName}>
                  {formatPaise(point.benchmarkPaise)}
                </td>
                <td className="number" data-label={text.drawdown}>
                  {formatChange(point.underwater)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </details>
  );
}
