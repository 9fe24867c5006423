// Formats events as messages: what happened and where to read more, without performance figures.

import { type EventNumbers, eventTitle } from "../../../../app/contract/base-api/event-words.ts";
import type { QuietHours } from "../../../../app/contract/base-api/notifications.ts";
import type { AccountEvent } from "../../../../app/contract/base-api/portfolio.ts";

/** Number of events that a message lists; further ones are only counted. */
const LINES_IN_PUSH = 3;
const LINES_IN_MAIL = 100;
const LOG_PATH = "/account/notifications";
const COUNT = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const PRICE = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const NUMBERS: EventNumbers = {
  count: (value) => COUNT.format(value),
  price: (value) => PRICE.format(value),
};
const TIME = new Intl.DateTimeFormat("en-IN", {
  timeZone: "Asia/Kolkata",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const CLOCK = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Kolkata",
  hour: "2-digit",
  minute: "2-digit",
});

export type PushMessage = { title: string; body: string; path: string; tag: string };
export type Mail = { subject: string; text: string };

const nameOf = (event: AccountEvent): string => event.strategyName ?? "Your own order";

function lineOf(event: AccountEvent): string {
  const mode = event.mode === "paper" ? " (paper)" : "";
  return `${nameOf(event)}${mode}: ${eventTitle(event, NUMBERS)}`;
}

/** Formats one or more events as one message. */
export function pushMessage(events: readonly AccountEvent[]): PushMessage {
  const [first] = events;
  if (first === undefined) throw new Error("a message requires at least one event");
  const line = lineOf(first);
  const cut = line.indexOf(": ");
  const tag = `events-${first.id}`;
  if (events.length === 1)
    return {
      title: line.slice(0, cut),
      body: [line.slice(cut + 2), first.reason].filter(Boolean).join(". "),
      path: first.deploymentId === null ? LOG_PATH : `/algos/my-algos/${first.deploymentId}`,
      tag,
    };
  const more = events.length - LINES_IN_PUSH;
  return {
    title: `${COUNT.format(events.length)} events on your account`,
    body: [
      ...events.slice(0, LINES_IN_PUSH).map(lineOf),
      ...(more > 0 ? [`and ${COUNT.format(more)} more`] : []),
    ].join("\n"),
    path: LOG_PATH,
    tag,
  };
}

/** Formats events as a plain-text mail. `origin` is the site's origin; null if unknown. */
export function mailOf(
  events: readonly AccountEvent[],
  { brand, origin }: { brand: string; origin: string | null },
): Mail {
  const [first] = events;
  if (first === undefined) throw new Error("a mail requires at least one event");
  const rest = events.length - LINES_IN_MAIL;
  const lines = events
    .slice(0, LINES_IN_MAIL)
    .map(
      (event) =>
        `${TIME.format(new Date(event.at))} IST  ${lineOf(event)}${event.reason === null ? "" : `\n    ${event.reason}`}`,
    );
  return {
    subject: events.length === 1 ? lineOf(first) : `${COUNT.format(events.length)} events on your account`,
    text: [
      ...lines,
      ...(rest > 0 ? [`and ${COUNT.format(rest)} more, in the log`] : []),
      "",
      `All events and message settings: ${origin === null ? `${brand}, Account, Notifications` : `${origin}${LOG_PATH}`}`,
    ].join("\n"),
  };
}

/** Formats events as the JSON body of a webhook, with the same data as the other channels. A test has no events. */
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
      title: eventTitle(event, NUMBERS),
      reason,
    })),
  });
}

/** True if a time (epoch ms) lies within the quiet hours in India; their end is excluded. */
export function isQuiet(hours: QuietHours | null, at: number): boolean {
  if (hours === null) return false;
  const time = CLOCK.format(new Date(at));
  return hours.from < hours.to
    ? time >= hours.from && time < hours.to
    : time >= hours.from || time < hours.to;
}
