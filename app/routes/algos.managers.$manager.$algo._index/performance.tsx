// The Performance tab: the drawing with its sentence, losses before gains, each figure with what it means, months, weekdays, costs and
// how it was made. Complete without scripts.
import { formatDay } from "../../format/dates.ts";
import { formatChange, formatShare } from "../../format/percent.ts";
import { formatCount, formatPaise, formatRupees } from "../../format/rupees.ts";
import { EVIDENCE_NAMES } from "../../strategies/disclosure-texts.ts";
import { EquityChart, thinned } from "../../strategies/equity-chart.tsx";
import type { Shown } from "../../strategies/load-evidence.ts";
import { type PerformanceView, RANGES } from "../../strategies/performance-figures.ts";
import { Notice } from "../../ui/notice.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { Strategy } from "../../wire/strategy.ts";
import { Choices } from "./choices.tsx";
import { DayCalendar } from "./day-calendar.tsx";
import { HardTimes } from "./hard-times.tsx";
import { LossSection } from "./loss-section.tsx";
import { PromiseKept } from "./promise-kept.tsx";
import { ResultShapes } from "./result-shapes.tsx";
import { WorthSection } from "./worth-section.tsx";

const RANGE_WORDS = { "3m": "3 months", "6m": "6 months", "1y": "1 year", all: "All" } as const;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS = ["", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const TABLE_POINTS = 24;

export function Performance(props: {
  view: PerformanceView;
  path: string;
  shown: Shown;
  versions: Strategy["versions"];
  risk: Strategy["risk"];
  amountRupees: number;
}) {
  const { view, path, shown } = props;
  const which = new URLSearchParams(shown.chosen);
  const address = (change: { range?: string; basis?: string; month?: string }) =>
    `${path}?${new URLSearchParams({ tab: "performance", ...shown.chosen, range: view.range, basis: view.basis, ...change })}`;
  return (
    <>
      <p className="text-sm text-ink-muted">
        {formatDay(view.from)} to {formatDay(view.to)}, {formatCount(view.days)} trading days, on{" "}
        {formatRupees(view.capitalRupees)},{" "}
        {view.basis === "net" ? "net of costs and fees" : "gross, before costs and fees"}.
      </p>
      {shown.isVerifiedOnly ? null : <ViewChoices view={view} address={address} />}
      <div className="mt-4">
        <EquityChart
          id="equity"
          evidence={view.evidence}
          other={view.other}
          benchmarkName={view.benchmarkName}
          idle={shown.life.idle}
          curveHref={`${path}/curve.json?${new URLSearchParams({ ...shown.chosen, range: view.range, basis: view.basis })}`}
          points={view.points}
          capitalPaise={view.capitalRupees * 100}
          summary={view.summary}
        />
      </div>
      <IdleWords idle={shown.life.idle} />
      <details className="mt-3">
        <summary className="link inline-flex min-h-8 items-center text-sm">The same as a table</summary>
        <TableScroll label="Equity by day" className="mt-2">
          <table className="table table-tight">
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
                  <th scope="row" className="font-normal!">
                    {formatDay(point.day)}
                  </th>
                  <td className="number">{formatPaise(point.equityPaise)}</td>
                  <td className="number">{formatPaise(point.benchmarkPaise)}</td>
                  <td className="number">{formatChange(point.underwater)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      </details>
      {view.warning === null ? null : (
        <div className="mt-6 max-w-[75ch]">
          <Notice kind="warn" title="Small sample">
            <p>{view.warning}</p>
          </Notice>
        </div>
      )}
      {shown.lossSeen === null ? null : (
        <LossSection seen={shown.lossSeen} risk={props.risk} amountRupees={props.amountRupees} />
      )}
      {shown.promise === null ? null : <PromiseKept view={shown.promise} missed={shown.missed} />}
      {view.groups.map((group) => (
        <section key={group.title} className="mt-8">
          <h3 className="text-lg">{group.title}</h3>
          <dl className="mt-2">
            {group.figures.map((figure) => (
              <div
                key={figure.key}
                className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]"
              >
                <dt>
                  <span className="font-semibold">{figure.term}</span>{" "}
                  <span className="block text-xs text-ink-muted">{figure.means}</span>
                </dt>
                <dd>
                  <span className="number text-lg font-semibold">{figure.value}</span>{" "}
                  {figure.more === null ? null : (
                    <span className="block text-sm text-ink-muted">{figure.more}</span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section className="mt-8">
        <h3 className="text-lg">Monthly returns</h3>
        <TableScroll label="Returns by month" className="mt-2">
          <table className="table table-tight">
            <caption className="sr-only">Returns by month and year</caption>
            <thead>
              <tr>
                <th scope="col">Year</th>
                {MONTHS.map((month) => (
                  <th key={month} scope="col" className="number">
                    {month}
                  </th>
                ))}
                <th scope="col" className="number">
                  Year
                </th>
              </tr>
            </thead>
            <tbody>
              {view.months.map((row) => (
                <tr key={row.year}>
                  <th scope="row">{row.year}</th>
                  {row.months.map((share, index) => (
                    <td
                      key={MONTHS[index]}
                      className={`number ${share === null ? "" : share < 0 ? "text-loss" : "text-gain"}`}
                    >
                      {share === null ? "–" : formatChange(share)}
                    </td>
                  ))}
                  <td className="number font-semibold">
                    {row.year_share === null ? "–" : formatChange(row.year_share)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      </section>
      <DayCalendar calendar={view.calendar} address={(month) => `${address({ month })}#days`} />
      <HardTimes times={view.hardTimes} name={EVIDENCE_NAMES[view.evidence]} benchmark={view.benchmarkName} />
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8 md:grid-cols-2">
        <section>
          <h3 className="text-lg">By weekday</h3>
          <TableScroll label="Results by weekday" className="mt-2">
            <table className="table table-tight">
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
          </TableScroll>
        </section>
        <section>
          <h3 className="text-lg">Costs: from gross to net</h3>
          <table className="table table-tight mt-2">
            <tbody>
              {view.costs.map((cost) => (
                <tr key={cost.name}>
                  <th scope="row" className="font-normal!">
                    {cost.name}
                  </th>
                  <td className="number">{formatPaise(cost.paise)}</td>
                </tr>
              ))}
              <tr className="font-semibold">
                <th scope="row">Total</th>
                <td className="number">
                  {formatPaise(view.costs.reduce((sum, { paise }) => sum + paise, 0))}
                </td>
              </tr>
            </tbody>
          </table>
        </section>
      </div>
      <Benchmarks view={view} />
      {shown.worth === null ? null : (
        <WorthSection
          worth={shown.worth}
          outOfSample={shown.outOfSample}
          evidence={view.evidence}
          capitalRupees={view.capitalRupees}
        />
      )}
      <ResultShapes results={view.results} rolling={view.rolling} />
      <section className="mt-8 max-w-[75ch]">
        <h3 className="text-lg">Method</h3>
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
      </section>
      {props.versions.length < 2 ? null : (
        <section className="mt-8 max-w-[75ch]">
          <h3 className="text-lg">Versions</h3>
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
      )}
    </>
  );
}

function IdleWords(props: { idle: Shown["life"]["idle"] }) {
  return props.idle.length === 0 ? null : (
    <ul className="mt-2 text-sm">
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

function ViewChoices(props: {
  view: PerformanceView;
  address: (change: { range?: string; basis?: string }) => string;
}) {
  const { view, address } = props;
  return (
    <nav aria-label="What is shown" className="no-print mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
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
          { title: "Net of costs", to: address({ basis: "net" }), isHere: view.basis === "net" },
          { title: "Gross", to: address({ basis: "gross" }), isHere: view.basis === "gross" },
        ]}
      />
    </nav>
  );
}

/** The same days in what the algo competes with. */
function Benchmarks(props: { view: PerformanceView }) {
  const { view } = props;
  const own = view.groups.flatMap(({ figures }) => figures).find(({ key }) => key === "growth");
  return (
    <section className="mt-8 max-w-3xl">
      <h3 className="text-lg">Against its benchmarks</h3>
      <TableScroll label="Against its benchmarks" className="mt-2">
        <table className="table table-tight">
          <caption className="sr-only">The same days in other places for the same money</caption>
          <thead>
            <tr>
              <th scope="col">Over the same days</th>
              <th scope="col" className="number">
                {own?.term ?? "Return"}
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
