// One past trade on the price charts of its instruments: entry, exit, the algo's stop, and the reasons for entry and
// exit.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Markets } from "../context.ts";
import type { Candle, CandleInterval, MarketInstrument } from "../contract/base-api/market.ts";
import type { RecordTrade } from "../contract/base-api/record.ts";
import { nullIfRefused } from "../contract/site/fault.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { readAddressAmount } from "../domain/reader-amount.ts";
import { EVIDENCE_NAMES } from "../evidence/disclosure-texts.ts";
import { missingStopText } from "../evidence/limits-in-short.tsx";
import { amountAtWork } from "../evidence/loss.ts";
import { loadTrade } from "../evidence/record-files.ts";
import { pastTradeText as text } from "../evidence/text.ts";
import { formatDateTime } from "../format/dates.ts";
import { instrumentPath } from "../format/instrument-path.ts";
import { formatPaise } from "../format/rupees.ts";
import { managerPath, strategyPath } from "../marketplace/strategy-path.ts";
import { CandleChart, type ChartLevel } from "../markets/candle-chart.tsx";
import { instantMarks, isNearBars, legMarks, lossLevel, tradeWindow } from "../markets/trade-chart.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { FeatureLink } from "../ui/feature-link.tsx";
import { filled } from "../ui/filled.tsx";
import { pageMeta } from "../ui/page-meta.ts";

const LEGS_SHOWN_MAX = 4;

type LegChart = {
  leg: RecordTrade["legs"][number];
  /** Null if the contract or its past prices are unavailable. */
  instrument: MarketInstrument | null;
  bars: Candle[];
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const { strategy, choice, trade } = await loadTrade(context, params, query);
  const amount = readAddressAmount(query.get("amount"));
  const atWork = amountAtWork(strategy.minAmountRupees, amount ?? strategy.minAmountRupees);
  const window = tradeWindow(trade.openedAt, trade.closedAt, Date.now());
  const { markets } = context;
  const legs = await Promise.all(
    trade.legs.slice(0, LEGS_SHOWN_MAX).map((leg) => legChart(markets, leg, trade.openedAt, window)),
  );
  const on = legs.find(({ instrument }) => instrument?.underlying)?.instrument?.underlying ?? null;
  const underlying =
    on === null || markets === undefined
      ? null
      : await markets.listCandles(on.exchangeSegment, on.securityId, window).catch(nullIfRefused);
  return {
    strategy: { name: strategy.name, path: strategyPath(strategy), manager: strategy.manager },
    choice,
    trade,
    interval: window.interval,
    legs,
    underlying: underlying === null ? null : { instrument: underlying.instrument, bars: underlying.items },
    noStop: missingStopText(strategy.lossLimits, text.noStop),
    stopPaise:
      strategy.lossLimits.perTradePercent === null
        ? null
        : Math.round(strategy.lossLimits.perTradePercent * atWork),
  };
}

async function legChart(
  markets: Markets | undefined,
  leg: LegChart["leg"],
  openedAt: string,
  window: { interval: CandleInterval; from: string; before: string },
): Promise<LegChart> {
  const found = await markets
    ?.findInstruments({ text: leg.symbol, on: openedAt.slice(0, 10) })
    .catch(nullIfRefused);
  const instrument = found?.items.find(({ symbol }) => symbol === leg.symbol) ?? null;
  if (instrument === null || markets === undefined) return { leg, instrument: null, bars: [] };
  const candles = await markets
    .listCandles(instrument.exchangeSegment, instrument.securityId, window)
    .catch(nullIfRefused);
  return { leg, instrument, bars: candles?.items ?? [] };
}

export const handle: PageHandle = { query: ["number", "evidence", "version", "amount"], styles: "markets" };

