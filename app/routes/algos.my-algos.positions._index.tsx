// Open positions, live and paper, with who manages each: a running algo, or nobody but the reader. What no algo manages is squared off
// here, all of it at once or one by one with the order form.

import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount, formatHundredths, formatPaise } from "../format/rupees.ts";
import { readProblem } from "../http/problem.ts";
import { AccountNav } from "../portfolio/account-nav.tsx";
import { BrokerDown } from "../portfolio/broker-down.tsx";
import { Result } from "../portfolio/deployment-parts.tsx";
import { deploymentPath } from "../portfolio/deployment-words.ts";
import { accountHeaders, withAccount } from "../portfolio/read-account.ts";
import { asSignedIn, requireAccount } from "../portfolio/require-account.ts";
import { StatusLine } from "../portfolio/status-line.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { InstrumentLink } from "../ui/instrument-link.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { TableScroll } from "../ui/table-scroll.tsx";
import type { PageHandle } from "../wire/page-handle.ts";
import type { HeldPosition } from "../wire/portfolio.ts";

const PAGE = "/algos/my-algos/positions";

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return withAccount(context, PAGE, async ({ account, session }) => {
    const [{ items, asOf }, portfolio] = await Promise.all([account.listPositions(), account.getPortfolio()]);
    const sent = Number(searchParams.get("sent"));
    return {
      items,
      asOf,
      live: portfolio.live,
      sent: Number.isInteger(sent) && sent > 0 ? Math.min(sent, 999) : 0,
      refused: searchParams.get("refused") === "yes",
      xsrf: session.xsrf,
      key: context.requestId ?? "",
      isSimulated: context.site?.isSimulated ?? false,
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { account } = requireAccount(context, PAGE);
  const form = await request.formData();
  const refs = form.getAll("ref").map(String).slice(0, 100);
  const key = String(form.get("key") ?? "");
  if (refs.length === 0)
    return json({ words: "Choose at least one position to square off.", key }, { status: 422 });
  return asSignedIn(context, PAGE, async () => {
    try {
      const orders = (await account.squareOffPositions({ refs }, key)).items;
      const isRefused = orders.some(({ status }) => status === "REJECTED");
      return redirect(`${PAGE}?sent=${orders.length}${isRefused ? "&refused=yes" : ""}`, 303);
    } catch (fault) {
      if (!(fault instanceof Response) || ![404, 409, 422, 503].includes(fault.status)) throw fault;
      const words =
        fault.status === 503
          ? "The broker does not answer right now; whether the orders were sent is not known. Send the form again: each order is sent once."
          : readProblem(fault.status, await fault.json().catch(() => null)).detail;
      return json({ words, key }, { status: fault.status });
    }
  });
}

export const headers = accountHeaders;

export const handle: PageHandle = {
  query: ["sent", "refused", "refresh", "at"],
  orders: true,
  live: () => [],
};

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Positions",
    description: "Open positions with their P&L and margin, who manages each, and how to square them off.",
    path: PAGE,
    isIndexed: false,
  });

