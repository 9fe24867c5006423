// One instrument: current price, ranges, chart, order book, and its algos and options.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { OptionChain } from "../../contract/base-api/market.ts";
import { type PageHandle, PRICE_QUERY } from "../../contract/site/page-handle.ts";
import { formatDay, formatDayShort, formatInstant } from "../../format/dates.ts";
import { instrumentPath } from "../../format/instrument-path.ts";
import { formatHundredths } from "../../format/rupees.ts";
import { LiveBar } from "../../live/live-bar.tsx";
import { Change, Last, State, TradeTime } from "../../live/price-parts.tsx";
import { LIVE_PAGE_HEADERS } from "../../live/price-view.ts";
import { CandleTable } from "../../markets/candle-table.tsx";
import { findAtTheMoneyStrike, rowsAround } from "../../markets/chain-figures.ts";
import { CHART_QUERY, chartSearch } from "../../markets/chart-choice.ts";
import { instrumentSentence } from "../../markets/instrument-texts.ts";
import { OptionChainTable } from "../../markets/option-chain-table.tsx";
import { WatchForm } from "../../markets/watch-form.tsx";
import { WATCHLIST_COOKIE } from "../../markets/watchlist.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { Fold } from "../../ui/fold.tsx";
import { LinkButton, TextLink } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import { ChartSection } from "./chart-section.tsx";
import { Facts } from "./facts.tsx";
import { type InstrumentPage, loadInstrumentPage } from "./load.ts";
import { AlgosPanel, DepthPanel } from "./side.tsx";
import { pageText as text } from "./text.ts";

const STRIKES_EACH_WAY = 4;

export const loader = (from: LoaderFunctionArgs) => loadInstrumentPage(from);

export const headers = () => LIVE_PAGE_HEADERS;

export const handle: PageHandle<InstrumentPage> = {
  forms: true,
  styles: "markets",
  query: [...CHART_QUERY, "add", ...PRICE_QUERY],
  shared: { exceptCookies: [WATCHLIST_COOKIE] },
  live: ({ channels }) => channels,
  candles: ({ chart }) => chart !== null && chart.bars.length > 0,
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
  const { detail, live } = page;
  const { instrument } = detail;
  const path = instrumentPath(instrument);
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: text.markets, path: "/markets" },
          ...(instrument.underlying === null
            ? []
            : [{ title: instrument.underlying.name, path: instrumentPath(instrument.underlying) }]),
        ]}
        here={instrument.symbol}
      />
      <Top page={page} path={path} here={`${path}${location.search}`} xsrf={root?.session?.xsrf ?? null} />
      {page.cachedSince === null ? null : (
        <div className="my-3 max-w-[75ch]">
          <Notice kind="warn">
            <p>{text.pricesKept(formatInstant(new Date(page.cachedSince), new Date(page.at)))}</p>
          </Notice>
        </div>
      )}
      <div className="market-columns">
        <Facts detail={detail} />
        <ChartSection page={page} path={path} />
        <div className="market-side">
          <DepthPanel page={page} />
          <AlgosPanel algos={page.algos} />
        </div>
        <CollapsedSections page={page} path={path} />
      </div>
      {live === null ? null : (
        <LiveBar
          at={live.at}
          path={path}
          search={location.search}
          isSimulated={root?.site.isSimulated ?? false}
        />
      )}
    </>
  );
}

function Top(props: { page: InstrumentPage; path: string; here: string; xsrf: string | null }) {
  const { page, path } = props;
  const { price, detail } = page;
  const { instrument } = detail;
  const chainOn = instrument.expiries.length > 0 ? path : null;
  return (
    <header className="page-header" data-live-box={price.key}>
      {/* Rows do not depend on the width of the texts, so that nothing moves when the font is loaded. */}
      <div className="flex min-w-0 flex-col gap-x-5 gap-y-1 max-lg:basis-full xl:flex-row xl:items-center">
        <div>
          <h1>{instrument.name}</h1>
          <p className="page-header-lead">
            {/* A contract's name and terms contain everything in its symbol, which is the last breadcrumb. */}
            {instrument.expiry === null ? `${instrument.symbol} · ` : ""}
            {instrumentSentence(instrument)} · {text.id(instrument.securityId)}
          </p>
        </div>
        <p className="market-price" id="prices">
          <Last price={price} className="figure figure-answer" />{" "}
          <span className="max-md:contents">
            <Change price={price} className="font-semibold md:text-lg" />{" "}
            <span className="block basis-full text-sm text-ink-muted">
              <State price={price} />, <TradeTime price={price} now={page.at} />
            </span>
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-3 no-print">
        <WatchForm of={instrument} isWatched={page.isWatched} returnTo={props.here} xsrf={props.xsrf} />{" "}
        {chainOn === null ? null : (
          <LinkButton to={`${chainOn}/option-chain`} kind="quiet">
            {text.optionChain}
          </LinkButton>
        )}
      </div>
    </header>
  );
}

function CollapsedSections({ page, path }: { page: InstrumentPage; path: string }) {
  const { chart, chain, choice, detail } = page;
  const { instrument } = detail;
  const bars = chart?.bars ?? [];
  return (
    <div className="folds self-start">
      {bars.length === 0 ? null : (
        <Fold id="bars" title={text.barsTable} hint={text.barsHint(bars.length)}>
          <CandleTable
            bars={bars}
            interval={choice.interval}
            name={instrument.name}
            csvHref={`${path}/candles.csv${chartSearch(choice)}`}
          />
        </Fold>
      )}
      {instrument.expiries.length === 0 ? null : chain === null ? (
        <Fold id="options" title={text.nearTheMoney} hint={text.chainAway}>
          <p>{text.chainAway}</p>
        </Fold>
      ) : (
        <Fold id="options" title={text.nearTheMoney} hint={chainHint(chain)}>
          <OptionChainTable
            chain={chain}
            rows={rowsAround(chain.rows, findAtTheMoneyStrike(chain), STRIKES_EACH_WAY)}
            columns="price"
          />
          <p className="mt-2 text-sm">
            <TextLink to={`${path}/option-chain?expiry=${chain.expiry}`}>
              {text.wholeChain(formatDay(chain.expiry))}
            </TextLink>
          </p>
        </Fold>
      )}
    </div>
  );
}

/** Returns a summary such as "24 Nov · 1,000.00 strike · IV 18.2%". */
function chainHint(chain: OptionChain): string {
  const strikePaise = findAtTheMoneyStrike(chain);
  const row = chain.rows.find((one) => one.strikePaise === strikePaise);
  const volatility = row?.call?.volatility ?? row?.put?.volatility;
  return text.chainHint({
    expiry: formatDayShort(chain.expiry),
    strike: formatHundredths(strikePaise),
    volatility: volatility === undefined ? "–" : `${(volatility * 100).toFixed(1)}%`,
  });
}
