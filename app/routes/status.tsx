// States of the site's services now, in the last hour and in the last months. The page is for customers and works
// without scripts.

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import {
  type Announcement,
  type Incident,
  isDegraded,
  type MinuteState,
  SERVICE_NAMES,
  SERVICE_STATE_LABELS,
  type ServiceNow,
  type ServiceState,
  type StatusReport,
  type StatusService,
} from "../contract/site/service-status.ts";
import { isoDayOf, istDay, MINUTE_MS } from "../domain/time.ts";
import { formatDay, formatInstant } from "../format/dates.ts";
import { formatShare } from "../format/percent.ts";
import { serviceReasonText } from "../live/price-texts.ts";
import { ApiTimes } from "../support/api-times.tsx";
import { dayBars } from "../support/day-bars.ts";
import { incidentId } from "../support/incident-feed.ts";
import { statusText as text } from "../support/text.ts";
import { formatTime, TimesLine } from "../support/times-line.tsx";
import { filled } from "../ui/filled.tsx";
import { Fold } from "../ui/fold.tsx";
import { Check, TriangleAlert } from "../ui/icons.tsx";
import { LinkButton, TouchLink } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";
import { Panel } from "../ui/section.tsx";
import { RowName, TableHead } from "../ui/table-head.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";

/** The page shows the age of these services' newest data. */
const FEEDS: readonly StatusService[] = ["prices", "depth"];
/** Services that this site measures. */
const MEASURED: readonly StatusService[] = ["site", "provider", "sign_in", ...FEEDS];
const BAR_WIDTH = 10;
const BAR_HEIGHT = 28;

export const handle: PageHandle = { shared: true, styles: "docs" };

const INCIDENT_FEED = {
  tagName: "link",
  rel: "alternate",
  type: "application/atom+xml",
  title: text.incidentsAlert,
  href: "/status.atom",
};

export const meta: MetaFunction = (args) => [...(fixedMeta(text, "/status")(args) ?? []), INCIDENT_FEED];

export function loader({ context }: LoaderFunctionArgs): StatusReport {
  if (context.status === undefined) throw new Response(null, { status: 404 });
  return context.status();
}

export default function StatusPage() {
  const report = useLoaderData<typeof loader>();
  const now = new Date(report.at);
  const { banner, words } = summariseStatus(report);
  const isRecorded = istDay(report.recordedSince) <= istDay(report.at) - report.keptDays + 1;
  return (
    <>
      <PageHeader title={text.title}>
        <LinkButton to="#alerts" kind="quiet">
          {text.getAlerts}
        </LinkButton>
      </PageHeader>
      <div className={`banner mb-6 ${banner}`}>
        {banner === "banner-good" ? <Check /> : <TriangleAlert />}
        <p className="grow basis-48 text-xl font-semibold">{words}</p>
        <p className="status-as-of">
          {filled(text.asOf, { moment: <time dateTime={now.toISOString()}>{formatInstant(now, now)}</time> })}{" "}
          <TouchLink to="/status">{text.update}</TouchLink>
        </p>
      </div>
      <Announcements announcements={report.announcements ?? []} now={now} />
      <section aria-labelledby="services" className="panel">
        <div className="find-head">
          <h2 id="services" className="panel-title">
            {text.lastDays(report.keptDays)}
          </h2>
          <p className="status-legend">
            <span data-state="live">{text.up}</span> <span data-state="stale">{text.late}</span>{" "}
            <span data-state="unavailable">{text.down}</span>{" "}
            {isRecorded ? null : <span>{text.noRecord}</span>}
          </p>
        </div>
        <ul>
          {report.now.map((one) => (
            <Service key={one.service} one={one} report={report} now={now} />
          ))}
        </ul>
        <p className="status-ends">
          <span>{text.daysAgo(report.keptDays)}</span> <span>{text.today}</span> <span>{text.lastHour}</span>
        </p>
      </section>
      <div className="mt-6 split-stack">
        <Incidents report={report} now={now} />
        {report.api === undefined ? null : <ApiTimes api={report.api} />}
        <Alerts />
        <div className="folds">
          <Fold id="last-hour" title={text.lastHourTitle}>
            <ul>
              {report.now.map(({ service }) => (
                <li key={service} className="py-1 text-sm">
                  {text.serviceLastHour({
                    service: SERVICE_NAMES[service],
                    minutes: minuteText(report.minutes[service]),
                  })}
                </li>
              ))}
            </ul>
            <p className="mt-3 text-sm text-ink-muted">{text.statesMean}</p>
          </Fold>
        </div>
      </div>
    </>
  );
}

