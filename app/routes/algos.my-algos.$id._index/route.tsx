// One deployment: what state it is in and why, what it holds and made, what can be done now, and all that was done.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  Fact,
  GuardList,
  ModeMark,
  OrderTable,
  PositionTable,
  Result,
  StateMark,
  sinceWords,
  TradeTable,
} from "../../account/deployment-parts.tsx";
import {
  ACTOR_WORDS,
  deploymentPath,
  eventWords,
  STATE_SENTENCES,
  STATE_WORDS,
  VERB_PATHS,
  VERB_WORDS,
} from "../../account/deployment-words.ts";
import { withDeployment } from "../../account/read-deployment.ts";
import { formatDay, formatMoment } from "../../format/dates.ts";
import { formatPaise } from "../../format/rupees.ts";
import { Amount } from "../../ui/amount.tsx";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import type { DeploymentDetail } from "../../wire/deployment.ts";
import { VERBS, type Verb } from "../../wire/deployment-states.ts";
import type { PageHandle } from "../../wire/page-handle.ts";

const ORDERS_SHOWN = 25;

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return withDeployment(context, request, params, async (deployment, { account }) => {
    const { searchParams } = new URL(request.url);
    const wanted = { deployment: deployment.id, limit: ORDERS_SHOWN };
    const [orders, trades] = await Promise.all([account.listOrders(wanted), account.listTrades(wanted)]);
    const did = VERBS.find((verb) => verb === searchParams.get("did")) ?? null;
    const outcome = searchParams.get("outcome");
    return {
      deployment,
      orders,
      trades,
      did,
      isNew: outcome === "confirmed",
      isThereAlready: searchParams.get("note") === "already",
      hasWindow: context.orderWindow !== null,
      asOf: deployment.result?.asOf ?? new Date().toISOString(),
    };
  });
}

export const handle: PageHandle = { query: ["did", "outcome", "note"], orders: true };

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) =>
  pageMeta(matches, {
    title:
      data === undefined
        ? "Deployment"
        : `${data.deployment.strategyName}: ${STATE_WORDS[data.deployment.state]}`,
    description: "A deployed algo: its state, positions, orders, guards and audit trail.",
    path: location.pathname,
    isIndexed: false,
  });

export default function DeploymentPage() {
  const { deployment, orders, trades, did, isNew, isThereAlready, hasWindow, asOf } =
    useLoaderData<typeof loader>();
  const path = deploymentPath(deployment.id);
  const { result, terms } = deployment;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: "Algos", path: "/algos" },
          { title: "My algos", path: "/algos/my-algos" },
        ]}
        here={deployment.strategyName}
      />
      <div data-orders="page">
        <header className="pt-6 pb-6">
          <h1 className="text-2xl sm:text-3xl">{deployment.strategyName}</h1>
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
            <StateMark state={deployment.state} /> <ModeMark mode={terms.mode} />
            <span className="text-base text-ink-muted">{sinceWords(deployment)}</span>
          </p>
          <p className="mt-2 max-w-[65ch]">
            {deployment.reason ?? STATE_SENTENCES[deployment.state]} {deployment.outlook}
          </p>
        </header>
        <Notes
          deployment={deployment}
          words={
            did !== null
              ? VERB_WORDS[did].done
              : isNew && deployment.state === "active"
                ? "It is deployed. Orders stand below as soon as the algo sends some."
                : isThereAlready
                  ? "You have deployed this algo already; this is it. Nothing was made twice."
                  : null
          }
        />
        {deployment.basket !== null && hasWindow ? (
          <p className="mb-6">
            <LinkButton to={`${path}/order-window`}>Confirm in the order window</LinkButton>
          </p>
        ) : null}
        <Actions path={path} actions={deployment.nextActions} />
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <section aria-labelledby="result" className="panel p-5">
            <h2 id="result" className="text-lg">
              Result
            </h2>
            {result === null ? (
              <p className="mt-2 text-ink-muted">It has not traded yet, so there is no result.</p>
            ) : (
              <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-3">
                <Fact label="Today">
                  <Result paise={result.dayPaise} className="text-2xl" />
                </Fact>
                <Fact label="Net P&L, charges and fees taken off">
                  <Result paise={result.totalPaise} className="text-2xl" />
                </Fact>
                <Fact label="Charges so far">
                  <span className="number">{formatPaise(result.chargesPaise)}</span>
                </Fact>
                <Fact label="Manager's fees so far">
                  <span className="number">{formatPaise(result.feesPaise)}</span>
                </Fact>
              </dl>
            )}
            <p className="mt-3 text-sm text-ink-muted">
              {terms.mode === "paper" ? "On paper. " : ""}
              {deployment.simulated ? "Simulated: the sandbox's market. " : ""}As of{" "}
              {formatMoment(new Date(asOf))}.{" "}
              <a href={path} className="link">
                Reload
              </a>
            </p>
            <h3 className="mt-6 font-semibold">Open positions</h3>
            <div className="mt-2">
              {deployment.positions.length === 0 ? (
                <p className="text-ink-muted">None.</p>
              ) : (
                <PositionTable positions={deployment.positions} />
              )}
            </div>
          </section>
          <section aria-labelledby="guards" className="panel p-5">
            <h2 id="guards" className="text-lg">
              Guards
            </h2>
            <div className="mt-3">
              <GuardList guards={terms.guards} result={result} />
            </div>
          </section>
        </div>
        <section aria-labelledby="orders" className="mt-10">
          <h2 id="orders" className="text-xl">
            Orders
          </h2>
          <div className="mt-3">
            <OrderTable
              orders={orders.items}
              caption={`Orders of ${deployment.strategyName}`}
              empty="None yet."
            />
          </div>
          <p className="mt-3 flex flex-wrap gap-x-6">
            {orders.nextCursor === null ? null : (
              <a
                href={`/algos/my-algos/orders?deployment=${deployment.id}`}
                className="link inline-flex min-h-8 items-center"
              >
                All orders of this deployment
              </a>
            )}
            <a href={`${path}/orders.csv`} className="link inline-flex min-h-8 items-center">
              Orders as CSV
            </a>
            <a href={`${path}/trades.csv`} className="link inline-flex min-h-8 items-center">
              Trades as CSV
            </a>
          </p>
        </section>
        {trades.items.length === 0 ? null : (
          <section aria-labelledby="trades" className="mt-10">
            <h2 id="trades" className="text-xl">
              Trades
            </h2>
            <div className="mt-3">
              <TradeTable
                trades={trades.items}
                caption={`Trades of ${deployment.strategyName}${trades.nextCursor === null ? "" : ", the newest"}`}
              />
            </div>
          </section>
        )}
        <Trail deployment={deployment} path={path} />
      </div>
      <Terms deployment={deployment} path={path} />
    </>
  );
}

