// The log of account events: orders and fills, rejects, risk limits, managers' notices and changes of state, filtered
// by algo, mode and type. The notification settings follow below.
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { Account } from "../../context.ts";
import type { NotificationSettings } from "../../contract/base-api/notifications.ts";
import { EVENT_CLASSES } from "../../contract/base-api/portfolio.ts";
import { nullOn } from "../../contract/site/fault.ts";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { EVENTS_COUNTED } from "../../domain/events-seen.ts";
import { isoDayOf, istDay } from "../../domain/time.ts";
import { formatDay } from "../../format/dates.ts";
import { newSince } from "../../http/events-seen.ts";
import { readRefusal } from "../../http/problem.ts";
import { AccountNav } from "../../portfolio/account-nav.tsx";
import { BrokerDown } from "../../portfolio/broker-down.tsx";
import { type Decision, listDecisions } from "../../portfolio/decisions.ts";
import { MODE_LABELS } from "../../portfolio/deployment-texts.ts";
import {
  readChoices,
  readDevice,
  type TypedChoices,
  toTypedChoices,
} from "../../portfolio/notification-choices.ts";
import { accountHeaders, loadWithAccount } from "../../portfolio/read-account.ts";
import { requireAccount, runSignedIn } from "../../portfolio/require-account.ts";
import { StatusLine } from "../../portfolio/status-line.tsx";
import { LinkButton, SubmitButton, TextLink } from "../../ui/link-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { clientMeta } from "../../ui/page-meta.ts";
import { groupsByDay, type LogDay } from "./event-groups.ts";
import { EventLog, PendingDecisions } from "./event-log.tsx";
import { type DONE_TEXTS, Messages, type MessagesFault, TestButton } from "./messages.tsx";
import { pageText as text } from "./text.ts";

const PAGE = "/account/notifications";

const filterSchema = z.object({
  deployment: z.uuid().optional().catch(undefined),
  mode: z.enum(["live", "paper"]).optional().catch(undefined),
  class: z.enum(EVENT_CLASSES).optional().catch(undefined),
});
const cursorSchema = z.string().regex(/^\d{1,16}\.[od]\d{1,24}$/);

export const headers = accountHeaders;

export const handle: PageHandle = {
  query: ["deployment", "mode", "class", "before", "done", "refresh", "at"],
  orders: true,
  push: true,
  live: () => [],
};

export function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  return loadWithAccount(context, `${url.pathname}${url.search}`, async ({ account, session }) => {
    const { searchParams } = url;
    const filter = filterSchema.parse(Object.fromEntries(searchParams));
    const before = cursorSchema.safeParse(searchParams.get("before")).data;
    const chosen = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    const [events, { items }, positions, killSwitch, settings] = await Promise.all([
      account.listAccountEvents({
        ...chosen,
        limit: EVENTS_COUNTED,
        ...(before === undefined ? {} : { before }),
      }),
      account.listDeployments(),
      account.listPositions(),
      account.getKillSwitch(),
      loadMessageSettings(account),
    ]);
    return {
      events,
      filter: chosen as Filter,
      isFirst: before === undefined,
      algos: items.map(({ id, strategyName, terms, createdAt }) => ({
        id,
        name: `${strategyName}, ${MODE_LABELS[terms.mode]}, ${formatDay(isoDayOf(istDay(Date.parse(createdAt))))}`,
      })),
      isSimulated: context.site?.isSimulated ?? false,
      settings,
      done: searchParams.get("done"),
      xsrf: session.xsrf,
      decisions: listDecisions(items, positions.items, killSwitch.isActive),
      resumable: items.filter(({ nextActions }) => nextActions.includes("resume")).map(({ id }) => id),
      seenAt: await newSince(request, session.clientId),
    };
  });
}

/** Loads the notification settings. Null if the provider offers no notifications. */
const loadMessageSettings = (account: Account): Promise<NotificationSettings | null> =>
  account.getNotificationSettings().catch(nullOn(404, 405, 501));

export async function action({ request, context }: ActionFunctionArgs) {
  const { account } = requireAccount(context, PAGE);
  const form = await request.formData();
  const intent = form.get("intent");
  const done = (what: keyof typeof DONE_TEXTS) => redirect(`${PAGE}?done=${what}#messages`, 303);
  const refused = (fault: MessagesFault, init: number | ResponseInit = 422) => json(fault, init);
  return runSignedIn(context, PAGE, async () => {
    let typed: TypedChoices | null = null;
    try {
      if (intent === "choose") {
        const read = readChoices(form);
        typed = read.typed;
        if (read.change === null) return refused({ typed, faults: read.faults, message: null });
        await account.changeNotificationSettings(read.change);
        return done("chosen");
      }
      if (intent === "add") {
        const device = readDevice(form);
        if (device === null) return refused(NO_SUBSCRIPTION);
        await account.addPushDevice(device);
        return done("added");
      }
      if (intent === "remove") {
        await account.removePushDevice(String(form.get("device") ?? ""));
        return done("removed");
      }
      if (intent === "test") {
        const { push, email, webhook = 0 } = await account.testNotification();
        return done(push + email + webhook === 0 ? "untested" : "tested");
      }
      return refused({
        typed: null,
        faults: {},
        message: text.formNotUnderstood,
      });
    } catch (fault) {
      const { message, init } = await readRefusal(fault, [404, 409, 422]);
      // The site has validated all other fields. A 422 therefore means that the provider rejected the webhook's
      // address.
      return init.status === 422 && typed !== null && typed.webhookUrl !== ""
        ? refused({ typed, faults: { webhookUrl: message }, message: null })
        : refused({ typed, faults: {}, message }, init);
    }
  });
}

