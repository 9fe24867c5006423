// The drawing of the record with what may be chosen about it, and right under it the words that belong to it.

import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import { EquityChart, thinned } from "../../evidence/equity-chart.tsx";
import { EvidenceWords } from "../../evidence/evidence-words.tsx";
import type { Shown } from "../../evidence/load-evidence.ts";
import { type PerformanceView, RANGES } from "../../evidence/performance-figures.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange } from "../../format/percent.ts";
import { formatCount, formatPaise, formatRupees } from "../../format/rupees.ts";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { Strategy } from "../../wire/strategy.ts";
import { Choices } from "./choices.tsx";
import { RecordChoices, SealWords } from "./evidence-frame.tsx";

const RANGE_WORDS = { "3m": "3M", "6m": "6M", "1y": "1Y", all: "All" } as const;
const TABLE_POINTS = 24;

export type Address = (change: Record<string, string>) => string;

export function ChartCard(props: {
  view: PerformanceView;
  path: string;
  here: string;
  shown: Shown;
  address: Address;
  verification: Strategy["verification"];
}) {
  const { view, path, shown, address } = props;
  const which = new URLSearchParams({ ...shown.chosen, range: view.range, basis: view.basis });
  return (
    <section aria-labelledby="evidence" id="chart" className="panel min-w-0 p-3 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="evidence" className="text-base sm:text-lg">
          {EVIDENCE_NAMES[view.evidence]}: {formatRupees(view.capitalRupees)} since {formatDay(view.from)}
          {shown.isSimulated ? <span className="max-sm:sr-only">, simulated</span> : null}
        </h2>
        {shown.isVerifiedOnly ? null : <ViewChoices view={view} address={address} />}
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
        <p className="text-xs text-ink-muted max-sm:sr-only">
          Shaded: a stressed market, the fifth of days after the largest swings.
        </p>
      )}
      <RecordChoices evidence={shown} here={props.here} />
      <EvidenceWords
        classes={view.other === null ? [view.evidence] : [view.evidence, view.other.evidence]}
        isSimulated={shown.isSimulated}
        verification={props.verification}
      />
      {view.warning === null ? null : (
        <p className="mt-2 text-sm font-semibold text-warn">Small sample: {view.warning}</p>
      )}
      <p className="mt-3 text-xs text-ink-muted">
        {formatDay(view.from)} to {formatDay(view.to)}, {formatCount(view.days)} trading days, on{" "}
        {formatRupees(view.capitalRupees)},{" "}
        {view.basis === "net" ? "net of costs and fees" : "gross, before costs and fees"}.
      </p>
      <SealWords evidence={shown} />
      <IdleWords idle={shown.life.idle} />
      <CurveTable view={view} />
    </section>
  );
}

function ViewChoices(props: { view: PerformanceView; address: Address }) {
  const { view, address } = props;
  return (
    <nav aria-label="What is shown" className="no-print flex flex-wrap gap-2">
      <Choices
        label="Range"
        items={RANGES.map((range) => ({
          title: RANGE_WORDS[range],
          to: address({ range }),
          isHere: range === view.range,
        }))}
      />
      <Choices
        label="Costs"
        items={[
          { title: "Net", to: address({ basis: "net" }), isHere: view.basis === "net" },
          { title: "Gross", to: address({ basis: "gross" }), isHere: view.basis === "gross" },
        ]}
      />
      <Choices
        label="Scale"
        items={[
          { title: "Linear", to: address({ scale: "linear" }), isHere: view.scale === "linear" },
          { title: "Log", to: address({ scale: "log" }), isHere: view.scale === "log" },
        ]}
        className="max-sm:hidden"
      />
    </nav>
  );
}

function IdleWords(props: { idle: Shown["life"]["idle"] }) {
  return props.idle.length === 0 ? null : (
    <ul className="mt-2 text-xs text-ink-muted">
      {props.idle.map(({ from, to, days, feePaise, signalsPassed }) => (
        <li key={from}>
          No trades from {formatDay(from)} to {formatDay(to)}, {formatCount(days)} trading days: only fees of{" "}
          {formatPaise(feePaise)} moved the line. {formatCount(signalsPassed)} signals needed more capital
          than there was.
        </li>
      ))}
    </ul>
  );
}

function CurveTable({ view }: { view: PerformanceView }) {
  return (
    <details className="mt-2">
      <summary className="link inline-flex min-h-8 items-center text-sm">The same as a table</summary>
      <TableScroll label="Equity by day" className="mt-2">
        <table className="table table-tight rows-table">
          <caption className="sr-only">Capital and results on {TABLE_POINTS} days of the range</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" className="number">
                {EVIDENCE_NAMES[view.evidence]}
              </th>
              <th scope="col" className="number">
                {view.benchmarkName}, same sum
              </th>
              <th scope="col" className="number">
                Drawdown
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
                <td className="number" data-label="Drawdown">
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
