// The Past trades tab: what the record is made of, trade by trade, with why it was opened and closed, and what it cost.

import { type Shown, TRADE_RESULTS, type TradesView } from "../../evidence/load-evidence.ts";
import { formatMoment } from "../../format/dates.ts";
import { formatCount, formatHundredths, formatPaise } from "../../format/rupees.ts";
import type { RecordTrade } from "../../wire/record.ts";

const RESULT_WORDS = { all: "All", won: "Won", lost: "Lost" } as const;

export function PastTrades(props: { view: TradesView; path: string; chosen: Shown["chosen"] }) {
  const { view, path, chosen } = props;
  const address = (change: { result?: string; page?: number }) =>
    `${path}?${new URLSearchParams({ tab: "trades", ...chosen, result: view.result, page: String(change.page ?? 1), ...(change.result === undefined ? {} : { result: change.result }) })}#parts`;
  return (
    <>
      <nav aria-label="Which trades" className="no-print flex flex-wrap gap-x-4 text-sm">
        {TRADE_RESULTS.map((result) => (
          <a
            key={result}
            href={address({ result })}
            aria-current={result === view.result ? "true" : undefined}
            className="link inline-flex min-h-8 items-center aria-[current]:font-semibold aria-[current]:no-underline"
          >
            {RESULT_WORDS[result]}
          </a>
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
        <table className="table stacked trades mt-3 max-md:block">
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
                Best and worst while open
              </th>
              <th scope="col">What</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {view.items.map((trade) => (
              <TradeRow
                key={trade.number}
                trade={trade}
                chart={`${path}/trade?${new URLSearchParams({ number: String(trade.number), ...chosen })}`}
              />
            ))}
          </tbody>
        </table>
      )}
      <p className="no-print mt-4 flex flex-wrap gap-x-6">
        {view.page > 1 ? (
          <a
            href={address({ page: view.page - 1 })}
            rel="prev"
            className="link inline-flex min-h-8 items-center"
          >
            Newer
          </a>
        ) : null}
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
    </>
  );
}

function TradeRow({ trade, chart }: { trade: RecordTrade; chart: string }) {
  const costs = Object.values(trade.costs).reduce((sum, line) => sum + line, 0);
  return (
    <tr>
      <th scope="row" className="font-normal!">
        <span className="block whitespace-nowrap">{moment(trade.openedAt)}</span>
        <span className="block whitespace-nowrap">
          {trade.closedAt === null ? "open" : moment(trade.closedAt)}
        </span>
        <a href={chart} className="link no-print inline-flex min-h-6 items-center text-sm">
          On the chart<span className="sr-only">: trade {trade.number}</span>
        </a>
      </th>
      <td
        data-label="Net"
        className={`number font-semibold ${trade.netPaise < 0 ? "text-loss" : "text-gain"}`}
      >
        {trade.netPaise > 0 ? "+" : ""}
        {formatPaise(trade.netPaise)}
      </td>
      <td data-label="Gross and costs" className="number">
        <span>
          {formatPaise(trade.grossPaise)}
          <span className="block text-ink-muted">{formatPaise(-costs)}</span>
        </span>
      </td>
      <td data-label="Best and worst while open" className="number">
        <span>
          {formatPaise(trade.favourablePaise)}
          <span className="block">{formatPaise(trade.adversePaise)}</span>
        </span>
      </td>
      <td>
        {trade.legs.map((leg) => (
          <span key={`${leg.symbol} ${leg.side}`} className="block text-xs">
            {leg.side === "BUY" ? "Buy" : "Sell"} {formatCount(leg.quantity)} {leg.symbol} at{" "}
            {formatHundredths(leg.entryPaise)}
            {leg.exitPaise === null ? "" : `, closed at ${formatHundredths(leg.exitPaise)}`}
          </span>
        ))}
      </td>
      <td className="text-xs">
        {trade.entryReason}
        <span className="block text-ink-muted">{trade.exitReason || "Open at the end of the record."}</span>
      </td>
    </tr>
  );
}

function moment(iso: string): string {
  return formatMoment(new Date(iso)).replace(" IST", "");
}
