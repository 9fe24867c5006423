// The option chain of one expiry, which the address names: the strikes nearest to the money, or all of them.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type PageHandle, PRICE_QUERY } from "../contract/site/page-handle.ts";
import { formatDay, formatInstant } from "../format/dates.ts";
import { instrumentPath } from "../format/instrument-path.ts";
import { formatCount, formatHundredths } from "../format/rupees.ts";
import { missing } from "../frame/missing.ts";
import { LIVE_PAGE_HEADERS } from "../live/price-view.ts";
import { loadInstrument } from "../markets/load-instrument.ts";
import { around, atTheMoney, OptionChainTable } from "../markets/option-chain-table.tsx";
import { optionChainText as text } from "../markets/text.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { filled } from "../ui/filled.tsx";
import { Notice } from "../ui/notice.tsx";
import { pageMeta } from "../ui/page-meta.ts";

/** Strikes on each side in the first screen of a phone, with the money in the middle. */
const STRIKES_EACH_WAY = 6;

export async function loader(from: LoaderFunctionArgs) {
  const { segment, id, markets, detail } = await loadInstrument(from);
  const { instrument } = detail;
  const path = instrumentPath(instrument);
  const asked = new URL(from.request.url).searchParams;
  const wanted = asked.get("expiry") ?? instrument.expiries[0];
  if (wanted === undefined || !instrument.expiries.includes(wanted))
    throw missing(
      from,
      instrument.expiries.length === 0 ? text.noOptions(instrument.name) : text.noneExpire(instrument.name),
      [
        { title: instrument.name, path },
        ...instrument.expiries.map((expiry) => ({
          title: text.chainOf(formatDay(expiry)),
          path: `${path}/option-chain?expiry=${expiry}`,
        })),
      ],
    );
  const chain = await markets.getOptionChain(segment, id, { expiry: wanted });
  const hasAll = asked.get("strikes") === "all";
  const rows = hasAll ? chain.rows : around(chain.rows, atTheMoney(chain), STRIKES_EACH_WAY);
  return {
    chain: { ...chain, rows },
    hasAll,
    total: chain.rows.length,
    cachedSince: markets.cachedSince(),
    at: Date.now(),
  };
}

export const headers = () => LIVE_PAGE_HEADERS;

export const handle: PageHandle = {
  query: ["expiry", "strikes", ...PRICE_QUERY],
  shared: true,
  live: () => [],
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === undefined
    ? []
    : pageMeta(matches, {
        title: text.title({
          name: data.chain.underlying.name,
          expiry: formatDay(data.chain.expiry),
          part: data.hasAll ? text.allStrikesPart : "",
        }),
        description: text.description({
          calls: data.hasAll ? text.allCalls : text.calls,
          name: data.chain.underlying.name,
          expiry: formatDay(data.chain.expiry),
        }),
        path: `${instrumentPath(data.chain.underlying)}/option-chain`,
      });

export default function OptionChainPage() {
  const { chain, hasAll, total, cachedSince, at } = useLoaderData<typeof loader>();
  const { underlying } = chain;
  const path = `${instrumentPath(underlying)}/option-chain`;
  const shown = hasAll ? "&strikes=all" : "";
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: text.home, path: "/" },
          { title: text.markets, path: "/markets" },
          { title: underlying.name, path: instrumentPath(underlying) },
        ]}
        here={text.optionChain}
      />
      <header className="pt-4 pb-2">
        <h1 className="text-2xl">
          {text.heading({ name: underlying.name, expiry: formatDay(chain.expiry) })}
        </h1>
        <p className="mt-2 text-sm text-ink-muted">
          {filled(text.priceAsOf, {
            name: underlying.name,
            price: <strong className="text-ink tabular-nums">{formatHundredths(chain.spotPaise)}</strong>,
            moment: formatInstant(new Date(chain.asOf), new Date(at)),
          })}{" "}
          <a href={`${path}?expiry=${chain.expiry}${shown}`} className="link no-print">
            {text.refresh}
          </a>
        </p>
      </header>
      {cachedSince === null ? null : (
        <Notice kind="warn">
          <p>{text.lastKept}</p>
        </Notice>
      )}
      <nav aria-label={text.expiry} className="chart-choice no-print mt-2">
        {underlying.expiries.map((expiry) => (
          <a
            key={expiry}
            href={`${path}?expiry=${expiry}${shown}`}
            aria-current={expiry === chain.expiry ? "page" : undefined}
          >
            {formatDay(expiry)}{" "}
          </a>
        ))}
      </nav>
      <OptionChainTable chain={chain} rows={chain.rows} />
      {total === chain.rows.length && !hasAll ? null : (
        <p className="no-print mt-3">
          {hasAll ? (
            <a href={`${path}?expiry=${chain.expiry}`} className="link inline-flex min-h-8 items-center">
              {text.nearTheMoneyOnly}
            </a>
          ) : (
            <a
              href={`${path}?expiry=${chain.expiry}&strikes=all`}
              className="link inline-flex min-h-8 items-center"
            >
              {text.allStrikes(formatCount(total))}
            </a>
          )}
        </p>
      )}
    </>
  );
}
