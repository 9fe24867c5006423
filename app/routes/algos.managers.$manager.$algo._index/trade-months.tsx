// Results of past trades by month: bars, and a form that selects a month.
import type { DisplayedEvidence } from "../../evidence/load-evidence.ts";
import { ALL_MONTHS, type TradesView } from "../../evidence/trades-view.ts";
import { formatMonth } from "../../format/dates.ts";
import { formatCount, formatRupees } from "../../format/rupees.ts";
import { SubmitButton } from "../../ui/link-button.tsx";
import { pastTradesText as text } from "./record-text.ts";

const BAR = 10;
const HALF = 100;

export function TradeMonths({
  view,
  path,
  chosen,
}: {
  view: TradesView;
  path: string;
  chosen: DisplayedEvidence["chosen"];
}) {
  const { months } = view;
  const month = months.find((one) => one.month === view.month);
  return (
    <section aria-labelledby="by-month" className="panel panel-body mt-4 md:mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 id="by-month" className="panel-title">
          {text.byMonth}
        </h3>
        <form action={`${path}#trades`} method="get" className="no-print flex gap-2">
          {Object.entries({ tab: "trades", ...chosen }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <label htmlFor="trades-month" className="sr-only">
            {text.month}
          </label>
          <select
            id="trades-month"
            name="month"
            defaultValue={view.month ?? ALL_MONTHS}
            className="field min-h-9 py-1 text-sm"
          >
            <option value={ALL_MONTHS}>{text.allMonths}</option>
            {months.toReversed().map((one) => (
              <option key={one.month} value={one.month}>
                {formatMonth(one.month)}
              </option>
            ))}
          </select>
          <SubmitButton kind="quiet" className="min-h-9 px-3 py-1 text-sm">
            {text.show}
          </SubmitButton>
        </form>
      </div>
      <p className="chart-readout mb-2">
        {month === undefined
          ? text.lossMonths({
              losses: formatCount(months.filter(({ netPaise }) => netPaise < 0).length),
              months: formatCount(months.length),
            })
          : text.monthResult({
              month: formatMonth(month.month),
              count: month.count,
              net: formatRupees(Math.round(month.netPaise / 100)),
            })}
      </p>
      <Bars view={view} />
      <p className="flex justify-between text-sm text-ink-muted">
        <span>{formatMonth(months[0]?.month ?? "")}</span>{" "}
        <span>{formatMonth(months.at(-1)?.month ?? "")}</span>
      </p>
    </section>
  );
}

function Bars({ view }: { view: TradesView }) {
  const { months } = view;
  const largest = Math.max(1, ...months.map(({ netPaise }) => Math.abs(netPaise)));
  const width = months.length * BAR;
  return (
    <div className="flex gap-3">
      <p
        aria-hidden
        className="flex shrink-0 flex-col justify-between text-end text-xs text-ink-muted number"
      >
        <span>{formatRupees(Math.round(largest / 100))}</span> <span>{formatRupees(0)}</span>{" "}
        <span>{formatRupees(-Math.round(largest / 100))}</span>
      </p>
      <svg
        viewBox={`0 0 ${width} ${2 * HALF}`}
        preserveAspectRatio="none"
        className="h-44 min-w-0 grow"
        role="img"
        aria-label={text.byMonth}
      >
        {months.map((one, index) => {
          const height = Math.round((Math.abs(one.netPaise) / largest) * (HALF - 2));
          return (
            <rect
              key={one.month}
              x={index * BAR + 1.5}
              y={one.netPaise < 0 ? HALF : HALF - height}
              width={BAR - 3}
              height={Math.max(1, height)}
              className={`${one.netPaise < 0 ? "fill-loss" : "fill-gain"} ${view.month === null || one.month === view.month ? "" : "opacity-30"}`}
            />
          );
        })}
        <path d={`M0 ${HALF}H${width}`} className="chart-grid" />
      </svg>
    </div>
  );
}
