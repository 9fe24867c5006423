// Open positions, live and paper, grouped by the algo that manages them. Each position can be squared off separately.
// "Square off all" closes all positions of an algo and pauses the algo. Positions without an algo come first, and
// checkboxes select them.

import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { HeldPosition, Totals } from "../contract/base-api/portfolio.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { formatCount, formatHundredths, formatRupees } from "../format/rupees.ts";
import { createCookieHeaders } from "../http/cookies.ts";
import { readRefusal } from "../http/problem.ts";
import { AccountNav } from "../portfolio/account-nav.tsx";
import { StateBadge } from "../portfolio/algo-row.tsx";
import { positionsText as text } from "../portfolio/books-text.ts";
import { BrokerDown, type UnansweredForm, unansweredForm } from "../portfolio/broker-down.tsx";
import { Result } from "../portfolio/deployment-parts.tsx";
import { deploymentPath } from "../portfolio/deployment-texts.ts";
import { orMissing } from "../portfolio/missing-part.ts";
import { accountHeaders, loadWithAccount } from "../portfolio/read-account.ts";
import { requireAccount, runSignedIn } from "../portfolio/require-account.ts";
import { StatusLine } from "../portfolio/status-line.tsx";
import { brokerDownText } from "../portfolio/text.ts";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { Fact } from "../ui/figure.tsx";
import { InstrumentLink } from "../ui/instrument-link.tsx";
import { LinkButton, SubmitButton, TextLink } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";
import { Section } from "../ui/section.tsx";
import { StrategyGlyph } from "../ui/strategy-glyph.tsx";
import { RowName, TableHead } from "../ui/table-head.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";

const PAGE = "/algos/my-algos/positions";

