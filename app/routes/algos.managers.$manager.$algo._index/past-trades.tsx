// The Past trades tab: totals, results by month, and each trade with legs, reasons and costs.

import type { RecordTrade } from "../../contract/base-api/record.ts";
import type { DisplayedEvidence } from "../../evidence/load-evidence.ts";
import { ALL_MONTHS, TRADE_RESULTS, type TradesView, type TradeTotals } from "../../evidence/trades-view.ts";
import { formatDateTime, formatMonth } from "../../format/dates.ts";
import { formatCount, formatHundredths, formatPaise, formatRupees } from "../../format/rupees.ts";
import { Choices } from "../../ui/choices.tsx";
import { Figure } from "../../ui/figure.tsx";
import { Reveal } from "../../ui/reveal.tsx";
import { RowName } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { pastTradesText as text } from "./record-text.ts";
import { TradeMonths } from "./trade-months.tsx";

const RESULT_LABELS = { all: text.all, won: text.won, lost: text.lost } as const;

type Address = (change: { result?: string; page?: number }) => string;

export function PastTrades(props: {
  view: TradesView;
  path: string;
  chosen: DisplayedEvidence["chosen"];
  /** Capital that the results of the trades are stated for, in rupees. */
  amountRupees: number;
}) {
  const { view, path, chosen } = props;
  const forAmount = { ...chosen, amount: String(props.amountRupees) };
  const fixed = { tab: "trades", ...chosen, month: view.month ?? ALL_MONTHS };
  const address: Address = ({ result = view.result, page = 1 }) =>
    `${path}?${new URLSearchParams({ ...fixed, result, page: String(page) })}#trades`;
  return (
    <>
      {view.totals === null ? null : <Totals totals={view.totals} />}
      {view.months.length < 2 ? null : <TradeMonths view={view} path={path} chosen={chosen} />}
      <div id="trades" className="no-print mt-6 mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-xl">{view.month === null ? text.allMonths : formatMonth(view.month)}</h3>
        <nav aria-label={text.whichTrades} className="flex flex-wrap items-center gap-3">
          <Choices
            label={text.result}
            items={TRADE_RESULTS.map((result) => ({
              title: RESULT_LABELS[result],
              to: address({ result }),
              isHere: result === view.result,
            }))}
          />
          <a
            href={`${path}/trades.csv?${new URLSearchParams(forAmount)}`}
            className="link inline-flex min-h-8 items-center text-sm"
          >
            {text.allAsCsv}
          </a>
        </nav>
      </div>
      <p className="text-sm text-ink-muted">
        {text.sizesFor(formatRupees(props.amountRupees))}{" "}
        {text.countOfPage({
          count: view.count,
          page: formatCount(view.page),
          pages: formatCount(view.pages),
        })}
      </p>
      {view.items.length === 0 ? (
        <p className="mt-4">{text.noneOfThisKind}</p>
      ) : (
        <TradesTable
          items={view.items}
          hasTotal={view.month !== null && view.pages === 1}
          chartOf={({ number }) =>
            `${path}/trade?${new URLSearchParams({ number: String(number), ...forAmount })}`
          }
        />
      )}
      <Pages view={view} address={address} />
    </>
  );
}

/** Renders four totals of all closed trades, the worst trade first. */
function Totals({ totals }: { totals: TradeTotals }) {
  const { count, wins, netPaise, worstPaise, averageWinPaise, averageLossPaise } = totals;
  const cell = (term: string, paise: number | null, note: string, isFirst = false) => (
    <Figure
      isSmall
      name={term}
      value={paise === null ? "–" : formatRupees(Math.round(paise / 100))}
      note={note}
      tone={paise === null || paise === 0 ? undefined : paise < 0 ? "text-loss" : "text-gain"}
      className={isFirst && worstPaise < 0 ? "figure-loss" : undefined}
    />
  );
  return (
    <dl className="figures mt-4">
      {cell(text.worstTrade, worstPaise, text.ofTrades(formatCount(count)), true)}
      {cell(text.averageLoss, averageLossPaise, text.trades(count - wins))}
      {cell(text.averageWin, averageWinPaise, text.trades(wins))}
      {cell(text.allTrades, netPaise, text.beforeFee)}
    </dl>
  );
}

function TradesTable(props: {
  items: readonly RecordTrade[];
  /** True if the table contains all selected trades on one page, so that it can show a total. */
  hasTotal: boolean;
  chartOf: (trade: RecordTrade) => string;
}) {
  return (
    <TableScroll label={text.pastTrades} className="panel mt-3">
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
        {props.hasTotal ? <TotalRow items={props.items} /> : null}
      </table>
    </TableScroll>
  );
}

function TotalRow({ items }: { items: readonly RecordTrade[] }) {
  const closed = items.filter(({ closedAt }) => closedAt !== null);
  const sum = (of: (trade: RecordTrade) => number) => closed.reduce((total, trade) => total + of(trade), 0);
  const net = sum(({ netPaise }) => netPaise);
  return (
    <tfoot>
      <tr>
        <RowName>{text.totalClosed(formatCount(closed.length))}</RowName>
        <td className={`number row-sum ${net < 0 ? "text-loss" : "text-gain"}`}>
          {net > 0 ? "+" : ""}
          {formatPaise(net)}
        </td>
        <td data-label={text.grossAndCosts} className="number">
          {formatPaise(sum(({ grossPaise }) => grossPaise))}{" "}
          <span className="row-under">{formatPaise(-sum(sumCosts))}</span>
        </td>
        <td colSpan={3} className="max-md:hidden" />
      </tr>
    </tfoot>
  );
}

const sumCosts = ({ costs }: RecordTrade) => Object.values(costs).reduce((sum, line) => sum + line, 0);

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
  return (
    <tr>
      <RowName>
        <TradeTimes trade={trade} />{" "}
        <a href={chart} className="link no-print inline-flex min-h-6 items-center text-sm font-normal">
          {text.onTheChart}
          <span className="sr-only">{text.tradeNumber(trade.number)}</span>
        </a>
      </RowName>
      <td className={`number row-sum font-semibold ${trade.netPaise < 0 ? "text-loss" : "text-gain"}`}>
        {trade.netPaise > 0 ? "+" : ""}
        {formatPaise(trade.netPaise)}
      </td>
      <td data-label={text.grossAndCosts} className="number">
        {formatPaise(trade.grossPaise)} <span className="row-under">{formatPaise(-sumCosts(trade))}</span>
      </td>
      <td data-label={text.bestAndWorst} className="number">
        {formatPaise(trade.favourablePaise)}{" "}
        <span className="row-under">{formatPaise(trade.adversePaise)}</span>
      </td>
      <td colSpan={2} className="row-full">
        <span className="block text-sm">{trade.exitReason || text.openAtTheEnd}</span>{" "}
        <Reveal words={trade.legs.length === 1 ? text.oneLeg : text.legs(trade.legs.length)}>
          <div className="grid gap-x-6 gap-y-1 text-xs lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
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
            <p>{trade.entryReason}</p>
          </div>
        </Reveal>
      </td>
    </tr>
  );
}

/** Renders the times of entry and exit. The date appears only once if both are on the same day. */
function TradeTimes({ trade }: { trade: RecordTrade }) {
  const opened = formatTradeTime(trade.openedAt);
  if (trade.closedAt === null)
    return (
      <>
        <span>{opened}</span> <span className="trade-end">{text.open}</span>
      </>
    );
  const closed = formatTradeTime(trade.closedAt);
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

function formatTradeTime(iso: string): string {
  return formatDateTime(new Date(iso)).replace(" IST", "");
}
