// Markets page: indices with the day's curve, movers, the user's watchlist, options, sectors and dates, and a search
// for any instrument by name, symbol or security id.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { SEARCH_TEXT_MAX_CHARS } from "../../contract/base-api/limits.ts";
import type { MarketInstrument } from "../../contract/base-api/market.ts";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { instrumentPath, instrumentPathOfKey } from "../../format/instrument-path.ts";
import { Change, Last, State, TradeTime } from "../../live/price-parts.tsx";
import { LIVE_PAGE_HEADERS, priceKey, type StripView } from "../../live/price-view.ts";
import { instrumentSentence } from "../../markets/instrument-texts.ts";
import { IndexCards } from "../../markets/market-cards.tsx";
import { ActiveOptions, BreadthAndDates, Movers, Sectors, Watchlist } from "../../markets/market-lists.tsx";
import { marketsText as text } from "../../markets/text.ts";
import { WatchForm } from "../../markets/watch-form.tsx";
import { WATCHLIST_COOKIE } from "../../markets/watchlist.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { SubmitButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import { type Board, loadMarkets } from "./load.ts";

export const loader = (from: LoaderFunctionArgs) => loadMarkets(from);

export const headers = () => LIVE_PAGE_HEADERS;

export const handle: PageHandle = {
  styles: "markets",
  forms: true,
  query: ["q", "movers"],
  shared: { exceptCookies: [WATCHLIST_COOKIE] },
  live: () => [],
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.query ? text.titleOf(data.query) : text.title,
    description: text.description,
    path: "/markets",
    isIndexed: !data?.query,
  });

export default function Markets() {
  const page = useLoaderData<typeof loader>();
  const { query, found, strip, watched } = page;
  const board = page.board as Board | null;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const isSimulated = root?.site.isSimulated ?? false;
  const xsrf = root?.session?.xsrf ?? null;
  return (
    <>
      <PageHeader title={text.title} lead={<Lead strip={strip} isSimulated={isSimulated} />}>
        <Search query={query} />
      </PageHeader>
      {found === null ? null : (
        <Found query={query} found={found} watchedKeys={page.watchedKeys} xsrf={xsrf} />
      )}
      {board === null ? (
        <WithoutOverview strip={strip} />
      ) : (
        <div className="grid grid-cols-1 gap-4 lg:gap-6">
          <IndexCards cards={board.indices} from={board.curveFrom} at={page.at} today={page.today} />
          <div className="board-wide">
            <Movers shares={board.movers} kind={board.moverKind} count={board.shares.length} />
            <Watchlist watched={watched} offered={board.offered} isFull={page.isWatchlistFull} xsrf={xsrf} />
          </div>
          <div className="board-three">
            <ActiveOptions options={board.options} today={page.today} />
            <Sectors sectors={board.sectors} />
            <BreadthAndDates shares={board.shares} dates={board.dates} today={page.today} />
          </div>
        </div>
      )}
    </>
  );
}

/** Renders the price state and time of the first index. */
function Lead(props: { strip: StripView | null; isSimulated: boolean }) {
  const first = props.strip?.view.prices[0];
  return (
    <>
      {first === undefined || props.strip === null ? null : (
        <span data-live-box={first.key} className="me-2 inline-block" data-state={first.state}>
          <State price={first} isShort />, <TradeTime price={first} now={props.strip.view.at} />{" "}
        </span>
      )}
      {props.isSimulated ? (
        <span className="tag border border-line bg-transparent">{text.simulated}</span>
      ) : null}
    </>
  );
}

function Search(props: { query: string }) {
  return (
    <search className="board-search">
      <form action="/markets" method="get" className="flex">
        <label htmlFor="instrument" className="sr-only">
          {text.searchLabel}
        </label>
        <input
          id="instrument"
          name="q"
          type="search"
          defaultValue={props.query}
          placeholder={text.searchLabel}
          maxLength={SEARCH_TEXT_MAX_CHARS}
          className="field w-full rounded-e-none border-e-0"
        />
        <SubmitButton className="rounded-s-none">{text.find}</SubmitButton>
      </form>
    </search>
  );
}

function Found(props: {
  query: string;
  found: MarketInstrument[];
  watchedKeys: readonly string[];
  xsrf: string | null;
}) {
  const { query, found } = props;
  const here = `/markets?${new URLSearchParams({ q: query })}`;
  return (
    <section aria-labelledby="found" className="panel mb-6">
      <div className="board-head">
        <h2 id="found" className="panel-title">
          {found.length === 0 ? text.noneMatches(query) : text.matching(query)}
        </h2>
      </div>
      {found.length === 0 ? (
        <p className="board-body text-ink-muted">{text.tryASymbol}</p>
      ) : (
        <ul className="board-rows">
          {found.map((instrument) => (
            <li key={instrumentPath(instrument)}>
              <span className="min-w-0 flex-1">
                <a href={instrumentPath(instrument)} className="plain-link">
                  {instrument.name}
                </a>{" "}
                <span className="board-sub">
                  {instrument.symbol} · {instrumentSentence(instrument)}
                </span>
              </span>{" "}
              <WatchForm
                of={instrument}
                isWatched={props.watchedKeys.includes(priceKey(instrument))}
                returnTo={here}
                xsrf={props.xsrf}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function WithoutOverview(props: { strip: StripView | null }) {
  return (
    <section aria-labelledby="indices">
      <h2 id="indices" className="sr-only">
        {text.indices}
      </h2>
      <Notice kind="warn">
        <p>{text.overviewAway}</p>
      </Notice>
      <ul className="board-indices mt-4">
        {props.strip?.view.prices.map((price) => (
          <li key={price.key} className="panel board-index" data-live-box={price.key}>
            <h3 className="text-base">
              <a href={instrumentPathOfKey(price.key)} className="plain-link">
                {price.name}
              </a>
            </h3>
            <p className="my-1 flex flex-wrap items-baseline gap-x-3">
              <Last price={price} className="figure figure-large" />{" "}
              <Change price={price} className="font-semibold" />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