function Notes(props: { deployment: DeploymentDetail; words: string | null }) {
  const { deployment, words } = props;
  return (
    <>
      {words === null ? null : (
        <div role="status" className="mb-6 max-w-2xl">
          <Notice kind="info">
            <p>{words}</p>
          </Notice>
        </div>
      )}
      {deployment.newVersion === null ? null : (
        <div className="mb-6 max-w-2xl">
          <Notice kind="warn" title={`Version ${deployment.newVersion} is out`}>
            <p>
              Version {deployment.version} opens nothing more. See what is different before you consent;
              silence is not consent.
            </p>
            <p className="mt-2">
              <LinkButton to={`${deploymentPath(deployment.id)}/version`} kind="quiet">
                See what is different
              </LinkButton>
            </p>
          </Notice>
        </div>
      )}
    </>
  );
}

function Actions(props: { path: string; actions: readonly Verb[] }) {
  if (props.actions.length === 0) return null;
  return (
    <nav aria-label="What you can do" className="no-print flex flex-wrap gap-3">
      {props.actions.map((verb) => (
        <LinkButton
          key={verb}
          to={`${props.path}/${VERB_PATHS[verb]}`}
          kind={verb === "stop" ? "main" : "quiet"}
        >
          {VERB_WORDS[verb].button}
        </LinkButton>
      ))}
    </nav>
  );
}

function Trail(props: { deployment: DeploymentDetail; path: string }) {
  return (
    <section aria-labelledby="trail" className="mt-10 max-w-3xl">
      <h2 id="trail" className="text-xl">
        What was done, and by whom
      </h2>
      <ol className="mt-3">
        {[...props.deployment.events].reverse().map((event) => (
          <li key={`${event.at} ${event.what}`} className="border-b border-line py-2">
            <p>
              <strong className="font-semibold">{eventWords(event.what)}</strong>, by {ACTOR_WORDS[event.by]}{" "}
              <span className="text-sm text-ink-muted">{formatMoment(new Date(event.at))}</span>
            </p>
            {event.reason === null ? null : <p className="text-sm">{event.reason}</p>}
            {event.note === null ? null : <p className="text-sm">Your note: {event.note}</p>}
          </li>
        ))}
      </ol>
      <p className="mt-3">
        <a href={`${props.path}/audit.csv`} className="link inline-flex min-h-8 items-center">
          Audit trail as CSV
        </a>
      </p>
    </section>
  );
}

function Terms(props: { deployment: DeploymentDetail; path: string }) {
  const { deployment, path } = props;
  const { terms } = deployment;
  return (
    <section aria-labelledby="terms" className="mt-10">
      <h2 id="terms" className="text-xl">
        Terms
      </h2>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3 border-y border-line py-3 text-sm">
        <Fact label="Capital">
          <Amount rupees={deployment.capitalRupees} />
        </Fact>
        <Fact label="Multiples">{terms.multiplier}</Fact>
        <Fact label="Version">{deployment.version}</Fact>
        <Fact label="From">{formatDay(terms.startOn)}</Fact>
        <Fact label="On">{terms.days.join(", ")}</Fact>
        <Fact label="Consented">{formatMoment(new Date(deployment.consent.acceptedAt))}</Fact>
      </dl>
      <p className="mt-3 flex flex-wrap gap-x-6">
        <a href={`${path}/receipt`} className="link inline-flex min-h-8 items-center">
          Receipt of your consent
        </a>
        <a
          href={`/algos/managers/${deployment.managerId}/${deployment.strategyId}`}
          className="link inline-flex min-h-8 items-center"
        >
          The algo's page
        </a>
      </p>
    </section>
  );
}