export const headers = () => ({ "Cache-Control": "private, no-store" });

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title:
      data === undefined ? text.title : text.titleOf({ number: data.trade.number, algo: data.strategy.name }),
    description: text.description,
    path: data === undefined ? "/algos" : `${data.strategy.path}/trade`,
    isIndexed: false,
  });

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function PastTrade() {
  const data = useLoaderData<typeof loader>();
  const { strategy, choice, trade, underlying } = data;
  const hasLegs = data.legs.some(({ bars }) => bars.length > 0);
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: text.algos, path: "/algos" },
          { title: strategy.manager.name, path: managerPath(strategy.manager) },
          { title: strategy.name, path: strategy.path },
          {
            title: text.pastTrades,
            path: `${strategy.path}?${new URLSearchParams({ tab: "trades", ...choice })}#evidence`,
          },
        ]}
        here={text.tradeNumber(trade.number)}
      />
      <header className="pt-4 pb-2">
        <p className="text-sm font-semibold text-ink-muted">
          {text.kindAndVersion({
            kind: EVIDENCE_NAMES[choice.evidence],
            version: choice.version,
            note: choice.evidence === "live" ? "" : text.hypothetical,
          })}
        </p>
        <h1 className="mt-1 text-2xl">{text.titleOf({ number: trade.number, algo: strategy.name })}</h1>
      </header>
      <TradeFacts data={data} />
      <UnderlyingChart data={data} />
      <LegCharts data={data} />
      {hasLegs || underlying !== null ? null : (
        <p className="panel mt-8 p-6 text-ink-muted">{text.pricesAway}</p>
      )}
      {trade.legs.length > 1 && data.stopPaise !== null ? (
        <p className="mt-4 max-w-[75ch] text-sm text-ink-muted">{text.stopIsOnSum}</p>
      ) : null}
    </>
  );
}

/** Renders the trade's result, times, largest favourable and adverse moves, and the reasons for entry and exit. */
function TradeFacts({ data }: { data: Data }) {
  const { trade, stopPaise } = data;
  return (
    <>
      <dl className="market-facts my-4">
        <Fact label={text.netResult}>
          <span className={trade.netPaise < 0 ? "text-loss" : "text-gain"}>
            {formatPaise(trade.netPaise)}
          </span>
        </Fact>
        <Fact label={text.entry}>{formatDateTime(new Date(trade.openedAt))}</Fact>
        <Fact label={text.exit}>
          {trade.closedAt === null ? text.openAtEnd : formatDateTime(new Date(trade.closedAt))}
        </Fact>
        <Fact label={text.worstWhileOpen}>{formatPaise(trade.adversePaise)}</Fact>
        <Fact label={text.bestWhileOpen}>{formatPaise(trade.favourablePaise)}</Fact>
        <Fact label={text.stopOnOneTrade}>
          {stopPaise === null ? data.noStop : text.lost(formatPaise(stopPaise))}
        </Fact>
      </dl>
      <dl className="max-w-[75ch] space-y-2">
        <Fact label={text.whyItWasOpened}>{trade.entryReason}</Fact>
        <Fact label={text.whyItWasClosed}>{trade.exitReason || text.stillOpen}</Fact>
      </dl>
    </>
  );
}

function UnderlyingChart({ data }: { data: Data }) {
  const { underlying, trade } = data;
  if (underlying === null || underlying.bars.length === 0) return null;
  return (
    <section aria-labelledby="underlying" className="mt-8">
      <h2 id="underlying" className="text-xl">
        {filled(text.meanwhile, {
          instrument: (
            <FeatureLink to={instrumentPath(underlying.instrument)} className="link">
              {underlying.instrument.name}
            </FeatureLink>
          ),
        })}
      </h2>
      <CandleChart
        id="chart-underlying"
        title={text.withTrade(underlying.instrument.name)}
        bars={underlying.bars}
        interval={data.interval}
        marks={instantMarks(underlying.bars, trade.openedAt, trade.closedAt)}
      />
    </section>
  );
}

/**
 * Renders one chart per leg with its entry and exit. With several legs no stop is shown, because the algo's loss limit
 * applies to the complete trade.
 */
function LegCharts({ data }: { data: Data }) {
  const { trade, stopPaise } = data;
  const only = trade.legs.length === 1 ? trade.legs[0] : undefined;
  const stop =
    stopPaise === null || only === undefined ? null : lossLevel(only, stopPaise, text.stopOnOneTrade);
  return data.legs
    .filter(({ bars }) => bars.length > 0)
    .map(({ leg, instrument, bars }, index) => {
      const levels: ChartLevel[] = stop !== null && isNearBars(bars, stop) ? [stop] : [];
      return (
        <section key={`${leg.symbol} ${leg.side}`} aria-labelledby={`leg-${index}`} className="mt-8">
          <h2 id={`leg-${index}`} className="text-xl">
            {leg.side === "BUY" ? text.bought : text.sold} {instrument?.name ?? leg.symbol}
          </h2>
          <CandleChart
            id={`chart-${index}`}
            title={text.withEntryAndExit(leg.symbol)}
            bars={bars}
            interval={data.interval}
            levels={levels}
            marks={legMarks(leg, trade.openedAt, trade.closedAt)}
          />
        </section>
      );
    });
}

function Fact(props: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-muted">{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