/** Lists the channels that report faults. */
function Alerts() {
  return (
    <Panel id="alerts" title={text.getAlerts}>
      <ul className="mt-3 flex flex-wrap gap-x-16 gap-y-3">
        <li>
          <a href="/status.atom" className="link font-semibold">
            {text.feed}
          </a>{" "}
          <span className="block text-sm text-ink-muted">{text.incidentsAlert}</span>
        </li>
        <li>
          <a href="/account/notifications" className="link font-semibold">
            {text.notifications}
          </a>{" "}
          <span className="block text-sm text-ink-muted">{text.ownAlert}</span>
        </li>
      </ul>
    </Panel>
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
        <article key={id} id={id} className="mt-4 border-t border-line pt-4">
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

function summariseStatus({ now }: StatusReport): {
  banner: "banner-good" | "banner-warn" | "banner-bad";
  words: string;
} {
  const failing = now.filter(({ state }) => isDegraded(state));
  const slow = now.filter(({ state }) => state === "delayed");
  const names = (some: ServiceNow[]) => some.map(({ service }) => SERVICE_NAMES[service]).join("; ");
  if (failing.length > 0) return { banner: "banner-bad", words: text.notWorking(names(failing)) };
  if (slow.length > 0) return { banner: "banner-warn", words: text.slow(names(slow)) };
  return { banner: "banner-good", words: text.allWorking };
}

function Service({ one, report, now }: { one: ServiceNow; report: StatusReport; now: Date }) {
  const { service, state, since, reason } = one;
  const name = SERVICE_NAMES[service];
  const { days, upShare } = dayBars(
    report.incidents.filter((incident) => incident.service === service),
    { since: report.recordedSince, now: report.at, days: report.keptDays },
  );
  const faulty = days.filter((day) => day !== null && day !== "live").length;
  return (
    <li className="status-service">
      <div>
        <h3 className="text-base font-semibold">{name}</h3>
        <p className="text-xs text-ink-muted">
          {[
            ...(state === "live" || state === "idle"
              ? []
              : [text.since(formatInstant(new Date(since), now))]),
            ...(reason === "" ? [] : [serviceReasonText(reason)]),
          ].join(": ")}
        </p>
      </div>
      <svg
        viewBox={`0 0 ${days.length * BAR_WIDTH} ${BAR_HEIGHT}`}
        preserveAspectRatio="none"
        className="status-days"
        role="img"
        aria-label={text.daysOf({
          service: name,
          days: days.filter((day) => day !== null).length,
          faulty,
        })}
      >
        {days.map((day, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position
            key={index}
            x={index * BAR_WIDTH + 1}
            y={0}
            width={BAR_WIDTH - 2}
            height={BAR_HEIGHT}
            data-state={day ?? undefined}
          />
        ))}
      </svg>
      {MEASURED.includes(service) ? (
        <TimesLine
          service={name}
          medians={report.times?.[service] ?? []}
          label={(ms) => timeLabel(one, formatTime(ms))}
        />
      ) : null}
      <p className="status-share">
        <strong className="block">{upShare === null ? "–" : formatShare(upShare, 2)}</strong>{" "}
        <span data-state={state === "idle" ? "closed" : state} className="live-state text-xs">
          {SERVICE_STATE_LABELS[state]}
        </span>
      </p>
    </li>
  );
}

/** While a feed's market is closed, its newest age is that of the last minute before the close. */
function timeLabel({ service, state }: ServiceNow, time: string): string {
  if (!FEEDS.includes(service)) return time;
  return state === "closed" ? text.ageAtClose(time) : text.newestAge(time);
}

function minuteText(minutes: MinuteState[]): string {
  const known = minutes.filter((state) => state !== null);
  const counts = new Map<ServiceState, number>();
  for (const state of known) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts]
    .map(([state, count]) =>
      text.minutesOf({
        state: SERVICE_STATE_LABELS[state].toLowerCase(),
        minutes: count,
        known: known.length,
      }),
    )
    .join(", ");
}

function Incidents({ report, now }: { report: StatusReport; now: Date }) {
  const { incidents, keptDays } = report;
  const day = isoDayOf(istDay(report.recordedSince));
  return (
    <section className="panel" aria-labelledby="incidents">
      <div className="find-head">
        <h2 id="incidents" className="panel-title">
          {text.incidentsOf(keptDays)}
        </h2>
        {incidents.length === 0 ? null : (
          <p className="text-sm text-ink-muted">{text.recordedFrom(formatDay(day))}</p>
        )}
      </div>
      {incidents.length === 0 ? (
        <p className="panel-body border-t border-line">{text.noneSince(formatDay(day))}</p>
      ) : (
        <TableScroll label={text.incidents}>
          <table className="table rows-table">
            <TableHead columns={[text.service, text.state, text.began, text.ended, text.lasted]} />
            <tbody>
              {incidents.map((incident) => (
                <IncidentRow key={`${incident.service} ${incident.from}`} incident={incident} now={now} />
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </section>
  );
}

function IncidentRow({ incident, now }: { incident: Incident; now: Date }) {
  const { service, state, reason, from, to } = incident;
  return (
    <tr id={incidentId(incident)}>
      <RowName>{SERVICE_NAMES[service]}</RowName>
      <td className="row-full">
        {SERVICE_STATE_LABELS[state]}
        {reason === "" ? "" : `: ${serviceReasonText(reason)}`}
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
