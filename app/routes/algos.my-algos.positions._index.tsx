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
import type { HeldPosition, Totals } from "../contract/base-api/portfolio.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { formatCount, formatHundredths, formatPaise } from "../format/rupees.ts";
import { readProblem } from "../http/problem.ts";
import { AccountNav } from "../portfolio/account-nav.tsx";
import { BrokerDown } from "../portfolio/broker-down.tsx";
import { Result } from "../portfolio/deployment-parts.tsx";
import { deploymentPath } from "../portfolio/deployment-words.ts";
import { orMissing } from "../portfolio/missing-part.ts";
import { accountHeaders, withAccount } from "../portfolio/read-account.ts";
import { asSignedIn, requireAccount } from "../portfolio/require-account.ts";
import { StatusLine } from "../portfolio/status-line.tsx";
import { positionsText as text } from "../portfolio/text.ts";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { InstrumentLink } from "../ui/instrument-link.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { TableScroll } from "../ui/table-scroll.tsx";

const PAGE = "/algos/my-algos/positions";

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return withAccount(context, PAGE, async ({ account, session }) => {
    const [{ items, asOf }, portfolio] = await Promise.all([
      account.listPositions(),
      orMissing(account.getPortfolio()),
    ]);
    const sent = Number(searchParams.get("sent"));
    return {
      items,
      asOf,
      live: portfolio?.live ?? null,
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
  if (refs.length === 0) return json({ words: text.chooseAtLeastOne, key }, { status: 422 });
  return asSignedIn(context, PAGE, async () => {
    try {
      const orders = (await account.squareOffPositions({ refs }, key)).items;
      const isRefused = orders.some(({ status }) => status === "REJECTED");
      return redirect(`${PAGE}?sent=${orders.length}${isRefused ? "&refused=yes" : ""}`, 303);
    } catch (fault) {
      if (!(fault instanceof Response) || ![404, 409, 422, 503].includes(fault.status)) throw fault;
      const words =
        fault.status === 503
          ? text.notKnownWhetherSent
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
    title: text.title,
    description: text.description,
    path: PAGE,
    isIndexed: false,
  });

export default function Positions() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as { words: string; key: string } | undefined;
  if (data.isDown) return <BrokerDown title={text.title} path={PAGE} brand={data.brand} />;
  const yours = data.items.filter(({ heldBy }) => heldBy !== "algo");
  const algos = data.items.filter(({ heldBy }) => heldBy === "algo");
  return (
    <>
      <PageHeader title={text.title} />
      <AccountNav here={PAGE} />
      <div className="max-w-2xl">
        <ErrorSummary
          title={text.nothingWasSent}
          faults={refused === undefined ? [] : [{ href: "#yours", words: refused.words }]}
        />
      </div>
      {data.sent === 0 ? null : (
        <div role="status" className="mb-4 max-w-2xl">
          <Notice kind={data.refused ? "warn" : "info"}>
            <p>
              {text.sent(data.sent)} {data.refused ? `${text.oneWasRejected} ` : ""}
              <a href="/algos/my-algos/orders" className="link">
                {text.seeTheOrderBook}
              </a>
            </p>
          </Notice>
        </div>
      )}
      <div data-orders="page">
        <LiveFigures totals={data.live} />
        <StatusLine asOf={data.asOf} path={PAGE} isSimulated={data.isSimulated} />
        <section aria-labelledby="yours" className="mt-6">
          <h2 id="yours" className="text-xl" tabIndex={-1}>
            {text.yoursToManage}
          </h2>
          {yours.length === 0 ? (
            <p className="mt-2 text-ink-muted">{text.noneOfYours}</p>
          ) : (
            <form action={PAGE} method="post" className="mt-2 block!">
              <input type="hidden" name="xsrf" value={data.xsrf} />
              <input type="hidden" name="key" value={refused?.key || data.key} />
              <p className="mb-2 max-w-[75ch] text-sm text-warn">{text.noAlgoWatches}</p>
              <PositionsTable items={yours} caption={text.yoursCaption} isMine />
              <p className="no-print mt-4 flex flex-wrap gap-3">
                <button type="submit" className="button button-danger">
                  {text.squareOffChosen}
                </button>
              </p>
            </form>
          )}
        </section>
        <section aria-labelledby="algos" className="mt-8">
          <h2 id="algos" className="text-xl">
            {text.managedByAlgos}
          </h2>
          {algos.length === 0 ? (
            <p className="mt-2 text-ink-muted">{text.noneOfAlgos}</p>
          ) : (
            <div className="mt-2">
              <PositionsTable items={algos} caption={text.algosCaption} isMine={false} />
            </div>
          )}
        </section>
      </div>
      <p className="no-print mt-8 flex flex-wrap gap-3">
        <LinkButton to="/algos/my-algos/kill-switch" kind="quiet">
          {text.killSwitch}
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
                <span className="sr-only">{text.choose}</span>
              </th>
            ) : null}
            <th scope="col">{isMine ? text.instrumentFrom : text.instrumentAlgo}</th>
            <th scope="col" className="number">
              {text.quantity}
            </th>
            <th scope="col" className="number">
              {text.ltpAverage}
            </th>
            <th scope="col" className="number">
              {text.unrealisedPnl}
            </th>
            <th scope="col" className="number">
              {text.marginAlone}
            </th>
            <th scope="col">
              <span className="sr-only">{text.action}</span>
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
  const mode = position.mode === "live" ? text.live : text.paper;
  return (
    <tr>
      {isMine ? (
        <td className="row-first">
          <input
            type="checkbox"
            name="ref"
            value={position.ref}
            defaultChecked
            aria-label={text.squareOffSymbol(position.symbol)}
            className="size-5"
          />
        </td>
      ) : null}
      <th scope="row" className="row-name">
        <InstrumentLink of={position} />{" "}
        <span className="font-normal text-ink-muted">{position.product}</span>{" "}
        <span className="row-under">
          {position.deploymentId === null ? (
            text.yourOwnOrders
          ) : (
            <a href={deploymentPath(position.deploymentId)} className="link">
              {position.strategyName}
            </a>
          )}{" "}
          · {mode}
        </span>
      </th>
      <td className="number">
        {formatCount(Math.abs(position.quantity))} {position.quantity < 0 ? text.short : text.long}
      </td>
      <td className="number" data-label={text.ltp}>
        {position.lastPaise === null ? text.notKnown : formatHundredths(position.lastPaise)}{" "}
        <span className="row-under">{text.average(formatHundredths(Math.round(position.averagePaise)))}</span>
      </td>
      <td className="number row-sum">
        <Result paise={position.openResultPaise} />
      </td>
      <td className="number" data-label={text.margin}>
        {formatHundredths(position.marginPaise)}
      </td>
      <td className="no-print row-end whitespace-nowrap">
        {isMine ? (
          <a href={`${PAGE}/exit?${new URLSearchParams({ ref: position.ref })}`} className="link">
            {text.orderForm}
            <span className="sr-only"> {text.forSymbol(position.symbol)}</span>
          </a>
        ) : (
          <a href={`${deploymentPath(position.deploymentId ?? "")}/exit`} className="link">
            {text.squareOff}
            <span className="sr-only"> {position.strategyName}</span>
          </a>
        )}
      </td>
    </tr>
  );
}

/** Figures of the live positions; null where the provider does not have them. */
function LiveFigures({ totals }: { totals: Totals | null }) {
  if (totals === null) return <p className="text-ink-muted">{text.marginNotAvailable}</p>;
  return (
    <dl className="figure-row">
      <Figure label={text.unrealisedPnlLive}>
        <Result paise={totals.unrealisedPaise} />
      </Figure>
      <Figure label={text.availableMargin}>
        <span className="number">{formatPaise(totals.availablePaise)}</span>
      </Figure>
      <Figure label={text.usedMargin}>
        <span className="number">{formatPaise(totals.usedPaise)}</span>
      </Figure>
    </dl>
  );
}
