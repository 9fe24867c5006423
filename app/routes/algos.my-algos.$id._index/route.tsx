// One deployment: its state and why, today's story in a line, P&L since the start beside the backtest of the same days, risk limits, what
// it holds, what can be done now, and all that was done.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { DeploymentDetail } from "../../contract/base-api/deployment.ts";
import type { AccountEvent } from "../../contract/base-api/portfolio.ts";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { isEnded, VERBS } from "../../domain/deployment-states.ts";
import { istDay } from "../../domain/time.ts";
import { formatInstant } from "../../format/dates.ts";
import {
  ModeMark,
  OrderTable,
  PositionTable,
  StateMark,
  sinceText,
  TradeTable,
} from "../../portfolio/deployment-parts.tsx";
import { deploymentPath, STATE_SENTENCES, STATE_WORDS } from "../../portfolio/deployment-words.ts";
import { eventTitle } from "../../portfolio/event-list.tsx";
import { orMissing } from "../../portfolio/missing-part.ts";
import { withDeployment } from "../../portfolio/read-deployment.ts";
import { RiskLimits } from "../../portfolio/risk-limits.tsx";
import { StatusLine } from "../../portfolio/status-line.tsx";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { filled } from "../../ui/filled.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import { backtestLine } from "./backtest-line.ts";
import { Actions, Notes, PnlSection, Terms, Trail } from "./parts.tsx";
import { pageText as text } from "./text.ts";

const ORDERS_SHOWN = 25;

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return withDeployment(context, request, params, async (deployment, { account }) => {
    const { searchParams } = new URL(request.url);
    const wanted = { deployment: deployment.id, limit: ORDERS_SHOWN };
    const [orders, trades, portfolio, last] = await Promise.all([
      account.listOrders(wanted),
      account.listTrades(wanted),
      orMissing(account.getPortfolio()),
      orMissing(account.listAccountEvents({ deployment: deployment.id, class: "order", limit: 1 })),
    ]);
    const curve = portfolio?.curves.find(({ deploymentId }) => deploymentId === deployment.id)?.points ?? [];
    const did = VERBS.find((verb) => verb === searchParams.get("did")) ?? null;
    const note = searchParams.get("note");
    return {
      deployment,
      orders,
      trades,
      curve,
      backtest: await backtestLine(context, deployment, curve[0]?.[0] ?? Date.parse(deployment.createdAt)),
      last: last?.items[0] ?? null,
      did,
      isNew: searchParams.get("outcome") === "confirmed",
      isThereAlready: note === "already",
      isChanged: note === "changed",
      hasWindow: context.orderWindow !== null,
      asOf: portfolio?.asOf ?? new Date().toISOString(),
    };
  });
}

export const handle: PageHandle = {
  query: ["did", "outcome", "note", "refresh", "at"],
  orders: true,
  live: () => [],
};

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) =>
  pageMeta(matches, {
    title:
      data === undefined
        ? text.title
        : `${data.deployment.strategyName}: ${STATE_WORDS[data.deployment.state]}`,
    description: text.description,
    path: location.pathname,
    isIndexed: false,
  });

export default function DeploymentPage() {
  const data = useLoaderData<typeof loader>();
  const { deployment, hasWindow, asOf } = data;
  const path = deploymentPath(deployment.id);
  const { terms } = deployment;
  const canChange = deployment.state === "active" || deployment.state === "paused";
  return (
    <>
      <Breadcrumbs
        crumbs={[{ title: text.portfolio, path: "/algos/my-algos" }]}
        here={deployment.strategyName}
      />
      <div data-orders="page">
        <header className="pt-4 pb-4">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <h1 className="text-2xl">{deployment.strategyName}</h1> <ModeMark mode={terms.mode} />{" "}
            <StateMark state={deployment.state} />{" "}
            <span className="text-sm text-ink-muted">{sinceText(deployment)}</span>
          </div>
          <p className="mt-2 max-w-[75ch]">
            {deployment.state === "active"
              ? ""
              : `${deployment.reason ?? STATE_SENTENCES[deployment.state]} `}
            <Story deployment={deployment} last={data.last} asOf={asOf} />
          </p>
        </header>
        <Notes
          deployment={deployment}
          did={data.did}
          isNew={data.isNew}
          isThereAlready={data.isThereAlready}
          isChanged={data.isChanged}
        />
        {deployment.basket !== null && hasWindow ? (
          <p className="mb-4">
            <LinkButton to={`${path}/order-window`}>{text.confirmInTheOrderWindow}</LinkButton>
          </p>
        ) : null}
        <div className="deployment-top">
          <PnlSection
            deployment={deployment}
            curve={data.curve}
            backtest={data.backtest}
            hasTrades={data.trades.items.length > 0}
          >
            <StatusLine asOf={asOf} path={path} isSimulated={deployment.simulated} />
          </PnlSection>
          <div className="grid content-start gap-5">
            <Actions
              deployment={deployment}
              path={path}
              actions={deployment.nextActions}
              canChange={canChange}
            />
            <section aria-labelledby="limits" className="panel p-5">
              <h2 id="limits" className="text-lg">
                {text.riskLimits}
              </h2>
              <div className="mt-3">
                <RiskLimits guards={terms.guards} result={deployment.result} />
              </div>
            </section>
          </div>
        </div>
        <Positions deployment={deployment} />
        <Records data={data} path={path} />
        <div className="deployment-foot">
          <Trail deployment={deployment} path={path} />
          <Terms deployment={deployment} path={path} />
        </div>
      </div>
    </>
  );
}

