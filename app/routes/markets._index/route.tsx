// Where instruments are found: by name, symbol or security id, and the indices as a beginning.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SEARCH_TEXT_MAX_CHARS } from "../contract/base-api/limits.ts";
import { type PageHandle, PRICE_QUERY } from "../contract/site/page-handle.ts";
import { instrumentPath, instrumentPathOfKey } from "../format/instrument-path.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { PriceLine } from "../live/price-parts.tsx";
import { LIVE_PAGE_HEADERS, stripView } from "../live/price-view.ts";
import { instrumentSentence } from "../markets/instrument-words.ts";
import { marketsText as text } from "../markets/text.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.markets === undefined) throw unavailableWithoutProvider();
  const query = (new URL(request.url).searchParams.get("q") ?? "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, SEARCH_TEXT_MAX_CHARS);
  const [strip, answer] = await Promise.all([
    stripView(context.prices),
    query === "" ? null : context.markets.findInstruments({ text: query }),
  ]);
  return { query, found: answer?.items ?? null, strip };
}

export const headers = () => LIVE_PAGE_HEADERS;

export const handle: PageHandle = { forms: true, query: ["q", ...PRICE_QUERY], shared: true, live: () => [] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.query ? text.titleOf(data.query) : text.title,
    description: text.description,
    path: "/markets",
    isIndexed: !data?.query,
  });

export default function Markets() {
  const { query, found, strip } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <search>
        <form action="/markets" method="get" className="flex max-w-2xl">
          <label htmlFor="instrument" className="sr-only">
            {text.searchLabel}
          </label>
          <input
            id="instrument"
            name="q"
            type="search"
            defaultValue={query}
            placeholder={text.searchExample}
            maxLength={SEARCH_TEXT_MAX_CHARS}
            className="field w-full rounded-e-none border-e-0"
          />
          <button type="submit" className="button button-main rounded-s-none">
            {text.find}
          </button>
        </form>
      </search>
      <div className={found === null ? "" : "gap-x-12 lg:grid lg:grid-cols-[2fr_3fr]"}>
        {found === null ? null : (
          <section aria-labelledby="found" className="mt-8">
            <h2 id="found" className="text-xl">
              {found.length === 0 ? text.noneMatches(query) : text.matching(query)}
            </h2>
            {found.length === 0 ? (
              <p className="mt-2 text-ink-muted">{text.tryASymbol}</p>
            ) : (
              <ul className="mt-2 divide-y divide-line border-y border-line">
                {found.map((instrument) => (
                  <li key={instrumentPath(instrument)} className="py-3">
                    <a href={instrumentPath(instrument)} className="link font-semibold">
                      {instrument.name}
                    </a>
                    <p className="text-sm text-ink-muted">
                      {instrument.symbol} · {instrumentSentence(instrument)}
                    </p>
                  </li>
                ))}
              </ul>
            )}
          </section>
        )}
        <section aria-labelledby="indices" className="mt-8">
          <h2 id="indices" className="text-xl">
            {text.indices}
          </h2>
          {strip === null ? (
            <p className="mt-2 text-ink-muted">{text.pricesAway}</p>
          ) : (
            <ul className="mt-2 divide-y divide-line border-y border-line">
              {strip.view.prices.map((price) => (
                <li key={price.key} className="flex flex-wrap items-baseline justify-between gap-x-6 py-3">
                  <PriceLine
                    price={price}
                    now={strip.view.at}
                    className="sm:grid sm:grid-cols-[6rem_5.5rem_10rem_auto] sm:[&>:nth-child(2)]:text-end"
                  />
                  <span className="flex gap-4 text-sm">
                    <a href={instrumentPathOfKey(price.key)} className="link">
                      {text.chart}
                      <span className="sr-only"> {text.ofInstrument(price.name)}</span>
                    </a>{" "}
                    <a href={`${instrumentPathOfKey(price.key)}/option-chain`} className="link">
                      {text.optionChain}
                      <span className="sr-only"> {text.ofInstrument(price.name)}</span>
                    </a>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  );
}
