// One instrument: its price now, its day and year, its candles by address, its order book, and the options on it.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { Candle, InstrumentDetail, OptionChain } from "../../contract/base-api/market.ts";
import { DEPTH_SEGMENTS } from "../../contract/live/live.ts";
import { type PageHandle, PRICE_QUERY } from "../../contract/site/page-handle.ts";
import { formatDay, formatInstant } from "../../format/dates.ts";
import { instrumentPath } from "../../format/instrument-path.ts";
import { formatCount, formatHundredths, formatRupeesShort } from "../../format/rupees.ts";
import { DepthLadder } from "../../live/depth-ladder.tsx";
import { LiveBar } from "../../live/live-bar.tsx";
import { Change, Last, State, TradeTime } from "../../live/price-parts.tsx";
import { LIVE_PAGE_HEADERS } from "../../live/price-view.ts";
import { CandleChart, CandleTable, type ChartLevel } from "../../markets/candle-chart.tsx";
import {
  CHART_RANGES,
  type ChartChoice,
  type ChartRange,
  chartSearch,
  INTERVAL_WORDS,
} from "../../markets/chart-choice.ts";
import { instrumentSentence } from "../../markets/instrument-words.ts";
import { around, atTheMoney, OptionChainTable } from "../../markets/option-chain-table.tsx";
import type { loader as rootLoader } from "../../root.tsx";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { Notice } from "../../ui/notice.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import { type InstrumentPage, loadInstrumentPage } from "./load.ts";
import { pageText as text } from "./text.ts";

const STRIKES_EACH_WAY = 5;

export const loader = (from: LoaderFunctionArgs) => loadInstrumentPage(from);

export const headers = () => LIVE_PAGE_HEADERS;

export const handle: PageHandle<InstrumentPage> = {
  query: ["range", "interval", ...PRICE_QUERY],
  shared: true,
  live: ({ channels }) => channels,
  candles: ({ candles }) => candles !== null && candles.length > 0,
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (data === undefined) return [];
  const { instrument } = data.detail;
  return pageMeta(matches, {
    title: text.title({
      name: instrument.name,
      chain: instrument.expiries.length > 0 ? text.andOptionChain : "",
    }),
    description: text.description({ name: instrument.name, instrument: instrumentSentence(instrument) }),
    path: instrumentPath(instrument),
    isIndexed: instrument.expiry === null,
  });
};

export default function InstrumentRoute() {
  const page = useLoaderData<typeof loader>() as InstrumentPage;
  const location = useLocation();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { detail, price, live } = page;
  const { instrument } = detail;
  const path = instrumentPath(instrument);
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: text.home, path: "/" },
          { title: text.markets, path: "/markets" },
          ...(instrument.underlying === null
            ? []
            : [{ title: instrument.underlying.name, path: instrumentPath(instrument.underlying) }]),
        ]}
        here={instrument.symbol}
      />
      <header className="pt-4 pb-2" data-live-box={price.key}>
        <h1 className="text-2xl">{instrument.name}</h1>
        <p className="mt-1 text-sm text-ink-muted">
          {instrument.symbol} · {instrumentSentence(instrument)}
        </p>
        <p className="market-head mt-3" id="prices">
          <Last price={price} className="text-3xl font-semibold" />{" "}
          <Change price={price} className="text-lg font-semibold" />{" "}
          <span className="text-sm text-ink-muted">
            <State price={price} />, <TradeTime price={price} now={page.at} />
          </span>
        </p>
      </header>
      {page.cachedSince === null ? null : (
        <div className="my-3 max-w-[75ch]">
          <Notice kind="warn">
            <p>{text.pricesKept(formatInstant(new Date(page.cachedSince), new Date(page.at)))}</p>
          </Notice>
        </div>
      )}
      <Facts detail={detail} />
      <ChartSection page={page} path={path} />
      <DepthSection page={page} />
      {page.chain === null ? <NoChain detail={detail} /> : <ChainSection chain={page.chain} path={path} />}
      {live === null ? null : (
        <LiveBar
          at={live.at}
          path={path}
          search={location.search}
          isSimulated={root?.site.isSimulated ?? false}
        />
      )}
      <p className="mt-8 text-sm">
        <a href={`/algos?${new URLSearchParams({ q: algoText(detail) })}`} className="link">
          {text.algosOn(instrument.underlying?.name ?? instrument.name)}
        </a>
      </p>
    </>
  );
}

