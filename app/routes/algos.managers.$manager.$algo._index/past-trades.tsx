// The Past trades tab: what the record is made of, trade by trade, with why it was opened and closed, and what it cost.

import { Fragment } from "react";
import { type Shown, TRADE_RESULTS, type TradesView } from "../../evidence/load-evidence.ts";
import { formatDateTime } from "../../format/dates.ts";
import { formatCount, formatHundredths, formatPaise } from "../../format/rupees.ts";
import { PhoneFold } from "../../ui/phone-fold.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { RecordTrade } from "../../wire/record.ts";
import { pastTradesText as text } from "./record-text.ts";

const RESULT_WORDS = { all: text.all, won: text.won, lost: text.lost } as const;

type Address = (change: { result?: string; page?: number }) => string;

export function PastTrades(props: { view: TradesView; path: string; chosen: Shown["chosen"] }) {
  const { view, path, chosen } = props;
  const address: Address = (change) =>
    `${path}?${new URLSearchParams({ tab: "trades", ...chosen, result: view.result, page: String(change.page ?? 1), ...(change.result === undefined ? {} : { result: change.result }) })}#parts`;
  return (
    <>
      <nav aria-label={text.whichTrades} className="no-print flex flex-wrap gap-x-4 text-sm">
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
          {text.allAsCsv}
        </a>
      </nav>
      <p className="mt-2 text-sm text-ink-muted">
        {text.countOfPage({
          count: formatCount(view.count),
          page: formatCount(view.page),
          pages: formatCount(view.pages),
        })}
      </p>
      {view.items.length === 0 ? (
        <p className="mt-4">{text.noneOfThisKind}</p>
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
    <TableScroll label={text.pastTrades} className="mt-3">
      <table className="table rows-table trades">
        <caption className="sr-only">{text.pastTrades}</caption>
        <thead>
          <tr>
            <th scope="col">{text.openedAndClosed}</th>
            <th scope="col" className="number">
              {text.net}
            </th>
            <th scope="col" className="number">
              {text.grossAndCosts}
            </th>
            <th scope="col" className="number">
              {text.bestAndWorst}
            </th>
            <th scope="col" colSpan={2}>
              {text.whatAndWhy}
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
          {text.newer}
        </a>
      ) : null}{" "}
      {view.page < view.pages ? (
        <a
          href={address({ page: view.page + 1 })}
          rel="next"
          className="link inline-flex min-h-8 items-center"
        >
          {text.older}
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
          {text.onTheChart}
          <span className="sr-only">{text.tradeNumber(trade.number)}</span>
        </a>
      </th>
      <td className={`number row-sum font-semibold ${trade.netPaise < 0 ? "text-loss" : "text-gain"}`}>
        {trade.netPaise > 0 ? "+" : ""}
        {formatPaise(trade.netPaise)}
      </td>
      <td data-label={text.grossAndCosts} className="number">
        {formatPaise(trade.grossPaise)} <span className="row-under">{formatPaise(-costs)}</span>
      </td>
      <td data-label={text.bestAndWorst} className="number">
        {formatPaise(trade.favourablePaise)}{" "}
        <span className="row-under">{formatPaise(trade.adversePaise)}</span>
      </td>
      <td colSpan={2} className="row-full">
        <PhoneFold words={trade.legs.length === 1 ? text.whatAndWhy : text.legsAndWhy(trade.legs.length)}>
          <div className="trade-told">
            <p>
              {trade.legs.map((leg) => (
                <span key={`${leg.symbol} ${leg.side}`} className="block">
                  {text.leg({
                    side: leg.side === "BUY" ? text.buy : text.sell,
                    quantity: formatCount(leg.quantity),
                    symbol: leg.symbol,
                    price: formatHundredths(leg.entryPaise),
                    closed: leg.exitPaise === null ? "" : text.closedAt(formatHundredths(leg.exitPaise)),
                  })}{" "}
                </span>
              ))}
            </p>
            <p>
              {trade.entryReason}{" "}
              <span className="block text-ink-muted">{trade.exitReason || text.openAtTheEnd}</span>
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
        <span>{opened}</span> <span className="trade-end">{text.open}</span>
      </>
    );
  const closed = moment(trade.closedAt);
  const [day, time] = closed.split(", ");
  return (
    <>
      <span>{opened}</span>{" "}
      <span className="trade-end">
        {text.to((day !== undefined && opened.startsWith(`${day}, `) ? time : closed) ?? closed)}
      </span>
    </>
  );
}

function moment(iso: string): string {
  return formatDateTime(new Date(iso)).replace(" IST", "");
}
