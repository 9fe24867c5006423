// Table that compares the backtest with the live record over the same days, and lists the signals that were not traded
// live.

import type { MissedSignal } from "../../contract/base-api/record.ts";
import type { BacktestComparison, ComparedSide } from "../../evidence/backtest-comparison.ts";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import { formatDateTime, formatDay } from "../../format/dates.ts";
import { formatChange, formatShare } from "../../format/percent.ts";
import { formatCount, formatPaise } from "../../format/rupees.ts";
import { filled } from "../../ui/filled.tsx";
import { TextLink } from "../../ui/link-button.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { backtestAndLiveText as text } from "./record-text.ts";

const MISSED_SIGNALS_SHOWN_MAX = 10;
const UNKNOWN = text.notAvailable;
/** Formats a share as a percentage with three decimals. */
const precisePercent = (share: number | null) => (share === null ? UNKNOWN : formatShare(share, 3));

export function BacktestVsLive(props: {
  view: BacktestComparison;
  missed: readonly MissedSignal[];
  path: string;
  version: string;
}) {
  const { view } = props;
  const name = EVIDENCE_NAMES[view.evidence];
  return (
    <section aria-labelledby="promise" className="panel panel-body">
      <h3 id="promise" className="panel-title">
        {text.backtestVs(name.toLowerCase())}
      </h3>
      <p className="mt-1 max-w-[75ch] text-sm">
        {text.bothRecords({
          from: formatDay(view.from),
          to: formatDay(view.to),
          days: formatCount(view.days),
        })}
      </p>
      <p className="mt-1 max-w-[75ch] text-xs text-ink-muted">
        {filled(text.restarted, {
          record: <FileLink {...props} file="record.json" label={text.record} />,
          trades: <FileLink {...props} file="trades.csv" label={text.trades} />,
        })}
      </p>
      <SameDays view={view} name={name} />
      <Differences view={view} />
      <LastMissed missed={props.missed} />
    </section>
  );
}

/** Table of both records over the same days. */
function SameDays({ view, name }: { view: BacktestComparison; name: string }) {
  const row = (label: string, of: (side: ComparedSide) => string) => (
    <tr>
      <th scope="row" className="font-normal!">
        {label}
      </th>
      <td className="number">{of(view.backtest)}</td>
      <td className="number">{of(view.followed)}</td>
    </tr>
  );
  return (
    <TableScroll label={text.tableLabel} className="mt-3">
      <table className="table table-tight">
        <caption className="sr-only">{text.tableCaption(name.toLowerCase())}</caption>
        <TableHead columns={[text.sameDays, { number: text.backtest }, { number: name }]} />
        <tbody>
          {row(text.result, (side) => formatChange(side.share))}
          {row(text.inRupees, (side) => formatPaise(side.netPaise))}
          {row(text.positionsOpened, (side) => formatCount(side.trades))}
          {row(text.slippage, (side) => precisePercent(side.slippageShare))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Differences({ view }: { view: BacktestComparison }) {
  const { signals } = view;
  return (
    <details className="mt-2">
      <summary className="link inline-flex min-h-8 items-center text-sm">
        {text.differenceAndSignals(formatChange(view.difference))}
      </summary>
      <dl className="mt-1 grid max-w-3xl gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact
          label={text.trackingDifference}
          value={formatChange(view.difference)}
          more={view.trackingError === null ? "" : text.dailyDifferences(formatShare(view.trackingError))}
        />
        <Fact
          label={text.signalsFollowed}
          value={
            signals.backtestEntries === 0
              ? text.noneGiven
              : text.followedOf({
                  followed: formatCount(signals.followed),
                  given: formatCount(signals.backtestEntries),
                })
          }
          more={[
            text.refused(formatCount(signals.refused)),
            text.away(formatCount(signals.away)),
            text.otherwise(formatCount(signals.unexplained)),
            text.extra(formatCount(signals.extra)),
          ].join("; ")}
        />
      </dl>
    </details>
  );
}

function LastMissed({ missed }: { missed: readonly MissedSignal[] }) {
  if (missed.length === 0) return null;
  return (
    <details className="mt-3">
      <summary className="link inline-flex min-h-8 items-center text-sm">{text.lastMissed}</summary>
      <ul className="mt-2 max-w-3xl space-y-1 text-sm">
        {missed.slice(-MISSED_SIGNALS_SHOWN_MAX).map((miss) => (
          <li key={`${miss.at} ${miss.reason}`}>
            {formatDateTime(new Date(miss.at))}: {miss.reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Links to the file of the backtest that starts on the live record's first day. */
function FileLink(props: { path: string; version: string; file: string; label: string }) {
  const which = new URLSearchParams({ evidence: "backtest", version: props.version, start: "live" });
  return <TextLink to={`${props.path}/${props.file}?${which}`}>{props.label}</TextLink>;
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