export default function Positions() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as { words: string; key: string } | undefined;
  if (data.isDown) return <BrokerDown title="Positions" path={PAGE} brand={data.brand} />;
  const yours = data.items.filter(({ heldBy }) => heldBy !== "algo");
  const algos = data.items.filter(({ heldBy }) => heldBy === "algo");
  return (
    <>
      <PageHeader title="Positions" />
      <AccountNav here={PAGE} />
      <div className="max-w-2xl">
        <ErrorSummary
          title="Nothing was sent"
          faults={refused === undefined ? [] : [{ href: "#yours", words: refused.words }]}
        />
      </div>
      {data.sent === 0 ? null : (
        <div role="status" className="mb-4 max-w-2xl">
          <Notice kind={data.refused ? "warn" : "info"}>
            <p>
              {formatCount(data.sent)} {data.sent === 1 ? "order" : "orders"} sent.{" "}
              {data.refused ? "At least one was rejected: " : ""}
              <a href="/algos/my-algos/orders" className="link">
                See the order book
              </a>
            </p>
          </Notice>
        </div>
      )}
      <div data-orders="page">
        <dl className="figure-row">
          <Figure label="Unrealised P&L, live">
            <Result paise={data.live.unrealisedPaise} />
          </Figure>
          <Figure label="Available margin">
            <span className="number">{formatPaise(data.live.availablePaise)}</span>
          </Figure>
          <Figure label="Used margin">
            <span className="number">{formatPaise(data.live.usedPaise)}</span>
          </Figure>
        </dl>
        <StatusLine asOf={data.asOf} path={PAGE} isSimulated={data.isSimulated} />
        <section aria-labelledby="yours" className="mt-6">
          <h2 id="yours" className="text-xl" tabIndex={-1}>
            Yours to manage
          </h2>
          {yours.length === 0 ? (
            <p className="mt-2 text-ink-muted">
              None. Positions you take over from an algo, and those your own orders open, appear here.
            </p>
          ) : (
            <form action={PAGE} method="post" className="mt-2 block!">
              <input type="hidden" name="xsrf" value={data.xsrf} />
              <input type="hidden" name="key" value={refused?.key || data.key} />
              <p className="mb-2 max-w-[75ch] text-sm text-warn">
                No algo watches stops or targets on these. Square them off here, or set a price with the order
                form.
              </p>
              <PositionsTable items={yours} caption="Positions yours to manage" isMine />
              <p className="no-print mt-4 flex flex-wrap gap-3">
                <button type="submit" className="button button-danger">
                  Square off the chosen at market
                </button>
              </p>
            </form>
          )}
        </section>
        <section aria-labelledby="algos" className="mt-8">
          <h2 id="algos" className="text-xl">
            Managed by algos
          </h2>
          {algos.length === 0 ? (
            <p className="mt-2 text-ink-muted">No running algo holds a position.</p>
          ) : (
            <div className="mt-2">
              <PositionsTable items={algos} caption="Positions managed by algos" isMine={false} />
            </div>
          )}
        </section>
      </div>
      <p className="no-print mt-8 flex flex-wrap gap-3">
        <LinkButton to="/algos/my-algos/kill-switch" kind="quiet">
          Kill switch
        </LinkButton>
      </p>
    </>
  );
}

function Figure(props: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function PositionsTable(props: { items: readonly HeldPosition[]; caption: string; isMine: boolean }) {
  const { isMine } = props;
  return (
    <TableScroll label={props.caption}>
      <table className="table rows-table">
        <caption className="sr-only">{props.caption}</caption>
        <thead>
          <tr>
            {isMine ? (
              <th scope="col">
                <span className="sr-only">Choose</span>
              </th>
            ) : null}
            <th scope="col">{isMine ? "Instrument, from" : "Instrument, algo"}</th>
            <th scope="col" className="number">
              Quantity
            </th>
            <th scope="col" className="number">
              LTP, average, ₹
            </th>
            <th scope="col" className="number">
              Unrealised P&amp;L
            </th>
            <th scope="col" className="number">
              Margin alone
            </th>
            <th scope="col">
              <span className="sr-only">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.items.map((position) => (
            <PositionRow key={position.ref} position={position} isMine={isMine} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function PositionRow(props: { position: HeldPosition; isMine: boolean }) {
  const { position, isMine } = props;
  const mode = position.mode === "live" ? "Live" : "Paper";
  return (
    <tr>
      {isMine ? (
        <td className="row-first">
          <input
            type="checkbox"
            name="ref"
            value={position.ref}
            defaultChecked
            aria-label={`Square off ${position.symbol}`}
            className="size-5"
          />
        </td>
      ) : null}
      <th scope="row" className="row-name">
        <InstrumentLink of={position} />{" "}
        <span className="font-normal text-ink-muted">{position.product}</span>
        <span className="row-under">
          {position.deploymentId === null ? (
            "Your own orders"
          ) : (
            <a href={deploymentPath(position.deploymentId)} className="link">
              {position.strategyName}
            </a>
          )}{" "}
          · {mode}
        </span>
      </th>
      <td className="number">
        {formatCount(Math.abs(position.quantity))} {position.quantity < 0 ? "short" : "long"}
      </td>
      <td className="number" data-label="LTP">
        {position.lastPaise === null ? "not known" : formatHundredths(position.lastPaise)}{" "}
        <span className="row-under">avg {formatHundredths(Math.round(position.averagePaise))}</span>
      </td>
      <td className="number row-sum">
        <Result paise={position.openResultPaise} />
      </td>
      <td className="number" data-label="Margin">
        {formatHundredths(position.marginPaise)}
      </td>
      <td className="no-print row-end whitespace-nowrap">
        {isMine ? (
          <a href={`${PAGE}/exit?${new URLSearchParams({ ref: position.ref })}`} className="link">
            Order form<span className="sr-only"> for {position.symbol}</span>
          </a>
        ) : (
          <a href={`${deploymentPath(position.deploymentId ?? "")}/exit`} className="link">
            Square off<span className="sr-only"> {position.strategyName}</span>
          </a>
        )}
      </td>
    </tr>
  );
}
