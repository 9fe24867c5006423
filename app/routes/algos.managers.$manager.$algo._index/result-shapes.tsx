// Distribution of trade results as bars with a table, and the rolling twelve-month return at the end of each month.

import type { PerformanceView } from "../../evidence/performance-view.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange } from "../../format/percent.ts";
import { formatCount, formatRupees } from "../../format/rupees.ts";
import { resultShapesText as text } from "./record-text.ts";

export function ResultShapes(props: Pick<PerformanceView, "results" | "rolling">) {
  const { results, rolling } = props;
  const most = Math.max(1, ...results.map(({ count }) => count));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 md:grid-cols-2">
      {results.length === 0 ? null : (
        <section>
          <h4 className="text-base">{text.distributionOfTrades}</h4>
          <table className="table table-tight mt-2">
            <thead>
              <tr>
                <th scope="col">{text.result}</th>
                <th scope="col" className="number">
                  {text.trades}
                </th>
                <td aria-hidden className="w-2/5" />
              </tr>
            </thead>
            <tbody>
              {results.map(({ fromPaise, toPaise, count }) => (
                <tr key={fromPaise}>
                  <th scope="row" className="font-normal! whitespace-nowrap">
                    {text.fromTo({ from: formatRupees(fromPaise / 100), to: formatRupees(toPaise / 100) })}
                  </th>
                  <td className="number">{formatCount(count)}</td>
                  <td aria-hidden>
                    <svg
                      viewBox="0 0 100 10"
                      className="h-2.5 w-full"
                      preserveAspectRatio="none"
                      aria-hidden="true"
                    >
                      <rect
                        width={(100 * count) / most}
                        height="10"
                        className={fromPaise < 0 ? "fill-loss" : "fill-gain"}
                      />
                    </svg>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <section>
        <h4 className="text-base">{text.rollingYears}</h4>
        {rolling === null ? (
          <p className="mt-2">{text.tooShort}</p>
        ) : (
          <>
            <p className="mt-2">
              {text.periodsLost({ lost: formatCount(rolling.losing), all: formatCount(rolling.count) })}
            </p>
            <dl className="mt-3 space-y-2">
              {[
                { label: text.worst, value: formatChange(rolling.worst.share), day: rolling.worst.day },
                { label: text.median, value: formatChange(rolling.median), day: null },
                { label: text.best, value: formatChange(rolling.best.share), day: rolling.best.day },
              ].map(({ label, value, day }) => (
                <div key={label} className="flex justify-between gap-4 border-b border-line pb-1.5">
                  <dt>
                    {label}
                    {day === null ? null : (
                      <span className="text-sm text-ink-muted">{text.to(formatDay(day))}</span>
                    )}
                  </dt>
                  <dd className="number font-semibold">{value}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </section>
    </div>
  );
}
