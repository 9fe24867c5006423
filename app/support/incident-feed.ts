// The incidents of /status as an Atom feed: the recorded ones, and those that operators describe.
import {
  type Announcement,
  type Incident,
  SERVICE_NAMES,
  SERVICE_STATE_LABELS,
  type StatusReport,
} from "../contract/site/service-status.ts";
import { atomFeed, escapeMarkup, type FeedEntry } from "../format/atom-feed.ts";
import { formatDateTime } from "../format/dates.ts";
import { statusText as text } from "./text.ts";

const ENTRIES_MAX = 50;

/** Anchor of an incident on the page, which never changes. */
export const incidentId = ({ service, from }: Pick<Incident, "service" | "from">) => `${service}-${from}`;

/** Builds the feed. `name` is the brand's name; `reasonText` returns the text of an incident's reason. */
export function incidentFeed(
  report: StatusReport,
  { origin, name, reasonText }: { origin: string; name: string; reasonText: (reason: string) => string },
): string {
  const page = `${origin}/status`;
  const entries = [
    ...(report.announcements ?? []).map((one) => announcementEntry(one, page)),
    ...report.incidents.map((one) => incidentEntry({ ...one, reason: reasonText(one.reason) }, page)),
  ].sort((a, b) => Date.parse(b.updated) - Date.parse(a.updated));
  return atomFeed({
    page,
    self: `${page}.atom`,
    title: text.feedTitle(name),
    author: name,
    since: toIsoTime(report.recordedSince),
    entries: entries.slice(0, ENTRIES_MAX),
  });
}

function incidentEntry(incident: Incident, page: string): FeedEntry {
  const { service, state, reason, from, to } = incident;
  const facts = [
    ...(reason === "" ? [] : [reason]),
    `${text.began}: ${formatDateTime(new Date(from))}`,
    `${text.ended}: ${to === null ? text.notYet : formatDateTime(new Date(to))}`,
  ];
  return {
    address: `${page}#${incidentId(incident)}`,
    title: `${SERVICE_NAMES[service]}: ${SERVICE_STATE_LABELS[state]}`,
    updated: toIsoTime(to ?? from),
    html: facts.map((fact) => `<p>${escapeMarkup(fact)}</p>`).join(""),
  };
}

function announcementEntry(
  { id, title, startedAt, endedAt, updates }: Announcement,
  page: string,
): FeedEntry {
  return {
    address: `${page}#${id}`,
    title,
    updated: toIsoTime(Math.max(startedAt, endedAt ?? 0, ...updates.map(({ at }) => at))),
    html: updates
      .map((update) => `<p>${escapeMarkup(`${formatDateTime(new Date(update.at))}: ${update.text}`)}</p>`)
      .join(""),
  };
}

const toIsoTime = (ms: number) => new Date(ms).toISOString();
