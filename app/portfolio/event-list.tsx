// Events of the account as a chronological list: event, algo and reason.
import { Fragment } from "react";
import { eventTitle as wordEvent } from "../contract/base-api/event-words.ts";
import type { AccountEvent } from "../contract/base-api/portfolio.ts";
import { isoDayOf, istDay } from "../domain/time.ts";
import { formatClock, formatDay } from "../format/dates.ts";
import { formatCount, formatHundredths } from "../format/rupees.ts";
import { deploymentPath } from "./deployment-words.ts";
import { eventListText as text } from "./text.ts";

/** Title of an event, with numbers in the site's format. */
export function eventTitle(event: Pick<AccountEvent, "order" | "what" | "by">): string {
  return wordEvent(event, {
    count: formatCount,
    price: (rupees) => formatHundredths(Math.round(rupees * 100)),
  });
}

export function EventList(props: { events: readonly AccountEvent[]; empty: string; isShort?: boolean }) {
  if (props.events.length === 0) return <p className="text-ink-muted">{props.empty}</p>;
  const { isShort = false } = props;
  const today = istDay(Date.now());
  return byDay(props.events).map(({ day, events }) => (
    <Fragment key={day}>
      {day === today && isShort ? null : (
        <p className="event-day">{day === today ? text.today : formatDay(isoDayOf(day))}</p>
      )}
      <ol className="event-list">
        {events.map((event) => (
          <EventRow key={event.id} event={event} isShort={isShort} />
        ))}
      </ol>
    </Fragment>
  ));
}

/** Lists the events in the given order, grouped by Indian day. */
function byDay(events: readonly AccountEvent[]): { day: number; events: AccountEvent[] }[] {
  const days: { day: number; events: AccountEvent[] }[] = [];
  for (const event of events) {
    const day = istDay(Date.parse(event.at));
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  return days;
}

/** The short form omits seconds and mode. */
function EventRow(props: { event: AccountEvent; isShort: boolean }) {
  const { event, isShort } = props;
  const isAlarm = event.class === "limit" || event.class === "reject";
  const name = event.strategyName ?? text.yourOwnOrder;
  const clock = formatClock(new Date(event.at));
  return (
    <li data-class={event.class}>
      <time dateTime={event.at}>{isShort ? clock.replace(/:\d\d$/, "") : clock}</time>{" "}
      <div>
        <p>
          {event.deploymentId === null ? (
            name
          ) : (
            <a href={deploymentPath(event.deploymentId)} className="event-name">
              {name}
            </a>
          )}
          {isShort ? "" : event.mode === "live" ? ` · ${text.live}` : ` · ${text.paper}`}:{" "}
          {isAlarm ? <strong className="text-loss">{eventTitle(event)}</strong> : eventTitle(event)}
        </p>
        {event.reason === null || (isShort && event.class === "order") ? null : (
          <p className="event-reason">{event.reason}</p>
        )}
      </div>
    </li>
  );
}
