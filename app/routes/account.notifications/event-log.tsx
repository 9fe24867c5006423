// The log of account events by day: symbol, event, algo and reason, time, and a link to act on it. Events of one step
// share a row. New events are highlighted.

import type { EventClass } from "../../contract/base-api/portfolio.ts";
import { isoDayOf, istDay } from "../../domain/time.ts";
import { formatClock, formatDay } from "../../format/dates.ts";
import { EventAlgo, eventTitle, isAlarm } from "../../portfolio/event-list.tsx";
import { Activity, CircleX, Megaphone, RefreshCw, TriangleAlert } from "../../ui/icons.tsx";
import { type LogDay, nextStep } from "./event-groups.ts";
import { logText as text } from "./text.ts";

const ICONS: Record<EventClass, typeof Activity> = {
  order: Activity,
  reject: CircleX,
  limit: TriangleAlert,
  manager: Megaphone,
  state: RefreshCw,
};

export function EventLog(props: {
  days: readonly LogDay[];
  empty: string;
  /** Ids of the deployments that can be resumed. */
  resumable: readonly string[];
}) {
  if (props.days.length === 0) return <p>{props.empty}</p>;
  const today = istDay(Date.now());
  const nameOf = (day: number) =>
    day === today ? text.today : day === today - 1 ? text.yesterday : formatDay(isoDayOf(day));
  return props.days.map(({ day, groups }) => (
    <section key={day} aria-label={nameOf(day)}>
      <h2 className="event-day">{nameOf(day)}</h2>
      <ol className="event-list">
        {groups.map((group) => (
          <LogRow key={group.latest.id} group={group} resumable={props.resumable} />
        ))}
      </ol>
    </section>
  ));
}

function LogRow(props: { group: LogDay["groups"][number]; resumable: readonly string[] }) {
  const { latest, others, isNew } = props.group;
  const Icon = ICONS[latest.class];
  const fills = latest.class === "order" && others.length > 0 ? [latest, ...others] : [];
  const step = nextStep(latest, props.resumable);
  return (
    <li data-class={latest.class} data-new={isNew ? "" : undefined}>
      <span className="event-icon" data-alarm={isAlarm(latest) ? "" : undefined}>
        <Icon />
      </span>
      <div className="min-w-0">
        <p className={isAlarm(latest) ? "event-title text-loss" : "event-title"}>
          {fills.length === 0 ? eventTitle(latest) : text.fills(fills.length)}
        </p>
        {fills.map((fill) => (
          <p key={fill.id}>{eventTitle(fill)}</p>
        ))}
        <p className="event-reason">
          <EventAlgo event={latest} /> · {latest.mode === "live" ? text.live : text.paper}
          {latest.reason === null ? null : ` · ${latest.reason}`}
        </p>
      </div>
      <div className="event-end">
        <time dateTime={latest.at}>{formatClock(new Date(latest.at)).replace(/:\d\d$/, "")}</time>{" "}
        {step === null ? null : (
          <a href={step.to} className="link">
            {text.steps[step.name]}
          </a>
        )}
      </div>
    </li>
  );
}
