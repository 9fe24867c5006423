// Page of a deployment: state and reason, P&L since the start next to the backtest of the same days, risk limits, and
// payoff of its options at expiry. Collapsed sections contain positions, orders, trades, terms and audit trail.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { DeploymentDetail } from "../../contract/base-api/deployment.ts";
import type { AccountEvent } from "../../contract/base-api/portfolio.ts";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { isEnded, TRADER_ACTIONS } from "../../domain/deployment-states.ts";
import { istDay } from "../../domain/time.ts";
import { formatInstant } from "../../format/dates.ts";
import { formatPaise, formatRupees } from "../../format/rupees.ts";
import { nextInJoint } from "../../marketplace/joint-deploy.ts";
import { getGlyphs } from "../../portfolio/algo-glyphs.ts";
import { StateBadge } from "../../portfolio/algo-row.tsx";
import { OrderTable, PositionTable, sinceText, TradeTable } from "../../portfolio/deployment-parts.tsx";
import {
  DEPLOYMENT_STATE_LABELS,
  deploymentPath,
  STATE_SENTENCES,
} from "../../portfolio/deployment-texts.ts";
import { eventTitle } from "../../portfolio/event-list.tsx";
import { orMissing } from "../../portfolio/missing-part.ts";
import { loadWithDeployment } from "../../portfolio/read-deployment.ts";
import { RiskLimits } from "../../portfolio/risk-limits.tsx";
import { StatusLine } from "../../portfolio/status-line.tsx";
import { Breadcrumbs, portfolioCrumbs } from "../../ui/breadcrumbs.tsx";
import { filled } from "../../ui/filled.tsx";
import { Fold } from "../../ui/fold.tsx";
import { LinkButton, TextLink, TouchLink } from "../../ui/link-button.tsx";
import { clientMeta } from "../../ui/page-meta.ts";
import { Section } from "../../ui/section.tsx";
import { StrategyGlyph } from "../../ui/strategy-glyph.tsx";
import { backtestLine } from "./backtest-line.ts";
import { Actions, AuditTrail, Costs, Notes, PnlSection, Terms } from "./parts.tsx";
import { loadPayoff, PayoffSection } from "./payoff-section.tsx";
import { pageText as text } from "./text.ts";

const ORDERS_SHOWN_MAX = 25;

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return loadWithDeployment(context, request, params, async ({ id }, { account }) => {
    const { searchParams } = new URL(request.url);
    const requested = { deployment: id, limit: ORDERS_SHOWN_MAX };
    const [orders, trades, portfolio, last] = await Promise.all([
      account.listOrders(requested),
      account.listTrades(requested),
      orMissing(account.getPortfolio()),
      orMissing(account.listAccountEvents({ deployment: id, class: "order", limit: 1 })),
    ]);
    // Loads the deployment after the orders, so that its positions are never older than a listed fill.
    const deployment = await account.getDeployment(id);
    const curve = portfolio?.curves.find(({ deploymentId }) => deploymentId === deployment.id)?.points ?? [];
    const did = TRADER_ACTIONS.find((verb) => verb === searchParams.get("did")) ?? null;
    const note = searchParams.get("note");
    const isNew = searchParams.get("outcome") === "confirmed";
    const isThereAlready = note === "already";
    const cookies = request.headers.get("cookie");
    return {
      deployment,
      orders,
      trades,
      curve,
      backtest: await backtestLine(context, deployment, curve[0]?.[0] ?? Date.parse(deployment.createdAt)),
      payoff: await loadPayoff(context, deployment.positions),
      glyph: getGlyphs(context, [deployment.strategyId])[deployment.strategyId] ?? null,
      last: last?.items[0] ?? null,
      did,
      isNew,
      isThereAlready,
      joint: isNew || isThereAlready ? nextInJoint(cookies, deployment.strategyId) : null,
      isChanged: note === "changed",
      hasWindow: context.orderWindow !== null,
      asOf: portfolio?.asOf ?? new Date().toISOString(),
    };
  });
}

export const handle: PageHandle = {
  query: ["did", "outcome", "note", "refresh", "at"],
  orders: true,
  styles: "profit",
  live: () => [],
};

export const meta = clientMeta<typeof loader>(
  text,
  ({ deployment }) => `${deployment.strategyName}: ${DEPLOYMENT_STATE_LABELS[deployment.state]}`,
);

