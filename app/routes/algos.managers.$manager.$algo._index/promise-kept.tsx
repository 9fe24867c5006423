// Whether the algo has done what its backtest promised: the same days of both, signal by signal, in a table.

import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import type { PromiseSide, PromiseView } from "../../evidence/promise.ts";
import { formatDay, formatMoment } from "../../format/dates.ts";
import { formatChange, formatShare } from "../../format/percent.ts";
import { formatCount, formatPaise } from "../../format/rupees.ts";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { MissedSignal } from "../../wire/record.ts";

const MISSES_SHOWN = 10;
const UNKNOWN = "not available";
/** Basis points of a share: a hundredth of a per cent. */
const points = (share: number | null) => (share === null ? UNKNOWN : formatShare(share, 3));

export function PromiseKept(props: { view: PromiseView; missed: readonly MissedSignal[] }) {
  const { view } = props;
  const { signals } = view;
  const name = EVIDENCE_NAMES[view.evidence];
  const row = (label: string, means: string, of: (side: PromiseSide) => string) => (
    <tr>
      <th scope="row" className="font-normal!">
        {label} <span className="block text-xs text-ink-muted max-sm:sr-only">{means}</span>
      </th>
      <td className="number">{of(view.backtest)}</td>
      <td className="number">{of(view.followed)}</td>
    </tr>
  );
  return (
    <section aria-labelledby="promise" className="panel p-4 sm:p-5">
      <h3 id="promise" className="text-lg">
        Backtest vs {view.evidence}
      </h3>
      <p className="mt-1 max-w-[75ch] text-sm">
        From {formatDay(view.from)} to {formatDay(view.to)}, {formatCount(view.days)} days that both records
        have, {view.evidence === "live" ? "the live record" : "the paper record"} made{" "}
        <strong className="font-semibold">{formatChange(view.followed.share)}</strong> of the capital; the
        backtest says <strong className="font-semibold">{formatChange(view.backtest.share)}</strong>.
      </p>
      <TableScroll label="Backtest and what came of it" className="mt-3">
        <table className="table table-tight">
          <caption className="sr-only">The same days in the backtest and {name.toLowerCase()}</caption>
          <thead>
            <tr>
              <th scope="col">The same days</th>
              <th scope="col" className="number">
                Backtest
              </th>
              <th scope="col" className="number">
                {name}
              </th>
            </tr>
          </thead>
          <tbody>
            {row("Result", "net of costs and fees, of the capital", (side) => formatChange(side.share))}
            {row("In rupees", "on the same capital", (side) => formatPaise(side.netPaise))}
            {row("Positions opened", "on these days", (side) => formatCount(side.trades))}
            {row("Slippage", "assumed in the backtest, realised in the other; of the value traded", (side) =>
              points(side.slippageShare),
            )}
          </tbody>
        </table>
      </TableScroll>
      <details className="mt-2">
        <summary className="link inline-flex min-h-8 items-center text-sm">
          Tracking difference {formatChange(view.difference)}, signals followed
        </summary>
        <dl className="mt-1 grid max-w-3xl gap-x-8 gap-y-3 sm:grid-cols-2">
          <Fact
            label="Tracking difference"
            value={formatChange(view.difference)}
            more={
              view.trackingError === null
                ? ""
                : `daily differences vary by ${formatShare(view.trackingError)} a year (tracking error)`
            }
          />
          <Fact
            label="Signals followed"
            value={
              signals.given === 0
                ? "none were given"
                : `${formatCount(signals.followed)} of ${formatCount(signals.given)}`
            }
            more={[
              `${formatCount(signals.refused)} refused`,
              `${formatCount(signals.away)} while the exchange could not be reached`,
              `${formatCount(signals.otherwise)} because other positions were held`,
              `${formatCount(signals.extra)} opened that the backtest has not`,
            ].join("; ")}
          />
        </dl>
      </details>
      {props.missed.length === 0 ? null : (
        <details className="mt-3">
          <summary className="link inline-flex min-h-8 items-center text-sm">
            The last signals that were missed
          </summary>
          <ul className="mt-2 max-w-3xl space-y-1 text-sm">
            {props.missed.slice(-MISSES_SHOWN).map((miss) => (
              <li key={`${miss.at} ${miss.reason}`}>
                {formatMoment(new Date(miss.at))}: {miss.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Fact(props: { label: string; value: string; more: string }) {
  return (
    <div>
      <dt className="font-semibold">{props.label}</dt>
      <dd>
        <span className="number text-lg font-semibold">{props.value}</span>{" "}
        <span className="block text-sm text-ink-muted">{props.more}</span>
      </dd>
    </div>
  );
}
