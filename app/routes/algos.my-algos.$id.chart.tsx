// Fills of a deployment on an instrument's price chart, each at its time and price, with the reason for the order. The
// address selects the instrument and the day.
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { nullIfRefused } from "../contract/site/fault.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { formatDay, formatInstant } from "../format/dates.ts";
import { instrumentPath } from "../format/instrument-path.ts";
import { formatCount, formatHundredths } from "../format/rupees.ts";
import { CandleChart } from "../markets/candle-chart.tsx";
import { fillMarks, fillsByInstrument, stopLevels } from "../markets/fills.ts";
import { tradeWindow } from "../markets/trade-chart.ts";
import { deploymentPath } from "../portfolio/deployment-texts.ts";
import { loadWithDeployment } from "../portfolio/read-deployment.ts";
import { deploymentChartText as text } from "../portfolio/text.ts";
import { Breadcrumbs, portfolioCrumbs } from "../ui/breadcrumbs.tsx";
import { FeatureLink } from "../ui/feature-link.tsx";
import { clientMeta } from "../ui/page-meta.ts";

const READ = 200;

export const handle: PageHandle = { query: ["instrument", "day"], styles: "markets" };

export function loader({ params, request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return loadWithDeployment(context, request, params, async (deployment, { account }) => {
    const [trades, orders] = await Promise.all([
      account.listTrades({ deployment: deployment.id, limit: READ }),
      account.listOrders({ deployment: deployment.id, limit: READ }),
    ]);
    const groups = fillsByInstrument(trades.items);
    const chosen =
      groups.find(({ key, day }) => key === query.get("instrument") && day === query.get("day")) ?? groups[0];
    const why = new Map(orders.items.map(({ id, intent, reason }) => [id, intent ?? reason ?? ""]));
    const { id, strategyName, terms } = deployment;
    const base = {
      id,
      strategyName,
      mode: terms.mode,
      groups: groups.map(({ key, symbol, day }) => ({ key, symbol, day })),
    };
    const [first] = chosen?.fills ?? [];
    const last = chosen?.fills.at(-1);
    if (chosen === undefined || first === undefined || last === undefined)
      return json({ ...base, chart: null });
    const window = tradeWindow(first.at, last.at, Date.now());
    const candles = await context.markets
      ?.listCandles(first.exchangeSegment, first.securityId, { ...window, extended: "yes" })
      .catch(nullIfRefused);
    return json({
      ...base,
      chart: {
        key: chosen.key,
        day: chosen.day,
        symbol: chosen.symbol,
        path: instrumentPath(first),
        interval: window.interval,
        bars: candles?.items ?? [],
        marks: fillMarks(chosen.fills),
        levels: stopLevels(orders.items, chosen.key, chosen.day),
        fills: chosen.fills.map((fill) => ({ ...fill, why: why.get(fill.orderId) ?? "" })),
      },
    });
  });
}

export const headers = () => ({ "Cache-Control": "private, no-store" });

export const meta = clientMeta<typeof loader>(text, ({ strategyName }) => text.titleOf(strategyName));

export default function DeploymentChart() {
  const { id, strategyName, mode, groups, chart } = useLoaderData<typeof loader>();
  const path = deploymentPath(id);
  return (
    <>
      <Breadcrumbs crumbs={portfolioCrumbs({ title: strategyName, path })} here={text.title} />
      <header className="pt-4 pb-2">
        <h1 className="text-2xl">{text.titleOf(strategyName)}</h1>
        <p className="mt-1 text-sm text-ink-muted">{mode === "live" ? text.live : text.paper}</p>
      </header>
      {chart === null ? (
        <p className="panel mt-4 p-6 text-ink-muted">{text.noneYet}</p>
      ) : (
        <>
          <nav aria-label={text.whatWasTraded} className="chart-choice no-print mt-3">
            {groups.slice(0, 12).map(({ key, symbol, day }) => (
              <a
                key={`${key} ${day}`}
                href={`${path}/chart?${new URLSearchParams({ instrument: key, day })}`}
                aria-current={key === chart.key && day === chart.day ? "page" : undefined}
              >
                {symbol}, {formatDay(day)}{" "}
              </a>
            ))}
          </nav>
          <section aria-labelledby="chart" className="panel panel-body mt-4">
            <h2 id="chart" className="panel-title">
              <FeatureLink to={chart.path} className="link">
                {chart.symbol}
              </FeatureLink>
              , {formatDay(chart.day)}
            </h2>
            {chart.bars.length === 0 ? (
              <p className="panel mt-3 p-6 text-ink-muted">{text.pricesAreAway}</p>
            ) : (
              <CandleChart
                id="fills"
                title={text.chartTitle(chart.symbol)}
                bars={chart.bars}
                interval={chart.interval}
                marks={chart.marks}
                levels={chart.levels}
              />
            )}
          </section>
          <ol className="panel mt-6 divide-y divide-line px-5">
            {chart.fills.map((fill) => (
              <li key={fill.id} className="py-3">
                <p className="font-semibold">
                  {text.fill({
                    side: fill.side === "BUY" ? text.bought : text.sold,
                    quantity: formatCount(fill.quantity),
                    price: formatHundredths(fill.pricePaise),
                  })}
                  <span className="font-normal text-ink-muted">
                    {" "}
                    · {formatInstant(new Date(fill.at), new Date())}
                  </span>
                </p>
                <p className="text-sm text-ink-muted">{fill.why || text.noReasonWasGiven}</p>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}
