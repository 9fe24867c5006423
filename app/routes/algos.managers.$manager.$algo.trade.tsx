// One past trade on the charts of what it traded: entry, exit, the stop that the algo states, and why it was opened and closed.
import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Markets } from "../context.ts";
import { EVIDENCE_NAMES } from "../evidence/disclosure-texts.ts";
import { tradeOf } from "../evidence/record-files.ts";
import { formatMoment } from "../format/dates.ts";
import { instrumentPath } from "../format/instrument-path.ts";
import { formatPaise } from "../format/rupees.ts";
import { managerPath, strategyPath } from "../marketplace/strategy-path.ts";
import { CandleChart, type ChartLevel } from "../markets/candle-chart.tsx";
import { isWithinSight, legMarks, lossLevel, momentMarks, tradeWindow } from "../markets/trade-chart.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import type { Candle, CandleInterval, MarketInstrument } from "../wire/market.ts";
import type { PageHandle } from "../wire/page-handle.ts";
import type { RecordTrade } from "../wire/record.ts";

const LEGS_SHOWN = 4;

type LegChart = {
  leg: RecordTrade["legs"][number];
  /** Null where the contract, or its past prices, cannot be had. */
  instrument: MarketInstrument | null;
  bars: Candle[];
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const { strategy, choice, trade } = await tradeOf(context, params, query);
  const window = tradeWindow(trade.openedAt, trade.closedAt, Date.now());
  const { markets } = context;
  const legs = await Promise.all(
    trade.legs.slice(0, LEGS_SHOWN).map((leg) => legChart(markets, leg, trade.openedAt, window)),
  );
  const on = legs.find(({ instrument }) => instrument?.underlying)?.instrument?.underlying ?? null;
  const underlying =
    on === null || markets === undefined
      ? null
      : await ifThere(markets.listCandles(on.exchangeSegment, on.securityId, window));
  return json({
    strategy: { name: strategy.name, path: strategyPath(strategy), manager: strategy.manager },
    choice,
    trade,
    interval: window.interval,
    legs,
    underlying: underlying === null ? null : { instrument: underlying.instrument, bars: underlying.items },
    stopPaise:
      strategy.lossLimits.perTradePercent === null
        ? null
        : Math.round(strategy.lossLimits.perTradePercent * strategy.minAmountRupees),
  });
}

async function legChart(
  markets: Markets | undefined,
  leg: LegChart["leg"],
  openedAt: string,
  window: { interval: CandleInterval; from: string; before: string },
): Promise<LegChart> {
  const found = await ifThere(markets?.findInstruments({ text: leg.symbol, on: openedAt.slice(0, 10) }));
  const instrument = found?.items.find(({ symbol }) => symbol === leg.symbol) ?? null;
  if (instrument === null || markets === undefined) return { leg, instrument: null, bars: [] };
  const candles = await ifThere(
    markets.listCandles(instrument.exchangeSegment, instrument.securityId, window),
  );
  return { leg, instrument, bars: candles?.items ?? [] };
}

/** A chart that cannot be had leaves the trade's own words and figures. */
async function ifThere<T>(asked: Promise<T> | undefined): Promise<T | null> {
  try {
    return (await asked) ?? null;
  } catch (fault) {
    if (fault instanceof Response) return null;
    throw fault;
  }
}

export const handle: PageHandle = { query: ["number", "evidence", "version"] };

export const headers = () => ({ "Cache-Control": "private, no-store" });

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data === undefined ? "A past trade" : `Trade ${data.trade.number} of ${data.strategy.name}`,
    description:
      "Entry, exit and stop of one past trade on the price chart, with why it was opened and closed.",
    path: data === undefined ? "/algos" : `${data.strategy.path}/trade`,
    isIndexed: false,
  });