export default function DeploymentPage() {
  const data = useLoaderData<typeof loader>();
  const { deployment, hasWindow, asOf } = data;
  const path = deploymentPath(deployment.id);
  const { terms } = deployment;
  const canChange = deployment.state === "active" || deployment.state === "paused";
  return (
    <>
      <Breadcrumbs crumbs={portfolioCrumbs()} here={deployment.strategyName} />
      <div data-orders="page">
        <Top data={data} path={path} canChange={canChange} />
        <Notes
          deployment={deployment}
          did={data.did}
          isNew={data.isNew}
          isThereAlready={data.isThereAlready}
          isChanged={data.isChanged}
          joint={data.joint}
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
            summary={<TodaySummary deployment={deployment} last={data.last} asOf={asOf} />}
          >
            <StatusLine asOf={asOf} path={path} isSimulated={deployment.simulated} />
          </PnlSection>
          <section aria-labelledby="limits" className="panel panel-body">
            <div className="flex items-baseline justify-between gap-4">
              <h2 id="limits" className="panel-title">
                {text.yourLimits}
              </h2>
              {canChange ? (
                <a href={`${path}/change`} className="link text-sm">
                  {text.change}
                  <span className="sr-only"> {text.capitalOrLimits}</span>
                </a>
              ) : null}
            </div>
            <div className="mt-3">
              <RiskLimits guards={terms.guards} result={deployment.result} isRunning={canChange} />
            </div>
            <Costs result={deployment.result} />
          </section>
        </div>
        {data.payoff === null ? null : <PayoffSection at={data.payoff} />}
        <Positions deployment={deployment} />
        <div className="folds mt-6">
          <Records data={data} path={path} />
          <Terms deployment={deployment} path={path} />
          <AuditTrail deployment={deployment} path={path} />
        </div>
      </div>
    </>
  );
}

/** Renders name, state and today's summary on the left, the actions on the right. */
function Top(props: {
  data: ReturnType<typeof useLoaderData<typeof loader>>;
  path: string;
  canChange: boolean;
}) {
  const { deployment, glyph } = props.data;
  return (
    <header className="page-header">
      <div className="flex min-w-0 items-center gap-4">
        {glyph === null ? null : <StrategyGlyph kind={glyph} size="large" />}
        <div className="min-w-0">
          <h1>{deployment.strategyName}</h1>
          <p className="page-header-lead flex flex-wrap items-center gap-x-2">
            <StateBadge state={deployment.state} mode={deployment.terms.mode} />{" "}
            {text.capitalOnPaper({
              capital: formatRupees(deployment.capitalRupees),
              mode: deployment.terms.mode,
            })}{" "}
            · {sinceText(deployment)}
          </p>
          {deployment.state === "active" ? null : (
            <p className="mt-1 max-w-[75ch] text-sm">
              {deployment.reason ?? STATE_SENTENCES[deployment.state]}
            </p>
          )}
        </div>
      </div>
      <Actions deployment={deployment} path={props.path} actions={deployment.nextActions} />
    </header>
  );
}

/**
 * Renders the positions, or nothing if there are none. If the deployment has ended, a sentence links to the page where
 * the user can close them.
 */
function Positions({ deployment }: { deployment: DeploymentDetail }) {
  if (deployment.positions.length === 0) return null;
  return (
    <Section id="positions" title={text.openPosition(deployment.positions.length)} className="mt-8">
      <div className="mt-2">
        <div className="panel overflow-hidden">
          <PositionTable positions={deployment.positions} />
        </div>
        {isEnded(deployment.state) ? (
          <p className="mt-2">
            {filled(text.yoursToClose, {
              link: <TextLink to="/algos/my-algos/positions">{text.positionsPage}</TextLink>,
            })}
          </p>
        ) : null}
      </div>
    </Section>
  );
}

/** Summarises today in one line: number of trades, last fill, and next planned action. */
function TodaySummary(props: { deployment: DeploymentDetail; last: AccountEvent | null; asOf: string }) {
  const { deployment, last } = props;
  const trades = deployment.result?.openedToday ?? deployment.result?.tradesToday ?? 0;
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
      <Fold
        id="orders"
        title={text.orderBook}
        hint={text.orders({ count: orders.items.length, hasMore: orders.nextCursor !== null })}
      >
        <OrderTable
          orders={orders.items}
          caption={text.ordersOf(deployment.strategyName)}
          empty={text.noOrderYet}
        />
        <p className="mt-2 flex flex-wrap gap-x-6">
          {orders.nextCursor === null ? null : (
            <TouchLink to={`/algos/my-algos/orders?deployment=${deployment.id}`}>{text.allOrders}</TouchLink>
          )}{" "}
          <TouchLink to={`${props.path}/orders.csv`}>{text.ordersAsCsv}</TouchLink>
        </p>
      </Fold>
      {trades.items.length === 0 ? null : (
        <Fold
          id="trades"
          title={text.tradeBook}
          hint={text.charges(formatPaise(deployment.result?.chargesPaise ?? 0))}
        >
          <TradeTable
            trades={trades.items}
            caption={text.tradesOf({
              algo: deployment.strategyName,
              part: trades.nextCursor === null ? "" : text.newestOnly,
            })}
          />
          <p className="no-print mt-2 flex flex-wrap gap-x-6">
            <TouchLink to={`${deploymentPath(deployment.id)}/chart`}>{text.tradesOnTheChart}</TouchLink>{" "}
            <TouchLink to={`${props.path}/trades.csv`}>{text.tradesAsCsv}</TouchLink>
          </p>
        </Fold>
      )}
    </>
  );
}
