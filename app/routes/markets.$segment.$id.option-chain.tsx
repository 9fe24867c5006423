// Option chain of the selected expiry: five figures, open interest by strike, and a table of strikes with prices,
// greeks or both. The address selects whether the table has all strikes or those near the money.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type PageHandle, PRICE_QUERY } from "../contract/site/page-handle.ts";
import { isoDayOf, istDay } from "../domain/time.ts";
import { formatDay, formatInstant } from "../format/dates.ts";
import { instrumentPath } from "../format/instrument-path.ts";
import { formatHundredths } from "../format/rupees.ts";
import { missing } from "../frame/missing.ts";
import { LIVE_PAGE_HEADERS } from "../live/price-view.ts";
import {
  expectedMove,
  findAtTheMoneyStrike,
  largestInterest,
  maxPain,
  putCallRatio,
  rowsAround,
  volatilityAtMoney,
} from "../markets/chain-figures.ts";
import { InterestChart } from "../markets/interest-chart.tsx";
import { loadInstrument } from "../markets/load-instrument.ts";
import { dayText } from "../markets/market-cards.tsx";
import { CHAIN_VIEWS, type ChainView, OptionChainTable } from "../markets/option-chain-table.tsx";
import { optionChainText as text } from "../markets/text.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { Figure } from "../ui/figure.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

/** Number of strikes above and below the money, by the parameter in the address. Null for all strikes. */
const STRIKES = { "8": 4, "16": 8, all: null } as const;
type StrikeChoice = keyof typeof STRIKES;
const CHART_EACH_WAY = 10;

export async function loader(from: LoaderFunctionArgs) {
  const { segment, id, markets, detail } = await loadInstrument(from);
  const { instrument } = detail;
  const path = instrumentPath(instrument);
  const params = new URL(from.request.url).searchParams;
  const requested = params.get("expiry") ?? instrument.expiries[0];
  if (requested === undefined || !instrument.expiries.includes(requested))
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
  const chain = await markets.getOptionChain(segment, id, { expiry: requested });
  const named = params.get("strikes") ?? "";
  const strikes: StrikeChoice = Object.hasOwn(STRIKES, named) ? (named as StrikeChoice) : "16";
  const middle = findAtTheMoneyStrike(chain);
  const each = STRIKES[strikes];
  return {
    chain,
    shown: (each === null ? chain.rows : rowsAround(chain.rows, middle, each)).map(
      ({ strikePaise }) => strikePaise,
    ),
    strikes,
    view: CHAIN_VIEWS.find((view) => view === params.get("columns")) ?? ("all" as ChainView),
    quote: { lastPaise: chain.spotPaise, previousClosePaise: detail.quote.previousClosePaise },
    cachedSince: markets.cachedSince(),
    at: Date.now(),
    today: isoDayOf(istDay(Date.now())),
  };
}

export const headers = () => LIVE_PAGE_HEADERS;

export const handle: PageHandle = {
  styles: "markets",
  query: ["expiry", "strikes", "columns", ...PRICE_QUERY],
  shared: true,
  live: () => [],
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === undefined
    ? []
    : pageMeta(matches, {
        title: text.title({ name: data.chain.underlying.name, expiry: formatDay(data.chain.expiry) }),
        description: text.description({
          name: data.chain.underlying.name,
          expiry: formatDay(data.chain.expiry),
        }),
        path: `${instrumentPath(data.chain.underlying)}/option-chain`,
      });

export default function OptionChainPage() {
  const page = useLoaderData<typeof loader>();
  const { chain, cachedSince, at, strikes, view } = page;
  const { underlying } = chain;
  const path = `${instrumentPath(underlying)}/option-chain`;
  const to = (change: Change) => {
    const next = { expiry: chain.expiry, strikes, view, ...change };
    const query = new URLSearchParams({
      expiry: next.expiry,
      ...(next.strikes === "16" ? {} : { strikes: next.strikes }),
      ...(next.view === "all" ? {} : { columns: next.view }),
    });
    return `${path}?${query}`;
  };
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: text.markets, path: "/markets" },
          { title: underlying.name, path: instrumentPath(underlying) },
        ]}
        here={text.optionChain}
      />
      <PageHeader
        title={text.heading(underlying.name)}
        lead={text.lead({
          expiry: formatDay(chain.expiry),
          price: formatHundredths(chain.spotPaise),
          moment: formatInstant(new Date(chain.asOf), new Date(at)),
        })}
      >
        <a href={to({})} className="button button-quiet no-print">
          {text.refresh}
        </a>
      </PageHeader>
      {cachedSince === null ? null : (
        <Notice kind="warn">
          <p>{text.lastKept}</p>
        </Notice>
      )}
      <nav aria-label={text.expiry} className="chips no-print">
        {underlying.expiries.map((expiry) => (
          <a
            key={expiry}
            href={to({ expiry })}
            aria-current={expiry === chain.expiry ? "page" : undefined}
            className={`chip ${expiry === chain.expiry ? "chip-on" : ""}`}
          >
            {capital(dayText(expiry, page.today))}{" "}
          </a>
        ))}
      </nav>
      <ChainFigures chain={chain} />
      <section aria-labelledby="interest" className="panel mt-6">
        <div className="board-head">
          <h2 id="interest" className="panel-title">
            {text.openInterest}
          </h2>
          <p className="chain-keys">
            <span className="chain-key-calls">{text.calls}</span>{" "}
            <span className="chain-key-puts">{text.puts}</span>
          </p>
        </div>
        <div className="board-body">
          <InterestChart
            rows={rowsAround(chain.rows, findAtTheMoneyStrike(chain), CHART_EACH_WAY)}
            spotPaise={chain.spotPaise}
            maxPainPaise={maxPain(chain.rows)}
          />
        </div>
      </section>
      <Strikes page={page} to={to} />
      <p className="mt-3 text-sm text-ink-muted">{text.notes}</p>
    </>
  );
}

