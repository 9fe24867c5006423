// Formats events as messages with a title, a reason and a link to the event log. Messages contain no performance
// figures.

import { eventTitle, type NumberFormats } from "../../../../app/contract/base-api/event-texts.ts";
import type { QuietHours } from "../../../../app/contract/base-api/notifications.ts";
import type { AccountEvent } from "../../../../app/contract/base-api/portfolio.ts";
import { messageText as text } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { brandLanguage } from "../../../../app/format/locale.ts";

/** Maximum number of events that a push message lists. For more events, it adds how many are not listed. */
const PUSH_EVENTS_MAX = 3;
const MAIL_EVENTS_MAX = 100;
const NOTIFICATIONS_PATH = "/account/notifications";
const COUNT_FORMAT = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const PRICE_FORMAT = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const EVENT_NUMBERS: NumberFormats = {
  count: (value) => COUNT_FORMAT.format(value),
  price: (value) => PRICE_FORMAT.format(value),
};
const EVENT_TIME = {
  numberingSystem: "latn",
  timeZone: "Asia/Kolkata",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;
const HOUR_MINUTE_FORMAT = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Kolkata",
  hour: "2-digit",
  minute: "2-digit",
});

export type PushMessage = { title: string; body: string; path: string; tag: string };
export type Mail = { subject: string; text: string };

const eventName = (event: AccountEvent): string => event.strategyName ?? text.ownOrder;

function eventLine(event: AccountEvent): string {
  const name = eventName(event);
  return `${event.mode === "paper" ? text.onPaper(name) : name}: ${eventTitle(event, EVENT_NUMBERS)}`;
}

/** Formats one or more events as one message. */
export function pushMessage(events: readonly AccountEvent[]): PushMessage {
  const [first] = events;
  if (first === undefined) throw new Error("a message requires at least one event");
  const line = eventLine(first);
  const separator = line.indexOf(": ");
  const tag = `events-${first.id}`;
  if (events.length === 1)
    return {
      title: line.slice(0, separator),
      body: [line.slice(separator + 2), first.reason].filter(Boolean).join(". "),
      path: first.deploymentId === null ? NOTIFICATIONS_PATH : `/algos/my-algos/${first.deploymentId}`,
      tag,
    };
  const more = events.length - PUSH_EVENTS_MAX;
  return {
    title: text.events(COUNT_FORMAT.format(events.length)),
    body: [
      ...events.slice(0, PUSH_EVENTS_MAX).map(eventLine),
      ...(more > 0 ? [text.more(COUNT_FORMAT.format(more))] : []),
    ].join("\n"),
    path: NOTIFICATIONS_PATH,
    tag,
  };
}

/** `origin` is the site's origin; null if unknown. */
type Sender = { brand: string; origin: string | null };

const settingsPlace = ({ brand, origin }: Sender) =>
  origin === null ? text.settingsPage(brand) : `${origin}${NOTIFICATIONS_PATH}`;

/** Returns the test messages to a browser and to a mail address. */
export function testMessages(sender: Sender): { push: PushMessage; mail: Mail } {
  const title = text.test(sender.brand);
  return {
    push: { title, body: text.browserReceives, path: NOTIFICATIONS_PATH, tag: "test" },
    mail: { subject: title, text: text.addressReceives(settingsPlace(sender)) },
  };
}

/** Formats events as a plain-text mail. */
export function composeMail(events: readonly AccountEvent[], sender: Sender): Mail {
  const [first] = events;
  if (first === undefined) throw new Error("a mail requires at least one event");
  const rest = events.length - MAIL_EVENTS_MAX;
  const time = new Intl.DateTimeFormat(brandLanguage().locale, EVENT_TIME);
  const lines = events
    .slice(0, MAIL_EVENTS_MAX)
    .map(
      (event) =>
        `${time.format(new Date(event.at))} IST  ${eventLine(event)}${event.reason === null ? "" : `\n    ${event.reason}`}`,
    );
  return {
    subject: events.length === 1 ? eventLine(first) : text.events(COUNT_FORMAT.format(events.length)),
    text: [
      ...lines,
      ...(rest > 0 ? [text.moreInLog(COUNT_FORMAT.format(rest))] : []),
      "",
      text.settings(settingsPlace(sender)),
    ].join("\n"),
  };
}

/** Formats events as the JSON body of a webhook. Without events, the body is that of a test message. */
export function webhookBody(events: readonly AccountEvent[]): string {
  return JSON.stringify({
    kind: events.length === 0 ? "test" : "events",
    events: events.map(({ id, at, class: kind, mode, deploymentId, strategyName, reason, ...event }) => ({
      id,
      at,
      class: kind,
      mode,
      deploymentId,
      algo: strategyName,
      title: eventTitle(event, EVENT_NUMBERS),
      reason,
    })),
  });
}

/** True if a time (epoch ms) lies within the quiet hours in India; their end is excluded. */
export function isQuiet(hours: QuietHours | null, at: number): boolean {
  if (hours === null) return false;
  const time = HOUR_MINUTE_FORMAT.format(new Date(at));
  return hours.from < hours.to
    ? time >= hours.from && time < hours.to
    : time >= hours.from || time < hours.to;
}
