// My algos: everything the reader has deployed, running ones first, with what it made or lost today and in all; his orders of
// late; and the kill switch.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OrderTable } from "../../account/deployment-parts.tsx";
import { asSignedIn, requireAccount } from "../../account/require-account.ts";
import { SignedOut } from "../../account/signed-out.tsx";
import { formatMoment } from "../../format/dates.ts";
import { formatPaise } from "../../format/rupees.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import { isEnded } from "../../wire/deployment-states.ts";
import type { PageHandle } from "../../wire/page-handle.ts";
import { DeploymentList } from "./deployment-list.tsx";

const PAGE = "/algos/my-algos";
const ORDERS_SHOWN = 10;

export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.account || !context.session) return { isSignedIn: false as const };
  const { account, session } = requireAccount(context, PAGE);
  return asSignedIn(context, PAGE, async () => {
    const [{ items, asOf }, funds, killSwitch, orders] = await Promise.all([
      account.listDeployments(),
      account.getFunds(),
      account.getKillSwitch(),
      account.listOrders({ limit: ORDERS_SHOWN }),
    ]);
    return { isSignedIn: true as const, name: session.name, items, asOf, funds, killSwitch, orders };
  });
}

export const handle: PageHandle = { query: ["refresh", "at"], orders: true };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "My algos",
    description:
      "The algos you have deployed: their state, orders and results, and the buttons that stop them.",
    path: PAGE,
    isIndexed: false,
  });

export default function MyAlgos() {
  const data = useLoaderData<typeof loader>();
  const crumbs = (
    <Breadcrumbs
      crumbs={[
        { title: "Home", path: "/" },
        { title: "Algos", path: "/algos" },
      ]}
      here="My algos"
    />
  );
  if (!data.isSignedIn)
    return (
      <>
        {crumbs}
        <SignedOut
          title="My algos"
          sentence="You are signed out. Deployments belong to an account, so there is nothing to show yet."
          action="Sign in to see your algos"
          returnTo={PAGE}
        />
      </>
    );
  const { items, funds, killSwitch, orders, asOf } = data;
  const running = items.filter(({ state }) => !isEnded(state));
  const ended = items.filter(({ state }) => isEnded(state));
  return (
    <>
      {crumbs}
      <PageHeader
        title="My algos"
        lead={
          items.length === 0
            ? `${data.name}, you have deployed nothing yet. An algo can be tried on paper first: the same rules, no money.`
            : undefined
        }
      />
      {killSwitch.isActive ? (
        <div className="mb-6 max-w-2xl">
          <Notice kind="warn" title="The kill switch is on">
            <p>
              Nothing new is opened, and what ran is stopped.{" "}
              <a href={`${PAGE}/kill-switch`} className="link">
                Look at it
              </a>
            </p>
          </Notice>
        </div>
      ) : null}
      <div data-orders="page">
        {items.length === 0 ? null : (
          <DeploymentList title="Running" items={running} empty="Nothing runs now." />
        )}
        <p className="mt-3 text-sm text-ink-muted">
          As of {formatMoment(new Date(asOf))}.{" "}
          <a href={PAGE} className="link">
            Reload
          </a>
        </p>
        <dl className="mt-6 flex flex-wrap gap-x-8 gap-y-3 border-y border-line py-3 text-sm">
          <Sum label="Account value" paise={funds.balancePaise} />
          <Sum label="Blocked by live positions" paise={funds.blockedPaise} />
          <Sum label="Free funds" paise={funds.availablePaise} />
        </dl>
        <section aria-labelledby="orders" className="mt-10">
          <h2 id="orders" className="text-xl">
            Latest orders
          </h2>
          <div className="mt-3">
            <OrderTable
              orders={orders.items}
              caption="Your latest orders"
              empty="No order has been sent yet. They stand here as soon as an algo sends one."
            />
          </div>
          {orders.items.length === 0 ? null : (
            <p className="mt-3 flex flex-wrap gap-x-6">
              <a href={`${PAGE}/orders`} className="link inline-flex min-h-8 items-center">
                All orders
              </a>
              <a href={`${PAGE}/orders.csv`} className="link inline-flex min-h-8 items-center">
                Orders as CSV
              </a>
            </p>
          )}
        </section>
        {ended.length === 0 ? null : (
          <div className="mt-10">
            <DeploymentList title="Over" items={ended} empty="" />
          </div>
        )}
      </div>
      <p className="no-print mt-10 flex flex-wrap gap-3">
        <LinkButton to="/algos" kind={items.length === 0 ? "main" : "quiet"}>
          {items.length === 0 ? "Find an algo" : "Deploy another"}
        </LinkButton>
        <LinkButton to={`${PAGE}/kill-switch`} kind="quiet">
          Kill switch
        </LinkButton>
        <LinkButton to="/algos/tracklist" kind="quiet">
          Tracklists
        </LinkButton>
      </p>
    </>
  );
}

function Sum(props: { label: string; paise: number }) {
  return (
    <div>
      <dt className="text-xs text-ink-muted">{props.label}</dt>
      <dd className="number font-semibold">{formatPaise(props.paise)}</dd>
    </div>
  );
}
