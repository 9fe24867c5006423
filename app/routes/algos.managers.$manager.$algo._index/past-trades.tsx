// The Past trades tab: what the record is made of, trade by trade, with why it was opened and closed, and what it cost.

import { Fragment } from "react";
import { type Shown, TRADE_RESULTS, type TradesView } from "../../evidence/load-evidence.ts";
import { formatMoment } from "../../format/dates.ts";
import { formatCount, formatHundredths, formatPaise } from "../../format/rupees.ts";
import { PhoneFold } from "../../ui/phone-fold.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { RecordTrade } from "../../wire/record.ts";

const RESULT_WORDS = { all: "All", won: "Won", lost: "Lost" } as const;

type Address = (change: { result?: string; page?: number }) => string;

export function PastTrades(props: { view: TradesView; path: string; chosen: Shown["chosen"] }) {
  const { view, path, chosen } = props;
  const address: Address = (change) =>
    `${path}?${new URLSearchParams({ tab: "trades", ...chosen, result: view.result, page: String(change.page ?? 1), ...(change.result === undefined ? {} : { result: change.result }) })}#parts`;
  return (
    <>
      <nav aria-label="Which trades" className="no-print flex flex-wrap gap-x-4 text-sm">
        {TRADE_RESULTS.map((result) => (
          <Fragment key={result}>
            <a
              href={address({ result })}
              aria-current={result === view.result ? "true" : undefined}
              className="link inline-flex min-h-8 items-center aria-[current]:font-semibold aria-[current]:no-underline"
            >
              {RESULT_WORDS[result]}
            </a>{" "}
          </Fragment>
        ))}
        <a
          href={`${path}/trades.csv?${new URLSearchParams(chosen)}`}
          className="link inline-flex min-h-8 items-center"
        >
          All as CSV
        </a>
      </nav>
      <p className="mt-2 text-sm text-ink-muted">
        {formatCount(view.count)} trades, the newest first; page {formatCount(view.page)} of{" "}
        {formatCount(view.pages)}.
      </p>
      {view.items.length === 0 ? (
        <p className="mt-4">No trades of this kind.</p>
      ) : (
        <TradesTable
          items={view.items}
          chartOf={({ number }) =>
            `${path}/trade?${new URLSearchParams({ number: String(number), ...chosen })}`
          }
        />
      )}
      <Pages view={view} address={address} />
    </>
  );
}

function TradesTable(props: { items: readonly RecordTrade[]; chartOf: (trade: RecordTrade) => string }) {
  return (
    <TableScroll label="Past trades" className="mt-3">
      <table className="table rows-table trades">
        <caption className="sr-only">Past trades</caption>
        <thead>
          <tr>
            <th scope="col">Opened and closed, IST</th>
            <th scope="col" className="number">
              Net
            </th>
            <th scope="col" className="number">
              Gross and costs
            </th>
            <th scope="col" className="number">
              Best and worst
            </th>
            <th scope="col" colSpan={2}>
              What and why
            </th>
          </tr>
        </thead>
        <tbody>
          {props.items.map((trade) => (
            <TradeRow key={trade.number} trade={trade} chart={props.chartOf(trade)} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Pages({ view, address }: { view: TradesView; address: Address }) {
  return (
    <p className="no-print mt-4 flex flex-wrap gap-x-6">
      {view.page > 1 ? (
        <a
          href={address({ page: view.page - 1 })}
          rel="prev"
          className="link inline-flex min-h-8 items-center"
        >
          Newer
        </a>
      ) : null}{" "}
      {view.page < view.pages ? (
        <a
          href={address({ page: view.page + 1 })}
          rel="next"
          className="link inline-flex min-h-8 items-center"
        >
          Older
        </a>
      ) : null}
    </p>
  );
}

function TradeRow({ trade, chart }: { trade: RecordTrade; chart: string }) {
  const costs = Object.values(trade.costs).reduce((sum, line) => sum + line, 0);
  return (
    <tr>
      <th scope="row" className="row-name">
        <Moments trade={trade} />{" "}
        <a href={chart} className="link no-print inline-flex min-h-6 items-center text-sm font-normal">
          On the chart<span className="sr-only">: trade {trade.number}</span>
        </a>
      </th>
      <td className={`number row-sum font-semibold ${trade.netPaise < 0 ? "text-loss" : "text-gain"}`}>
        {trade.netPaise > 0 ? "+" : ""}
        {formatPaise(trade.netPaise)}
      </td>
      <td data-label="Gross and costs" className="number">
        {formatPaise(trade.grossPaise)} <span className="row-under">{formatPaise(-costs)}</span>
      </td>
      <td data-label="Best and worst" className="number">
        {formatPaise(trade.favourablePaise)}{" "}
        <span className="row-under">{formatPaise(trade.adversePaise)}</span>
      </td>
      <td colSpan={2} className="row-full">
        <PhoneFold words={trade.legs.length === 1 ? "What and why" : `${trade.legs.length} legs, and why`}>
          <div className="trade-told">
            <p>
              {trade.legs.map((leg) => (
                <span key={`${leg.symbol} ${leg.side}`} className="block">
                  {leg.side === "BUY" ? "Buy" : "Sell"} {formatCount(leg.quantity)} {leg.symbol} at{" "}
                  {formatHundredths(leg.entryPaise)}
                  {leg.exitPaise === null ? "" : `, closed at ${formatHundredths(leg.exitPaise)}`}{" "}
                </span>
              ))}
            </p>
            <p>
              {trade.entryReason}{" "}
              <span className="block text-ink-muted">
                {trade.exitReason || "Open at the end of the record."}
              </span>
            </p>
          </div>
        </PhoneFold>
      </td>
    </tr>
  );
}

/** Both moments; of one day, the day once. */
function Moments({ trade }: { trade: RecordTrade }) {
  const opened = moment(trade.openedAt);
  if (trade.closedAt === null)
    return (
      <>
        <span>{opened}</span> <span className="trade-end">open</span>
      </>
    );
  const closed = moment(trade.closedAt);
  const [day, time] = closed.split(", ");
  return (
    <>
      <span>{opened}</span>{" "}
      <span className="trade-end">
        to {day !== undefined && opened.startsWith(`${day}, `) ? time : closed}
      </span>
    </>
  );
}

function moment(iso: string): string {
  return formatMoment(new Date(iso)).replace(" IST", "");
}
