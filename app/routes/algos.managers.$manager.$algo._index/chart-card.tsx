// The record's chart with its options, and the required disclosures below it.

import { NO_BENCHMARK } from "../../evidence/chart-benchmark.ts";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import { EquityChart } from "../../evidence/equity-chart.tsx";
import type { DisplayedEvidence } from "../../evidence/load-evidence.ts";
import type { PerformanceView } from "../../evidence/performance-view.ts";
import { RangeChoices } from "../../evidence/range-choices.tsx";
import { PHONE_TRADES_MAX } from "../../evidence/trade-marks.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange } from "../../format/percent.ts";
import { formatCount, formatPaise, formatRupees } from "../../format/rupees.ts";
import { Choices } from "../../ui/choices.tsx";
import { SubmitButton } from "../../ui/link-button.tsx";
import { RowName } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { RecordChoices, SealText } from "./evidence-frame.tsx";
import { chartCardText as text } from "./record-text.ts";

/** Returns the parameters of the chart's address. Defaults of benchmark, scale and marks are omitted. */
function chartParameters({ chosen, range, span, benchmark, basis, scale, hasMarks }: ChartPlace) {
  return {
    tab: "performance",
    ...chosen,
    ...(span ?? { range }),
    basis,
    ...(benchmark === "" ? {} : { benchmark }),
    ...(scale === "log" ? { scale } : {}),
    ...(hasMarks ? {} : { marks: "no" }),
  };
}

/** Returns the address of the chart with some options changed. */
function chartAddress(place: ChartPlace, change: Partial<ChartPlace>): string {
  return `${place.path}?${new URLSearchParams(chartParameters({ ...place, ...change }))}#chart`;
}

/** Path of the page, and the options that the user selected for the chart. */
export type ChartPlace = Pick<PerformanceView, "basis" | "range" | "span" | "benchmark" | "scale"> & {
  path: string;
  chosen: DisplayedEvidence["chosen"];
  /** Benchmark in the address. If it is unavailable, the chart shows another one. */
  requestedBenchmark: string | null;
  /** True if the chart marks trades. */
  hasMarks: boolean;
};

/** Returns the options of the displayed chart. */
export function chartPlace(
  { path, search }: { path: string; search: string },
  { chosen }: Pick<DisplayedEvidence, "chosen">,
  { range, span, benchmark, basis, scale }: PerformanceView,
): ChartPlace {
  const params = new URLSearchParams(search);
  const hasMarks = params.get("marks") !== "no";
  return {
    path,
    chosen,
    range,
    span,
    benchmark,
    basis,
    scale,
    requestedBenchmark: params.get("benchmark"),
    hasMarks,
  };
}