export function loader({ context }: LoaderFunctionArgs) {
  return loadWithAccount(context, PAGE, async ({ account, session }) => {
    const [{ items, asOf }, portfolio] = await Promise.all([
      account.listPositions(),
      orMissing(account.getPortfolio()),
    ]);
    return {
      items,
      asOf,
      live: portfolio?.live ?? null,
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
    return json({ message: text.chooseAtLeastOne, key, refs, unanswered: null }, { status: 422 });
  return runSignedIn(context, PAGE, async () => {
    try {
      const orders = (await account.squareOffPositions({ refs }, key)).items;
      if (orders.length === 0)
        return json({ message: text.sendsNothing, key: "", refs, unanswered: null }, { status: 409 });
      const isRejected = orders.some(({ status }) => status === "REJECTED");
      const cookies = context.signIn?.flash(isRejected ? "order_rejected" : "orders_sent") ?? [];
      return redirect(PAGE, { status: 303, headers: createCookieHeaders(cookies) });
    } catch (fault) {
      const refusal = await readRefusal(fault, [404, 409, 422], text.notKnownWhetherSent);
      const { message, init } = refusal;
      const unanswered = unansweredForm(refusal, PAGE, form);
      // After a refusal by the broker, the form gets a new key, because its key may belong to other positions. The same
      // applies to a response without orders.
      const isRefused = init.status === 404 || init.status === 409;
      return json({ message, key: isRefused ? "" : key, refs, unanswered }, init);
    }
  });
}

export const headers = accountHeaders;

export const handle: PageHandle = {
  query: ["refresh", "at"],
  orders: true,
  live: () => [],
};

export const meta = fixedMeta(text, PAGE, { isIndexed: false });

type Refused = { message: string; key: string; refs: string[]; unanswered: UnansweredForm | null };

export default function Positions() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as Refused | undefined;
  const unanswered = refused?.unanswered ?? null;
  if (data.isDown)
    return <BrokerDown title={text.title} path={PAGE} brand={data.brand} unanswered={unanswered} />;
  const yours = data.items.filter(({ heldBy }) => heldBy !== "algo");
  const groups = groupPositions(data.items.filter(({ heldBy }) => heldBy === "algo"));
  return (
    <>
      <PageHeader title={text.title} lead={text.openIn({ open: data.items.length, algos: groups.length })}>
        <LiveFigures totals={data.live} />
      </PageHeader>
      <AccountNav here={PAGE} />
      <ErrorSummary
        title={unanswered === null ? text.nothingWasSent : brokerDownText.resultNotKnown}
        faults={refused === undefined ? [] : [{ href: "#yours", message: refused.message }]}
      />
      <div data-orders="page" className="split-stack">
        {data.items.length === 0 ? <NoPositions /> : null}
        {yours.length === 0 ? null : (
          <YourPositions
            items={yours}
            chosen={refused?.refs ?? yours.map(({ ref }) => ref)}
            xsrf={data.xsrf}
            formKey={refused?.key || data.key}
            isRetry={unanswered !== null}
          />
        )}
        {groups.length === 0 ? null : <AlgoPositions groups={groups} isAlone={yours.length === 0} />}
        <StatusLine asOf={data.asOf} path={PAGE} isSimulated={data.isSimulated} />
      </div>
    </>
  );
}

type Group = { deploymentId: string; name: string; mode: HeldPosition["mode"]; items: HeldPosition[] };

/** Groups positions by the deployment that manages them. Live groups come first; otherwise the order is unchanged. */
function groupPositions(items: readonly HeldPosition[]): Group[] {
  const groups = new Map<string, Group>();
  for (const item of items) {
    const id = item.deploymentId ?? "";
    const group = groups.get(id) ?? {
      deploymentId: id,
      name: item.strategyName ?? "",
      mode: item.mode,
      items: [],
    };
    group.items.push(item);
    groups.set(id, group);
  }
  return [...groups.values()].sort(
    (one, other) => Number(one.mode === "paper") - Number(other.mode === "paper"),
  );
}

function NoPositions() {
  return (
    <section className="panel empty-state">
      <StrategyGlyph kind="dip" size="large" />
      <h2 className="panel-title">{text.none}</h2>
      <p>{text.noneMeans}</p>
      <LinkButton to="/algos/my-algos" kind="quiet">
        {text.portfolio}
      </LinkButton>
    </section>
  );
}

/** Renders the positions without an algo. They come first, because no algo monitors their losses. */
function YourPositions(props: {
  items: readonly HeldPosition[];
  /** Ids of the ticked positions. */
  chosen: readonly string[];
  xsrf: string;
  formKey: string;
  /** True if the script that reloads the positions must keep the form's key. */
  isRetry: boolean;
}) {
  return (
    <section aria-labelledby="yours">
      <h2 id="yours" className="text-xl" tabIndex={-1}>
        {text.yoursToManage}
      </h2>
      <p className="mt-1 mb-3 text-sm text-warn">{text.noAlgoWatches}</p>
      <form action={PAGE} method="post" className="block!">
        <input type="hidden" name="xsrf" value={props.xsrf} />
        <input type="hidden" name="key" value={props.formKey} data-retry={props.isRetry || undefined} />
        <div className="panel overflow-hidden">
          <TableScroll label={text.yoursCaption}>
            <table className="table rows-table positions-table">
              <caption className="sr-only">{text.yoursCaption}</caption>
              <Head isMine />
              <tbody>
                {props.items.map((position) => (
                  <PositionRow
                    key={position.ref}
                    position={position}
                    isMine
                    isChosen={props.chosen.includes(position.ref)}
                  />
                ))}
              </tbody>
            </table>
          </TableScroll>
        </div>
        <p className="no-print mt-4">
          <SubmitButton kind="danger">{text.squareOffChosen}</SubmitButton>
        </p>
      </form>
    </section>
  );
}

/** Renders the positions of algos. The heading is visible only if the page also lists the user's own positions. */
function AlgoPositions({ groups, isAlone }: { groups: readonly Group[]; isAlone: boolean }) {
  return (
    <Section id="algos" title={text.managedByAlgos} titleClass={isAlone ? "sr-only" : "mb-3 text-xl"}>
      <div className="panel overflow-hidden">
        <TableScroll label={text.algosCaption}>
          <table className="table rows-table positions-table">
            <caption className="sr-only">{text.algosCaption}</caption>
            <Head isMine={false} />
            {groups.map((group) => (
              <tbody key={group.deploymentId}>
                <GroupRow group={group} />
                {group.items.map((position) => (
                  <PositionRow key={position.ref} position={position} isMine={false} />
                ))}
              </tbody>
            ))}
          </table>
        </TableScroll>
      </div>
      <p className="mt-3 text-sm text-ink-muted">{text.squareOffMeans}</p>
    </Section>
  );
}

/** Renders an algo with the sum of its positions, and a button that closes them all. */
function GroupRow({ group }: { group: Group }) {
  const results = group.items.map(({ openResultPaise }) => openResultPaise);
  const sum = results.includes(null) ? null : results.reduce<number>((all, one) => all + (one ?? 0), 0);
  return (
    <tr className="group-row">
      <th scope="rowgroup" colSpan={4} className="row-name">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <a href={deploymentPath(group.deploymentId)} className="algo-name">
            {group.name}
          </a>{" "}
          <StateBadge state="active" mode={group.mode} />
        </span>
      </th>
      <td className="number row-sum">
        <Result paise={sum} className="font-semibold" />
      </td>
      <td className="group-margin" />
      <td className="no-print row-end">
        <a href={`${deploymentPath(group.deploymentId)}/exit`} className="button button-outline-danger">
          {text.squareOffAll(group.items.length)}
          <span className="sr-only"> {text.ofAlgo(group.name)}</span>
        </a>
      </td>
    </tr>
  );
}

function Head({ isMine }: { isMine: boolean }) {
  return (
    <TableHead
      columns={[
        ...(isMine ? [{ name: text.choose, isHidden: true } as const] : []),
        text.instrument,
        { number: text.quantity },
        { number: text.averageHead },
        { number: text.last },
        { number: text.unrealisedPnl },
        { number: text.marginAlone },
        { name: text.action, isHidden: true },
      ]}
    />
  );
}

function PositionRow(props: { position: HeldPosition; isMine: boolean; isChosen?: boolean }) {
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
            defaultChecked={props.isChosen}
            aria-label={text.squareOffSymbol(position.symbol)}
            className="size-5"
          />
        </td>
      ) : null}
      <RowName>
        <InstrumentLink of={position} />{" "}
        <span className="font-normal text-ink-muted">{position.product}</span>{" "}
        {isMine ? (
          <span className="row-under">
            {position.deploymentId === null ? (
              text.yourOwnOrders
            ) : (
              <TextLink to={deploymentPath(position.deploymentId)}>{position.strategyName}</TextLink>
            )}{" "}
            · {mode}
          </span>
        ) : null}
      </RowName>
      <td className="number">
        {formatCount(Math.abs(position.quantity))} {position.quantity < 0 ? text.short : text.long}
      </td>
      <td className="number" data-label={text.averageHead}>
        {formatHundredths(Math.round(position.averagePaise))}
      </td>
      <td className="number" data-label={text.last}>
        {position.lastPaise === null ? text.notKnown : formatHundredths(position.lastPaise)}
      </td>
      <td className="number row-sum">
        <Result paise={position.openResultPaise} />
      </td>
      <td className="number" data-label={text.margin}>
        {formatHundredths(position.marginPaise)}
      </td>
      <td className="no-print row-end whitespace-nowrap">
        <TextLink to={`${PAGE}/exit?${new URLSearchParams({ ref: position.ref })}`}>
          {isMine ? text.orderForm : text.squareOff}
          <span className="sr-only"> {text.forSymbol(position.symbol)}</span>
        </TextLink>
      </td>
    </tr>
  );
}

/** Renders the totals of the live positions, or nothing if the provider does not return them. */
function LiveFigures({ totals }: { totals: Totals | null }) {
  if (totals === null) return <p className="text-ink-muted">{text.marginNotAvailable}</p>;
  return (
    <dl className="figure-row sm:text-end">
      <Fact label={text.unrealisedPnlLive} className="max-sm:basis-full sm:order-1">
        <span className="figure-large">
          <Result paise={totals.unrealisedPaise} />
        </span>
      </Fact>
      <Fact label={text.usedMargin}>
        <span className="number">{formatRupees(Math.round(totals.usedPaise / 100))}</span>
      </Fact>
      <Fact label={text.availableMargin}>
        <span className="number">{formatRupees(Math.round(totals.availablePaise / 100))}</span>
      </Fact>
    </dl>
  );
}
