// The event log: orders and fills, rejects, risk limits, managers' notices and changes of state, filtered by algo, mode and type.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { AccountNav } from "../portfolio/account-nav.tsx";
import { BrokerDown } from "../portfolio/broker-down.tsx";
import { CLASS_WORDS, EventList } from "../portfolio/event-list.tsx";
import { accountHeaders, withAccount } from "../portfolio/read-account.ts";
import { StatusLine } from "../portfolio/status-line.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import type { PageHandle } from "../wire/page-handle.ts";
import { EVENT_CLASSES } from "../wire/portfolio.ts";

const PAGE = "/account/notifications";
const EVENTS_A_PAGE = 50;

const filterSchema = z.object({
  deployment: z.uuid().optional().catch(undefined),
  mode: z.enum(["live", "paper"]).optional().catch(undefined),
  class: z.enum(EVENT_CLASSES).optional().catch(undefined),
});
const cursorSchema = z.string().regex(/^\d{1,16}\.[od]\d{1,24}$/);

export const headers = accountHeaders;

export const handle: PageHandle = {
  query: ["deployment", "mode", "class", "before", "refresh", "at"],
  orders: true,
  live: () => [],
};

export function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  return withAccount(context, `${url.pathname}${url.search}`, async ({ account }) => {
    const { searchParams } = url;
    const filter = filterSchema.parse(Object.fromEntries(searchParams));
    const before = cursorSchema.safeParse(searchParams.get("before")).data;
    const chosen = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    const [events, { items }] = await Promise.all([
      account.listAccountEvents({
        ...chosen,
        limit: EVENTS_A_PAGE,
        ...(before === undefined ? {} : { before }),
      }),
      account.listDeployments(),
    ]);
    return {
      events,
      filter: chosen as {
        deployment?: string;
        mode?: "live" | "paper";
        class?: (typeof EVENT_CLASSES)[number];
      },
      isFirst: before === undefined,
      algos: items.map(({ id, strategyName, terms, createdAt }) => ({
        id,
        name: `${strategyName}, ${terms.mode}, ${createdAt.slice(0, 10)}`,
      })),
      isSimulated: context.site?.isSimulated ?? false,
    };
  });
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Notifications",
    description: "Everything that happened to your algos and orders, newest first.",
    path: PAGE,
    isIndexed: false,
  });

export default function Notifications() {
  const data = useLoaderData<typeof loader>();
  if (data.isDown) return <BrokerDown title="Notifications" path={PAGE} brand={data.brand} />;
  const { events, filter } = data;
  const address = (before: string | null) => {
    const params = new URLSearchParams({ ...filter, ...(before === null ? {} : { before }) });
    return `${PAGE}${params.size === 0 ? "" : `?${params}`}`;
  };
  const hasFilter = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader
        title="Notifications"
        lead="Everything that happened to your algos and orders, newest first."
      />
      <p className="mb-4 max-w-[75ch] text-sm text-ink-muted">
        This site sends no push messages and no e-mail: this log is where you are told.
      </p>
      <AccountNav here={PAGE} />
      <form action={PAGE} method="get" className="event-filter no-print">
        <Choice name="deployment" label="Algo" all="All algos" value={filter.deployment}>
          {data.algos.map(({ id, name }) => [id, name])}
        </Choice>
        <Choice name="mode" label="Mode" all="Live and paper" value={filter.mode}>
          {[
            ["live", "Live"],
            ["paper", "Paper"],
          ]}
        </Choice>
        <Choice name="class" label="Type" all="All types" value={filter.class}>
          {EVENT_CLASSES.map((name) => [name, CLASS_WORDS[name]])}
        </Choice>
        <button type="submit" className="button button-quiet">
          Show
        </button>
        {hasFilter ? (
          <a href={PAGE} className="link inline-flex min-h-11 items-center">
            Clear
          </a>
        ) : null}
      </form>
      <div data-orders="page" className="max-w-3xl">
        <StatusLine asOf={events.asOf} path={address(null)} isSimulated={data.isSimulated} />
        <EventList
          events={events.items}
          empty={
            hasFilter
              ? "No event matches. Clear the filter to see all of them."
              : "Nothing has happened yet. Deploy an algo, on paper first, and its orders appear here."
          }
        />
        <p className="no-print mt-4 flex flex-wrap gap-3">
          {data.isFirst ? null : (
            <LinkButton to={address(null)} kind="quiet">
              Newest
            </LinkButton>
          )}
          {events.nextCursor === null ? null : (
            <LinkButton to={address(events.nextCursor)} kind="quiet">
              Older
            </LinkButton>
          )}
        </p>
      </div>
      <section aria-labelledby="channels" className="panel mt-8 max-w-3xl p-5">
        <h2 id="channels" className="text-lg">
          Where you are told
        </h2>
        <p className="mt-2">
          In this log, always. On the pages of your account, order changes also appear as short messages while
          the page is open. This site sends no e-mail and no push messages: look here, or keep the portfolio
          page open.
        </p>
      </section>
    </>
  );
}

function Choice(props: {
  name: string;
  label: string;
  all: string;
  value: string | undefined;
  children: (readonly [string, string] | string[])[];
}) {
  return (
    <label className="block">
      <span className="block text-sm font-semibold">{props.label}</span>
      <select name={props.name} defaultValue={props.value ?? ""} className="field mt-1">
        <option value="">{props.all}</option>
        {props.children.map(([value = "", words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
