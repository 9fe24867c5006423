// The record's chart with its options, and its disclosures below.

import type { Strategy } from "../../contract/base-api/strategy.ts";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import { EquityChart } from "../../evidence/equity-chart.tsx";
import { EvidenceText } from "../../evidence/evidence-words.tsx";
import type { DisplayedEvidence } from "../../evidence/load-evidence.ts";
import { type PerformanceView, RANGES } from "../../evidence/performance-view.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange } from "../../format/percent.ts";
import { formatCount, formatPaise, formatRupees } from "../../format/rupees.ts";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { Choices } from "./choices.tsx";
import { RecordChoices, SealText } from "./evidence-frame.tsx";
import { chartCardText as text } from "./record-text.ts";

const RANGE_LABELS = { "1m": "1M", "3m": "3M", ytd: "YTD", "1y": "1Y", all: text.all } as const;

/** Address of the page with one option changed. */
export function chartAddress(
  { path, chosen, range, basis, scale }: ChartPlace,
  change: Record<string, string>,
): string {
  const shown = { tab: "performance", ...chosen, range, basis, ...(scale === "log" ? { scale } : {}) };
  return `${path}?${new URLSearchParams({ ...shown, ...change })}#chart`;
}

/** Address of the chart, and its selected options. */
export type ChartPlace = Pick<PerformanceView, "basis" | "range" | "scale"> & {
  path: string;
  chosen: DisplayedEvidence["chosen"];
};

export function ChartCard(props: {
  view: PerformanceView;
  path: string;
  here: string;
  shown: DisplayedEvidence;
  place: ChartPlace;
  verification: Strategy["verification"];
}) {
  const { view, path, shown, place } = props;
  const which = new URLSearchParams({
    ...shown.chosen,
    range: view.range,
    basis: view.basis,
    amount: String(view.capitalRupees),
  });
  return (
    <section aria-labelledby="evidence" id="chart" className="panel min-w-0">
      <div className="panel-body">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="evidence">
            <span className="figure-name font-normal">
              {text.since({
                evidence: EVIDENCE_NAMES[view.evidence],
                capital: formatRupees(view.capitalRupees),
                day: formatDay(view.from),
                basis: view.basis === "net" ? text.netOfCosts : text.grossOfCosts,
              })}
            </span>{" "}
            <span className="figure figure-large">{formatRupees(Math.round(view.endPaise / 100))}</span>{" "}
            {view.fellPaise === 0 ? null : (
              <span className="font-semibold text-loss">
                {text.fellOnTheWay(formatRupees(Math.round(view.fellPaise / 100)))}
              </span>
            )}
          </h2>
          {shown.isVerifiedOnly ? null : <ViewChoices view={view} place={place} />}
        </div>
        <div className="mt-3">
          <EquityChart
            id="equity"
            evidence={view.evidence}
            other={view.other}
            continues={view.continues}
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
        <RecordChoices evidence={shown} here={props.here} />
        {view.warning === null ? null : (
          <p className="mt-2 text-sm font-semibold text-warn">{text.smallSample(view.warning)}</p>
        )}
        <IdleText idle={shown.life.idle} />
        <EvidenceText
          classes={view.other === null ? [view.evidence] : [view.evidence, view.other.evidence]}
          isSimulated={shown.isSimulated}
          verification={props.verification}
        />
      </div>
      <div className="border-t border-line px-4 py-2 md:px-6">
        <CurveTable view={view} />
        <SealText evidence={shown} />
      </div>
    </section>
  );
}

function ViewChoices(props: { view: PerformanceView; place: ChartPlace }) {
  const { view, place } = props;
  const address = (change: Record<string, string>) => chartAddress(place, change);
  return (
    <nav aria-label={text.whatIsShown} className="no-print flex flex-wrap gap-2">
      <Choices
        isOfChart
        label={text.range}
        items={RANGES.map((range) => ({
          title: RANGE_LABELS[range],
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
        isOfChart
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

function IdleText(props: { idle: DisplayedEvidence["life"]["idle"] }) {
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
    <details>
      <summary className="link inline-flex min-h-8 items-center text-sm">{text.theSameAsATable}</summary>
      <TableScroll label={text.equityByDay} className="mt-2">
        <table className="table table-tight rows-table">
          <caption className="sr-only">{text.tableCaption(view.table.length)}</caption>
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
            {view.table.map((point) => (
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