export default function PastTrade() {
  const data = useLoaderData<typeof loader>();
  const { strategy, choice, trade, legs, underlying, interval } = data;
  const kind = EVIDENCE_NAMES[choice.evidence];
  const drawn = legs.filter(({ bars }) => bars.length > 0);
  const only = trade.legs.length === 1 ? trade.legs[0] : undefined;
  const stop =
    data.stopPaise === null || only === undefined
      ? null
      : lossLevel(only, data.stopPaise, "Stop on one trade");
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: "Algos", path: "/algos" },
          { title: strategy.manager.name, path: managerPath(strategy.manager) },
          { title: strategy.name, path: strategy.path },
          {
            title: "Past trades",
            path: `${strategy.path}?${new URLSearchParams({ tab: "trades", ...choice })}#evidence`,
          },
        ]}
        here={`Trade ${trade.number}`}
      />
      <header className="pt-4 pb-2">
        <p className="text-sm font-semibold text-ink-muted">
          {kind}, version {choice.version}
          {choice.evidence === "live" ? "" : ". Hypothetical: no order reached an exchange"}
        </p>
        <h1 className="mt-1 text-2xl">
          Trade {trade.number} of {strategy.name}
        </h1>
      </header>
      <dl className="market-facts my-4">
        <Fact label="Net result">
          <span className={trade.netPaise < 0 ? "text-loss" : "text-gain"}>
            {formatPaise(trade.netPaise)}
          </span>
        </Fact>
        <Fact label="Entry">{formatMoment(new Date(trade.openedAt))}</Fact>
        <Fact label="Exit">
          {trade.closedAt === null ? "Open at the end of the record" : formatMoment(new Date(trade.closedAt))}
        </Fact>
        <Fact label="Worst while open">{formatPaise(trade.adversePaise)}</Fact>
        <Fact label="Best while open">{formatPaise(trade.favourablePaise)}</Fact>
        <Fact label="Stop on one trade">
          {data.stopPaise === null ? "The rules have none" : `${formatPaise(data.stopPaise)} lost`}
        </Fact>
      </dl>
      <dl className="max-w-[75ch] space-y-2">
        <Fact label="Why it was opened">{trade.entryReason}</Fact>
        <Fact label="Why it was closed">{trade.exitReason || "It is open at the end of the record."}</Fact>
      </dl>
      {underlying === null || underlying.bars.length === 0 ? null : (
        <section aria-labelledby="underlying" className="mt-8">
          <h2 id="underlying" className="text-xl">
            <a href={instrumentPath(underlying.instrument)} className="link">
              {underlying.instrument.name}
            </a>{" "}
            meanwhile
          </h2>
          <CandleChart
            id="chart-underlying"
            title={`${underlying.instrument.name} with entry and exit of the trade`}
            bars={underlying.bars}
            interval={interval}
            marks={momentMarks(underlying.bars, trade.openedAt, trade.closedAt)}
          />
        </section>
      )}
      {drawn.map(({ leg, instrument, bars }, index) => {
        const levels: ChartLevel[] = stop !== null && isWithinSight(bars, stop) ? [stop] : [];
        return (
          <section key={`${leg.symbol} ${leg.side}`} aria-labelledby={`leg-${index}`} className="mt-8">
            <h2 id={`leg-${index}`} className="text-xl">
              {leg.side === "BUY" ? "Bought" : "Sold"} {instrument?.name ?? leg.symbol}
            </h2>
            <CandleChart
              id={`chart-${index}`}
              title={`${leg.symbol} with entry and exit`}
              bars={bars}
              interval={interval}
              levels={levels}
              marks={legMarks(leg, trade.openedAt, trade.closedAt)}
            />
          </section>
        );
      })}
      {drawn.length > 0 || underlying !== null ? null : (
        <p className="panel mt-8 p-6 text-ink-muted">
          The prices of that time cannot be had just now, so there is no chart. Reload the page in a few
          seconds.
        </p>
      )}
      {trade.legs.length > 1 && data.stopPaise !== null ? (
        <p className="mt-4 max-w-[75ch] text-sm text-ink-muted">
          The stop is on the sum of all legs, so no single chart has a line for it.
        </p>
      ) : null}
    </>
  );
}

function Fact(props: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-muted">{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
