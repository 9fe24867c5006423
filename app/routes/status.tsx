// How the services behind the site are now, in the last hour and in the last months: for customers, without scripts.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import {
  type Announcement,
  type Incident,
  isDegraded,
  type MinuteState,
  SERVICE_NAMES,
  SERVICE_STATE_WORDS,
  type ServiceNow,
  type ServiceState,
  type StatusReport,
} from "../contract/site/service-status.ts";
import { formatDay, formatInstant } from "../format/dates.ts";
import { ApiTimes } from "../support/api-times.tsx";
import { statusText as text } from "../support/text.ts";
import { filled } from "../ui/filled.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { TableScroll } from "../ui/table-scroll.tsx";

const TITLE = text.title;
const BAR_WIDTH = 10;
const BAR_HEIGHT = 28;
const MINUTE_MS = 60_000;

export const handle: PageHandle = { shared: true };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TITLE,
    description: text.description,
    path: "/status",
  });

export function loader({ context }: LoaderFunctionArgs): StatusReport {
  if (context.status === undefined) throw new Response(null, { status: 404 });
  return context.status();
}

export default function StatusPage() {
  const report = useLoaderData<typeof loader>();
  const now = new Date(report.at);
  return (
    <div>
      <PageHeader title={TITLE} lead={summaryOf(report)}>
        <p className="mt-3 text-sm text-ink-muted">
          {filled(text.asOf, { moment: <time dateTime={now.toISOString()}>{formatInstant(now, now)}</time> })}{" "}
          <a href="/status" className="link inline-flex min-h-8 items-center">
            {text.update}
          </a>
        </p>
      </PageHeader>
      <Announcements announcements={report.announcements ?? []} now={now} />
      <section aria-labelledby="services">
        <h2 id="services" className="text-xl">
          {text.services}
        </h2>
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {report.now.map((one) => (
            <Service key={one.service} one={one} minutes={report.minutes[one.service]} now={now} />
          ))}
        </ul>
        <p className="mt-3 max-w-[75ch] text-sm text-ink-muted">{text.statesMean}</p>
      </section>
      {report.api === undefined ? null : <ApiTimes api={report.api} />}
      <Incidents report={report} now={now} />
    </div>
  );
}

function Announcements({ announcements, now }: { announcements: Announcement[]; now: Date }) {
  if (announcements.length === 0) return null;
  return (
    <section className="mb-8" aria-labelledby="announcements">
      <h2 id="announcements" className="text-xl">
        {text.announcements}
      </h2>
      {announcements.map(({ id, title, startedAt, endedAt, updates }) => (
        <article key={id} className="mt-4 border-t border-line pt-4">
          <h3 className="text-base font-semibold">{title}</h3>
          <p className="text-sm text-ink-muted">
            {text.since(formatInstant(new Date(startedAt), now))}
            {endedAt === null ? "" : `. ${text.resolved(formatInstant(new Date(endedAt), now))}`}
          </p>
          <ul className="mt-2 max-w-[75ch] space-y-2">
            {updates.map((update) => (
              <li key={`${update.at} ${update.text}`}>
                <time className="text-sm text-ink-muted" dateTime={new Date(update.at).toISOString()}>
                  {formatInstant(new Date(update.at), now)}
                </time>{" "}
                {update.text}
              </li>
            ))}
          </ul>
        </article>
      ))}
    </section>
  );
}

function summaryOf({ now }: StatusReport): string {
  const failing = now.filter(({ state }) => isDegraded(state));
  const slow = now.filter(({ state }) => state === "delayed");
  if (failing.length > 0)
    return text.notWorking(failing.map(({ service }) => SERVICE_NAMES[service]).join("; "));
  if (slow.length > 0) return text.slow(slow.map(({ service }) => SERVICE_NAMES[service]).join("; "));
  return text.allWorking;
}