/** Its positions; if it has ended, who closes them and where. */
function Positions({ deployment }: { deployment: DeploymentDetail }) {
  return (
    <section aria-labelledby="positions" className="mt-8">
      <h2 id="positions" className="text-xl">
        {text.positions}
      </h2>
      <div className="mt-2">
        {deployment.positions.length === 0 ? (
          <p className="text-ink-muted">{text.noOpenPosition}</p>
        ) : (
          <PositionTable positions={deployment.positions} />
        )}
        {deployment.positions.length > 0 && isEnded(deployment.state) ? (
          <p className="mt-2">
            {filled(text.yoursToClose, {
              link: (
                <a href="/algos/my-algos/positions" className="link">
                  {text.positionsPage}
                </a>
              ),
            })}
          </p>
        ) : null}
      </div>
    </section>
  );
}

/** Today in one line: trades, the last fill, and what comes next. */
function Story(props: { deployment: DeploymentDetail; last: AccountEvent | null; asOf: string }) {
  const { deployment, last } = props;
  const trades = deployment.result?.tradesToday ?? 0;
  const isToday = last !== null && istDay(Date.parse(last.at)) === istDay(Date.parse(props.asOf));
  return (
    <>
      {trades === 0 ? (isEnded(deployment.state) ? "" : text.noTradeOpenedToday) : text.openedToday(trades)}{" "}
      {isToday && last !== null
        ? text.lastOrder({
            event: eventTitle(last),
            moment: formatInstant(new Date(last.at), new Date(props.asOf)),
          })
        : ""}
      {deployment.outlook}
    </>
  );
}

function Records(props: {
  data: Pick<ReturnType<typeof useLoaderData<typeof loader>>, "deployment" | "orders" | "trades">;
  path: string;
}) {
  const { deployment, orders, trades } = props.data;
  return (
    <>
      <section aria-labelledby="orders" className="mt-8">
        <h2 id="orders" className="text-xl">
          {text.orderBook}
        </h2>
        <div className="mt-2">
          <OrderTable
            orders={orders.items}
            caption={text.ordersOf(deployment.strategyName)}
            empty={text.noOrderYet}
          />
        </div>
        <p className="mt-2 flex flex-wrap gap-x-6">
          {orders.nextCursor === null ? null : (
            <a
              href={`/algos/my-algos/orders?deployment=${deployment.id}`}
              className="link inline-flex min-h-8 items-center"
            >
              {text.allOrders}
            </a>
          )}{" "}
          <a href={`${props.path}/orders.csv`} className="link inline-flex min-h-8 items-center">
            {text.ordersAsCsv}
          </a>{" "}
          <a href={`${props.path}/trades.csv`} className="link inline-flex min-h-8 items-center">
            {text.tradesAsCsv}
          </a>
        </p>
      </section>
      {trades.items.length === 0 ? null : (
        <section aria-labelledby="trades" className="mt-8">
          <h2 id="trades" className="text-xl">
            {text.tradeBook}
          </h2>
          <p className="no-print mt-1 text-sm">
            <a href={`${deploymentPath(deployment.id)}/chart`} className="link">
              {text.tradesOnTheChart}
            </a>
          </p>
          <div className="mt-2">
            <TradeTable
              trades={trades.items}
              caption={text.tradesOf({
                algo: deployment.strategyName,
                part: trades.nextCursor === null ? "" : text.newestOnly,
              })}
            />
          </div>
        </section>
      )}
    </>
  );
}