type Page = ReturnType<typeof useLoaderData<typeof loader>>;
type Change = { expiry?: string; strikes?: StrikeChoice; view?: ChainView };

function Strikes({ page, to }: { page: Page; to: (change: Change) => string }) {
  const { chain, strikes, view } = page;
  const rows = chain.rows.filter(({ strikePaise }) => page.shown.includes(strikePaise));
  return (
    <section aria-labelledby="strikes" className="panel board-fill mt-6">
      <div className="board-head">
        <h2 id="strikes" className="panel-title">
          {text.aroundTheMoney}
        </h2>
        <div className="flex flex-wrap gap-3 no-print">
          <nav aria-label={text.columnsLabel} className="segments">
            {(["price", "greeks", "all"] as const).map((one) => (
              <a
                key={one}
                href={`${to({ view: one })}#strikes`}
                aria-current={one === view ? "true" : undefined}
              >
                {text.views[one]}{" "}
              </a>
            ))}
          </nav>{" "}
          <nav aria-label={text.strikesLabel} className="segments">
            {(["8", "16", "all"] as const).map((one) => (
              <a
                key={one}
                href={`${to({ strikes: one })}#strikes`}
                aria-current={one === strikes ? "true" : undefined}
              >
                {one === "all" ? text.allStrikes(chain.rows.length) : text.nearStrikes(one)}{" "}
              </a>
            ))}
          </nav>
        </div>
      </div>
      <OptionChainTable chain={chain} rows={rows} columns={view} />
    </section>
  );
}

const capital = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);

function ChainFigures({ chain }: { chain: Page["chain"] }) {
  const pain = maxPain(chain.rows);
  const ratio = putCallRatio(chain.rows);
  const volatility = volatilityAtMoney(chain);
  const move = expectedMove(chain);
  const [calls, puts] = [largestInterest(chain.rows, "call"), largestInterest(chain.rows, "put")];
  const points = (paise: number) => formatHundredths(Math.round(paise / 100) * 100).replace(/\.00$/, "");
  return (
    <dl className="figures mt-4">
      <Figure
        name={text.maxPain}
        value={pain === null ? "–" : points(pain)}
        note={
          pain === null
            ? text.noInterest
            : text.away({ points: points(Math.abs(pain - chain.spotPaise)), isAbove: pain > chain.spotPaise })
        }
      />
      <Figure
        name={text.putCallRatio}
        value={ratio === null ? "–" : ratio.toFixed(2)}
        note={text.byInterest}
      />
      <Figure
        name={text.volatility}
        value={volatility === null ? "–" : `${(volatility * 100).toFixed(1)}%`}
        note={text.atTheMoney}
      />
      <Figure
        name={text.expectedMove}
        value={move === null ? "–" : `±${points(move)}`}
        note={move === null ? text.noPrices : text.straddle(((move / chain.spotPaise) * 100).toFixed(1))}
      />
      <Figure
        name={text.largestInterest}
        value={calls === null ? "–" : points(calls)}
        note={puts === null ? text.noInterest : text.putsAt(points(puts))}
      />
    </dl>
  );
}
