// The event log by day: symbol, event, algo and reason, and the time. New events are tinted.

import type { AccountEvent, EventClass } from "../../contract/base-api/portfolio.ts";
import { isoDayOf, istDay } from "../../domain/time.ts";
import { formatClock, formatDay } from "../../format/dates.ts";
import { EventAlgo, eventsByDay, eventTitle, isAlarm } from "../../portfolio/event-list.tsx";
import { Activity, CircleX, Megaphone, RefreshCw, TriangleAlert } from "../../ui/icons.tsx";
import { logText as text } from "./text.ts";

const ICONS: Record<EventClass, typeof Activity> = {
  order: Activity,
  reject: CircleX,
  limit: TriangleAlert,
  manager: Megaphone,
  state: RefreshCw,
};

export function EventLog(props: {
  events: readonly AccountEvent[];
  empty: string;
  /** Events after this time are new, epoch ms. */
  seenAt: number;
}) {
  if (props.events.length === 0) return <p>{props.empty}</p>;
  const today = istDay(Date.now());
  const nameOf = (day: number) =>
    day === today ? text.today : day === today - 1 ? text.yesterday : formatDay(isoDayOf(day));
  return eventsByDay(props.events).map(({ day, events }) => (
    <section key={day} aria-label={nameOf(day)}>
      <h2 className="event-day">{nameOf(day)}</h2>
      <ol className="event-list">
        {events.map((event) => (
          <LogRow key={event.id} event={event} isNew={Date.parse(event.at) > props.seenAt} />
        ))}
      </ol>
    </section>
  ));
}

function LogRow({ event, isNew }: { event: AccountEvent; isNew: boolean }) {
  const Icon = ICONS[event.class];
  return (
    <li data-class={event.class} data-new={isNew ? "" : undefined}>
      <span className="event-icon" data-alarm={isAlarm(event) ? "" : undefined}>
        <Icon />
      </span>
      <div className="min-w-0">
        <p className={isAlarm(event) ? "event-title text-loss" : "event-title"}>{eventTitle(event)}</p>
        <p className="event-reason">
          <EventAlgo event={event} /> · {event.mode === "live" ? text.live : text.paper}
          {event.reason === null ? null : ` · ${event.reason}`}
        </p>
      </div>
      <time dateTime={event.at}>{formatClock(new Date(event.at)).replace(/:\d\d$/, "")}</time>
    </li>
  );
}