/** Search text for the list of algos. */
function algoText({ instrument }: InstrumentDetail): string {
  return instrument.underlying?.name ?? instrument.name;
}

function Facts({ detail }: { detail: InstrumentDetail }) {
  const { quote, year, instrument } = detail;
  const isIndex = instrument.kind === "INDEX";
  const rows: [string, string][] = [
    [text.open, formatHundredths(quote.openPaise)],
    [
      text.daysRange,
      text.fromTo({ low: formatHundredths(quote.lowPaise), high: formatHundredths(quote.highPaise) }),
    ],
    [text.prevClose, formatHundredths(quote.previousClosePaise)],
    ...(year === null
      ? []
      : [
          [
            "52-week range",
            text.fromTo({ low: formatHundredths(year.lowPaise), high: formatHundredths(year.highPaise) }),
          ] satisfies [string, string],
        ]),
    ...(isIndex
      ? []
      : ([
          [text.volume, formatCount(quote.volume)],
          [text.averagePrice, formatHundredths(quote.averagePaise)],
          [
            text.circuitLimits,
            text.fromTo({
              low: formatHundredths(quote.lowerCircuitPaise),
              high: formatHundredths(quote.upperCircuitPaise),
            }),
          ],
        ] satisfies [string, string][])),
    ...(instrument.expiry === null
      ? []
      : ([
          [text.openInterest, formatCount(quote.openInterest)],
          [text.oneLotIsWorth, formatRupeesShort((quote.lastPaise * instrument.lotSize) / 100)],
        ] satisfies [string, string][])),
  ];
  return (
    <dl className="market-facts my-4">
      {rows.map(([label, words]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

function ChartSection({ page, path }: { page: InstrumentPage; path: string }) {
  const { choice, candles, detail } = page;
  const { instrument, quote } = detail;
  const search = chartSearch(choice);
  const levels =
    choice.range === "1d" && candles !== null ? previousLevel(candles, quote.previousClosePaise) : [];
  return (
    <section aria-labelledby="chart" className="mt-4">
      <h2 id="chart" className="sr-only">
        {text.priceChart}
      </h2>
      <ChartChoices choice={choice} path={path} />
      {candles === null ? (
        <p className="panel mt-3 p-6 text-ink-muted">{text.chartAway}</p>
      ) : candles.length === 0 ? (
        <p className="panel mt-3 p-6 text-ink-muted">{text.notTraded(instrument.name)}</p>
      ) : (
        <div className="mt-3">
          <CandleChart
            id="candles"
            title={text.chartTitle({
              name: instrument.name,
              range: CHART_RANGES[choice.range].label,
              bar: INTERVAL_WORDS[choice.interval],
            })}
            bars={candles}
            interval={choice.interval}
            levels={levels}
            dataHref={`${path}/candles.json${search}`}
          />
          <CandleTable
            bars={candles}
            interval={choice.interval}
            name={instrument.name}
            csvHref={`${path}/candles.csv${search}`}
          />
        </div>
      )}
    </section>
  );
}

/** The close before, where it does not squeeze the bars into a line. */
function previousLevel(candles: readonly Candle[], pricePaise: number): ChartLevel[] {
  const low = Math.min(...candles.map(({ lowPaise }) => lowPaise));
  const high = Math.max(...candles.map(({ highPaise }) => highPaise));
  const room = (high - low) / 2;
  return pricePaise > low - room && pricePaise < high + room
    ? [{ kind: "previous", pricePaise, words: text.prevCloseAt(formatHundredths(pricePaise)) }]
    : [];
}

function ChartChoices({ choice, path }: { choice: ChartChoice; path: string }) {
  const ranges = Object.keys(CHART_RANGES) as ChartRange[];
  const to = (next: ChartChoice) => `${path}${chartSearch(next)}#chart`;
  return (
    <div className="no-print flex flex-wrap gap-x-8 gap-y-2">
      <nav aria-label={text.rangeLabel} className="chart-choice">
        {ranges.map((range) => (
          <a
            key={range}
            href={to({ range, interval: CHART_RANGES[range].intervals[0] })}
            aria-current={range === choice.range ? "true" : undefined}
          >
            {CHART_RANGES[range].label}{" "}
          </a>
        ))}
      </nav>
      <nav aria-label={text.barLabel} className="chart-choice">
        {[...CHART_RANGES[choice.range].intervals]
          .sort((one, other) => (Number(one) || 9_999) - (Number(other) || 9_999))
          .map((interval) => (
            <a
              key={interval}
              href={to({ range: choice.range, interval })}
              aria-current={interval === choice.interval ? "true" : undefined}
            >
              {INTERVAL_WORDS[interval]}{" "}
            </a>
          ))}
      </nav>
    </div>
  );
}

function DepthSection({ page }: { page: InstrumentPage }) {
  const { detail, live, price } = page;
  const { instrument, depth } = detail;
  const key = price.key;
  const ladder = live?.ladders.find(([of]) => of === key) ?? null;
  const hasFeed = live !== null && DEPTH_SEGMENTS.includes(instrument.exchangeSegment);
  if (depth === null && !hasFeed) return null;
  const quoted: NonNullable<typeof ladder> = [
    key,
    Date.parse(detail.asOf),
    (depth?.bids ?? []).map(({ pricePaise, quantity, orders }) => [pricePaise, quantity, orders]),
    (depth?.asks ?? []).map(({ pricePaise, quantity, orders }) => [pricePaise, quantity, orders]),
  ];
  return (
    <details className="mt-8">
      <summary className="depth-summary">{text.marketDepth}</summary>
      <DepthLadder
        instrumentKey={key}
        name={instrument.name}
        ladder={ladder ?? quoted}
        state={hasFeed && live !== null ? live.depthState : { state: price.state, reason: price.reason }}
        now={page.at}
      />
    </details>
  );
}

function NoChain({ detail }: { detail: InstrumentDetail }) {
  const { instrument } = detail;
  if (instrument.expiries.length === 0) return null;
  return (
    <section aria-labelledby="options" className="mt-10">
      <h2 id="options" className="text-xl">
        {text.optionChain}
      </h2>
      <p className="mt-2 text-ink-muted">{text.chainAway}</p>
    </section>
  );
}

function ChainSection({ chain, path }: { chain: OptionChain; path: string }) {
  const near = around(chain.rows, atTheMoney(chain), STRIKES_EACH_WAY);
  return (
    <section aria-labelledby="options" className="mt-10">
      <h2 id="options" className="text-xl">
        {text.optionChainOf(formatDay(chain.expiry))}
      </h2>
      <nav aria-label={text.expiry} className="chart-choice no-print mt-2">
        {chain.underlying.expiries.map((expiry) => (
          <a
            key={expiry}
            href={`${path}/option-chain?expiry=${expiry}`}
            aria-current={expiry === chain.expiry ? "true" : undefined}
          >
            {formatDay(expiry)}{" "}
          </a>
        ))}
      </nav>
      <OptionChainTable chain={chain} rows={near} />
      <p className="mt-2 text-sm">
        <a href={`${path}/option-chain?expiry=${chain.expiry}`} className="link">
          {text.allStrikes(chain.rows.length)}
        </a>
      </p>
    </section>
  );
}
