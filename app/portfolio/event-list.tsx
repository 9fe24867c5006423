// Recent events of the account as a short list: event, algo and reason.
import { Fragment } from "react";
import { eventTitle as wordEvent } from "../contract/base-api/event-texts.ts";
import type { AccountEvent } from "../contract/base-api/portfolio.ts";
import { isoDayOf, istDay } from "../domain/time.ts";
import { formatClock, formatDay } from "../format/dates.ts";
import { formatCount, formatHundredths } from "../format/rupees.ts";
import { deploymentPath } from "./deployment-texts.ts";
import { eventListText as text } from "./text.ts";

/** Returns the title of an event, with numbers in the site's format. */
export function eventTitle(event: Pick<AccountEvent, "order" | "what" | "by">): string {
  return wordEvent(event, {
    count: formatCount,
    price: (rupees) => formatHundredths(Math.round(rupees * 100)),
  });
}

export function EventList(props: { events: readonly AccountEvent[]; empty: string }) {
  if (props.events.length === 0) return <p className="text-ink-muted">{props.empty}</p>;
  const today = istDay(Date.now());
  return eventsByDay(props.events).map(({ day, events }) => (
    <Fragment key={day}>
      {day === today ? null : <p className="event-day">{formatDay(isoDayOf(day))}</p>}
      <ol className="event-list">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
    </Fragment>
  ));
}

/** Groups events by day in IST, in the given order. */
export function eventsByDay(events: readonly AccountEvent[]): { day: number; events: AccountEvent[] }[] {
  const days: { day: number; events: AccountEvent[] }[] = [];
  for (const event of events) {
    const day = istDay(Date.parse(event.at));
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  return days;
}

/** True for a reached limit or a rejected order. */
export const isAlarm = (event: Pick<AccountEvent, "class">) =>
  event.class === "limit" || event.class === "reject";

/** Renders the event's algo as a link to its deployment. */
export function EventAlgo({ event }: { event: AccountEvent }) {
  const name = event.strategyName ?? text.yourOwnOrder;
  return event.deploymentId === null ? (
    name
  ) : (
    <a href={deploymentPath(event.deploymentId)} className="font-semibold no-underline hover:underline">
      {name}
    </a>
  );
}

function EventRow({ event }: { event: AccountEvent }) {
  return (
    <li data-class={event.class}>
      <time dateTime={event.at}>{formatClock(new Date(event.at)).replace(/:\d\d$/, "")}</time>{" "}
      <div>
        <p>
          <EventAlgo event={event} />:{" "}
          {isAlarm(event) ? <strong className="text-loss">{eventTitle(event)}</strong> : eventTitle(event)}
        </p>
        {event.reason === null || event.class === "order" ? null : (
          <p className="event-reason">{event.reason}</p>
        )}
      </div>
    </li>
  );
}