const NO_SUBSCRIPTION: MessagesFault = {
  typed: null,
  faults: {},
  message: text.noSubscription,
};

export const meta = clientMeta<typeof loader>(text, (data) => {
  const fresh = data.isDown ? 0 : countNewGroups(groupsByDay(data.events.items, data.seenAt));
  return fresh === 0 ? text.title : text.titleWith(fresh);
});

/** Returns the number of new rows. */
const countNewGroups = (days: readonly LogDay[]) =>
  days.flatMap(({ groups }) => groups).filter(({ isNew }) => isNew).length;

export default function Notifications() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as MessagesFault | undefined;
  if (data.isDown) return <BrokerDown title={text.title} path={PAGE} brand={data.brand} />;
  const { events, filter } = data;
  const address = (before: string | null) => {
    const params = new URLSearchParams({ ...filter, ...(before === null ? {} : { before }) });
    return `${PAGE}${params.size === 0 ? "" : `?${params}`}`;
  };
  const hasFilter = Object.keys(filter).length > 0;
  const days = groupsByDay(events.items, data.seenAt);
  return (
    <>
      <PageHeader title={text.title} lead={<Lead decisions={data.decisions} fresh={countNewGroups(days)} />}>
        <TestButton page={PAGE} settings={data.settings} xsrf={data.xsrf} />
      </PageHeader>
      <AccountNav here={PAGE} />
      <div className="log-columns">
        <div data-orders="page" className="min-w-0">
          <div className="panel event-panel">
            <Filters filter={filter} algos={data.algos} />
            {data.isFirst && !hasFilter ? <PendingDecisions decisions={data.decisions} /> : null}
            <EventLog
              days={days}
              empty={hasFilter ? text.noEventMatches : text.nothingYet}
              hasFilter={hasFilter}
              resumable={data.resumable}
            />
          </div>
          <StatusLine asOf={events.asOf} path={address(null)} isSimulated={data.isSimulated} />
          <p className="no-print mt-4 flex flex-wrap gap-3">
            {data.isFirst ? null : (
              <LinkButton to={address(null)} kind="quiet">
                {text.newest}
              </LinkButton>
            )}
            {events.nextCursor === null ? null : (
              <LinkButton to={address(events.nextCursor)} kind="quiet">
                {text.older}
              </LinkButton>
            )}
          </p>
        </div>
        <Messages
          page={PAGE}
          settings={data.settings}
          typed={refused?.typed ?? (data.settings === null ? null : toTypedChoices(data.settings))}
          faults={refused?.faults ?? {}}
          message={refused?.message ?? null}
          done={data.done}
          xsrf={data.xsrf}
        />
      </div>
    </>
  );
}

/** States the number of pending decisions and of new events. */
function Lead({ decisions, fresh }: { decisions: readonly Decision[]; fresh: number }) {
  const [first] = decisions;
  return (
    <>
      {first === undefined ? null : (
        <TextLink to={decisions.length === 1 ? first.to : "/algos/my-algos"}>
          {text.decisions(decisions.length)}
        </TextLink>
      )}
      {first === undefined ? text.fresh(fresh) : text.alsoFresh(fresh)}
    </>
  );
}

type Filter = { deployment?: string; mode?: "live" | "paper"; class?: (typeof EVENT_CLASSES)[number] };

/** Renders the event types as links, and a collapsed form that selects algo and mode. */
function Filters({ filter, algos }: { filter: Filter; algos: readonly { id: string; name: string }[] }) {
  const { class: chosen, ...others } = filter;
  const address = (name?: string) => {
    const params = new URLSearchParams({ ...others, ...(name === undefined ? {} : { class: name }) });
    return `${PAGE}${params.size === 0 ? "" : `?${params}`}`;
  };
  return (
    <div className="event-filter no-print">
      <ul aria-label={text.type} className="segments">
        {[undefined, ...EVENT_CLASSES].map((name) => (
          <li key={name ?? "all"}>
            <a href={address(name)} aria-current={name === chosen ? "true" : undefined}>
              {name === undefined ? text.all : text.classes[name]}
            </a>
          </li>
        ))}
      </ul>
      <details open={Object.keys(others).length > 0}>
        <summary className="link inline-flex min-h-8 items-center text-sm">{text.filter}</summary>
        <form action={PAGE} method="get" className="flex flex-wrap items-end gap-3">
          {chosen === undefined ? null : <input type="hidden" name="class" value={chosen} />}
          <Choice name="deployment" label={text.algo} all={text.allAlgos} value={filter.deployment}>
            {algos.map(({ id, name }) => [id, name])}
          </Choice>
          <Choice name="mode" label={text.mode} all={text.liveAndPaper} value={filter.mode}>
            {[
              ["live", text.live],
              ["paper", text.paper],
            ]}
          </Choice>
          <SubmitButton kind="quiet">{text.show}</SubmitButton>
          {Object.keys(others).length === 0 ? null : (
            <a href={PAGE} className="link inline-flex min-h-11 items-center">
              {text.clear}
            </a>
          )}
        </form>
      </details>
    </div>
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
      <span className="block text-sm font-semibold max-sm:sr-only">{props.label}</span>
      <select name={props.name} defaultValue={props.value ?? ""} className="field sm:mt-1">
        <option value="">{props.all}</option>
        {props.children.map(([value = "", label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