function Service({ one, minutes, now }: { one: ServiceNow; minutes: MinuteState[]; now: Date }) {
  const { service, state, since, reason } = one;
  const name = SERVICE_NAMES[service];
  return (
    <li className="grid gap-x-6 gap-y-2 py-4 md:grid-cols-[1fr_1fr] md:items-center">
      <div>
        <h3 className="text-base font-semibold">{name}</h3>
        <p className="text-sm">
          <span data-state={state === "idle" ? "closed" : state} className="live-state">
            {SERVICE_STATE_WORDS[state]}
          </span>
          <span className="text-ink-muted">
            {" "}
            {text.since(formatInstant(new Date(since), now))}
            {reason === "" ? "" : `: ${reason}`}
          </span>
        </p>
      </div>
      <figure>
        <svg
          viewBox={`0 0 ${minutes.length * BAR_WIDTH} ${BAR_HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-7 w-full"
          role="img"
          aria-label={text.serviceLastHour({ service: name, minutes: minuteText(minutes) })}
        >
          {minutes.map((minute, index) =>
            minute === null ? null : (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
                key={index}
                x={index * BAR_WIDTH + 1}
                y={BAR_HEIGHT - heightOf(minute)}
                width={BAR_WIDTH - 2}
                height={heightOf(minute)}
                className={FILLS[minute]}
              />
            ),
          )}
        </svg>
        <figcaption className="mt-1 text-xs text-ink-muted">{text.lastHour(minuteText(minutes))}</figcaption>
      </figure>
    </li>
  );
}

/** Worse is lower as well as of another colour. */
const heightOf = (state: ServiceState): number =>
  state === "unavailable"
    ? BAR_HEIGHT / 4
    : state === "stale"
      ? BAR_HEIGHT / 2
      : state === "delayed"
        ? BAR_HEIGHT * 0.75
        : BAR_HEIGHT;

const FILLS: Record<ServiceState, string> = {
  live: "fill-gain",
  delayed: "fill-warn",
  stale: "fill-warn",
  unavailable: "fill-loss",
  closed: "fill-line-strong",
  idle: "fill-line",
};

function minuteText(minutes: MinuteState[]): string {
  const known = minutes.filter((state) => state !== null);
  const counts = new Map<ServiceState, number>();
  for (const state of known) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts]
    .map(([state, count]) =>
      text.minutesOf({
        state: SERVICE_STATE_WORDS[state].toLowerCase(),
        minutes: count,
        known: known.length,
      }),
    )
    .join(", ");
}

function Incidents({ report, now }: { report: StatusReport; now: Date }) {
  const { incidents, keptDays } = report;
  const day = new Date(report.cachedSince).toISOString().slice(0, 10);
  return (
    <section className="mt-10" aria-labelledby="incidents">
      <h2 id="incidents" className="text-xl">
        {text.incidentsOf(keptDays)}
      </h2>
      {incidents.length === 0 ? (
        <p className="mt-3">{text.noneSince(formatDay(day))}</p>
      ) : (
        <TableScroll label={text.incidents} className="mt-4">
          <table className="table rows-table">
            <thead>
              <tr>
                {[text.service, text.state, text.began, text.ended, text.lasted].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {incidents.map((incident) => (
                <IncidentRow key={`${incident.service} ${incident.from}`} incident={incident} now={now} />
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      <p className="mt-3 max-w-[75ch] text-sm text-ink-muted">{text.cachedSince(formatDay(day))}</p>
    </section>
  );
}

function IncidentRow({ incident, now }: { incident: Incident; now: Date }) {
  const { service, state, reason, from, to } = incident;
  return (
    <tr>
      <th scope="row" className="row-name">
        {SERVICE_NAMES[service]}
      </th>
      <td className="row-full">
        {SERVICE_STATE_WORDS[state]}
        {reason === "" ? "" : `: ${reason}`}
      </td>
      <td data-label={text.began}>{formatInstant(new Date(from), now)}</td>
      <td data-label={text.ended}>{to === null ? text.notYet : formatInstant(new Date(to), now)}</td>
      <td className="row-sum">{durationText((to ?? now.getTime()) - from)}</td>
    </tr>
  );
}

function durationText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return `${Math.round(ms / 1_000)} s`;
  return minutes < 60
    ? text.minutes(minutes)
    : text.hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