export function ChartCard(props: {
  view: PerformanceView;
  path: string;
  here: string;
  shown: DisplayedEvidence;
  place: ChartPlace;
}) {
  const { view, path, shown, place } = props;
  const which = new URLSearchParams({
    ...shown.chosen,
    ...(view.span ?? { range: view.range }),
    ...(view.benchmark === "" ? {} : { benchmark: view.benchmark }),
    basis: view.basis,
    amount: String(view.capitalRupees),
  });
  return (
    <section aria-labelledby="evidence" id="chart" className="panel min-w-0">
      <div className="panel-body">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="evidence" className="flex flex-wrap items-baseline gap-x-2">
            <span className="figure-name basis-full font-normal">
              {text.since({
                evidence: EVIDENCE_NAMES[view.evidence],
                capital: formatRupees(Math.round(view.startPaise / 100)),
                day: formatDay(view.startDay),
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
          {shown.isVerifiedOnly ? null : (
            <div className="no-print flex flex-wrap items-center gap-2">
              <ViewChoices view={view} place={place} />
              <ChartForm view={view} shown={shown} place={place} />
            </div>
          )}
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
            marks={place.hasMarks ? (view.marks?.marks ?? []) : []}
            curveHref={`${path}/curve.json?${which}`}
            zoomHref={shown.isVerifiedOnly ? undefined : chartAddress(place, { span: null, range: "all" })}
            points={view.points}
            capitalPaise={view.capitalRupees * 100}
            startPaise={view.startPaise}
            summary={view.summary}
            isSummaryHidden
          />
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Legend view={view} place={place} />
          <RecordChoices evidence={shown} here={props.here} />
        </div>
        {view.warning === null ? null : (
          <p className="mt-2 text-sm font-semibold text-warn">{text.smallSample(view.warning)}</p>
        )}
        <IdleText idle={shown.life.idle} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 border-t border-line px-4 py-1.5 text-xs text-ink-muted md:px-6 print:block">
        <CurveTable view={view} />
        <SealText evidence={shown} />
      </div>
    </section>
  );
}

function ViewChoices(props: { view: PerformanceView; place: ChartPlace }) {
  const { view, place } = props;
  const address = (change: Partial<ChartPlace>) => chartAddress(place, change);
  return (
    <nav aria-label={text.whatIsShown} className="contents">
      {view.span === null ? null : (
        <a href={address({ span: null })} data-chart-choice="" className="link text-sm">
          {text.resetZoom}
        </a>
      )}
      <RangeChoices
        current={view.span === null ? view.range : null}
        to={(range) => address({ range, span: null })}
      />
      <Choices
        label={text.costs}
        items={[
          { title: text.net, to: address({ basis: "net" }), isHere: view.basis === "net" },
          { title: text.gross, to: address({ basis: "gross" }), isHere: view.basis === "gross" },
        ]}
      />
      <p className="segments max-sm:hidden">
        <a
          id="chart-scale"
          href={address({ scale: view.scale === "log" ? "linear" : "log" })}
          aria-current={view.scale === "log" ? "true" : undefined}
          data-chart-choice=""
        >
          {text.log}
        </a>
      </p>
    </nav>
  );
}

/** Form that selects the benchmark and the days of the chart. A script submits it when the benchmark changes. */
function ChartForm(props: { view: PerformanceView; shown: DisplayedEvidence; place: ChartPlace }) {
  const { view, shown, place } = props;
  const missing = shown.benchmarks.find(
    ({ key }) => key === place.requestedBenchmark && key !== view.benchmark,
  );
  const { benchmark: _, ...others } = chartParameters({ ...place, benchmark: "", span: null });
  return (
    <form action={`${place.path}#chart`} data-chart-choice="" className="flex flex-wrap items-center gap-2">
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {view.span === null ? null : (
        <>
          <input type="hidden" name="from" value={view.span.from} />
          <input type="hidden" name="to" value={view.span.to} />
        </>
      )}
      <select
        id="chart-benchmark"
        name="benchmark"
        aria-label={text.benchmark}
        defaultValue={view.benchmark}
        className="field min-h-10 w-auto py-0 text-(length:--text-sm)"
      >
        <option value="">{shown.benchmark}</option>
        {shown.benchmarks.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
        <option value={NO_BENCHMARK}>{text.noBenchmark}</option>
      </select>
      {missing === undefined ? null : (
        <span role="status" className="text-sm text-warn">
          {text.benchmarkAway(missing.name)}
        </span>
      )}
      <noscript>
        <SubmitButton kind="quiet" className="button-small">
          {text.show}
        </SubmitButton>
      </noscript>
    </form>
  );
}

/** Explains the marks on the curve and states the number of marked trades. */
function Legend({ view, place }: { view: PerformanceView; place: ChartPlace }) {
  const { marks } = view;
  if (marks === null) return null;
  return (
    <p
      className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-(length:--text-sm) max-md:data-many:hidden"
      data-many={place.hasMarks && marks.marks.length > 2 * PHONE_TRADES_MAX ? "" : undefined}
    >
      {!place.hasMarks ? null : (
        <>
          <span>
            <span className="me-1 text-ink">▲</span>
            {text.entry}
          </span>{" "}
          <span>
            <span className="me-1 text-gain">▼</span>
            {text.exitWithGain}
          </span>{" "}
          <span>
            <span className="me-1 text-loss">▼</span>
            {text.exitWithLoss}
          </span>{" "}
          <span className="text-ink-muted">
            {marks.shown === marks.total
              ? text.trades(marks.total)
              : text.someTrades({ shown: formatCount(marks.shown), of: formatCount(marks.total) })}
          </span>{" "}
        </>
      )}
      <a
        id="chart-marks"
        href={chartAddress(place, { hasMarks: !place.hasMarks })}
        data-chart-choice=""
        className="link no-print"
      >
        {place.hasMarks ? text.hideTrades : text.showTrades}
      </a>
    </p>
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
    <details className="open:basis-full">
      <summary className="link inline-flex min-h-8 items-center">{text.theSameAsATable}</summary>
      <TableScroll label={text.equityByDay} className="mt-2">
        <table className="table table-tight rows-table">
          <caption className="sr-only">{text.tableCaption(view.table.length)}</caption>
          <thead>
            <tr>
              <th scope="col">{text.day}</th>
              <th scope="col" className="number">
                {EVIDENCE_NAMES[view.evidence]}
              </th>
              {view.benchmarkName === null ? null : (
                <th scope="col" className="number">
                  {text.sameSum(view.benchmarkName)}
                </th>
              )}
              <th scope="col" className="number">
                {text.drawdown}
              </th>
            </tr>
          </thead>
          <tbody>
            {view.table.map((point) => (
              <tr key={point.day}>
                <RowName>{formatDay(point.day)}</RowName>
                <td className="number row-sum">{formatPaise(point.equityPaise)}</td>
                {view.benchmarkName === null ? null : (
                  <td className="number" data-label={view.benchmarkName}>
                    {formatPaise(point.benchmarkPaise)}
                  </td>
                )}
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
