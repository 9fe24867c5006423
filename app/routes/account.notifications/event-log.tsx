// The log of account events by day: symbol, algo and event, amount, reason, time, and a link to act on it. Events of
// one step share a row. New events are highlighted. Pending decisions come first.

import type { EventClass } from "../../contract/base-api/portfolio.ts";
import { isoDayOf, istDay } from "../../domain/time.ts";
import { formatClock, formatDay } from "../../format/dates.ts";
import { formatPaise } from "../../format/rupees.ts";
import type { Decision } from "../../portfolio/decisions.ts";
import { EventAlgo, eventTitle, isAlarm } from "../../portfolio/event-list.tsx";
import { Activity, Bell, CircleX, type Icon, Megaphone, RefreshCw, TriangleAlert } from "../../ui/icons.tsx";
import { LinkButton, TextLink } from "../../ui/link-button.tsx";
import { type LogDay, nextStep, tradedValue } from "./event-groups.ts";
import { logText as text } from "./text.ts";

const ICONS: Record<EventClass, Icon> = {
  order: Activity,
  reject: CircleX,
  limit: TriangleAlert,
  manager: Megaphone,
  state: RefreshCw,
};

export function EventLog(props: {
  days: readonly LogDay[];
  empty: string;
  hasFilter?: boolean;
  /** Ids of the deployments that can be resumed. */
  resumable: readonly string[];
}) {
  if (props.days.length === 0)
    return (
      <div className="empty-state">
        <EventIcon Icon={Bell} isAlarm={false} />
        <p>{props.empty}</p>
        {props.hasFilter ? null : <LinkButton to="/algos">{text.findAlgos}</LinkButton>}
      </div>
    );
  const today = istDay(Date.now());
  const nameOf = (day: number) =>
    day === today ? text.today : day === today - 1 ? text.yesterday : formatDay(isoDayOf(day));
  return props.days.map(({ day, groups }) => (
    <section key={day} aria-label={nameOf(day)}>
      <h2 className="event-day">{nameOf(day)}</h2>
      <ol className="event-list">
        {groups.map((group, index) => (
          <LogRow
            key={group.latest.id}
            group={group}
            resumable={props.resumable}
            isReasonAbove={groups[index - 1]?.latest.reason === group.latest.reason}
          />
        ))}
      </ol>
    </section>
  ));
}

/** Lists the decisions that only the client can take, each with a link. */
export function PendingDecisions({ decisions }: { decisions: readonly Decision[] }) {
  if (decisions.length === 0) return null;
  return (
    <section aria-label={text.needsYou}>
      <h2 className="event-day">{text.needsYou}</h2>
      <ol className="event-list">
        {decisions.map(({ message, action, to }) => (
          <li key={`${to} ${message}`}>
            <EventIcon Icon={TriangleAlert} isAlarm />
            <p className="event-title">{message}</p>
            <p className="event-end">
              <TextLink to={to}>{action}</TextLink>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function EventIcon({ Icon, isAlarm }: { Icon: Icon; isAlarm: boolean }) {
  return (
    <span className="event-icon" data-alarm={isAlarm ? "" : undefined}>
      <Icon />
    </span>
  );
}

/** Renders a row. `isReasonAbove`: the row above has the same reason. The reason is then repeated only in an alarm. */
function LogRow(props: {
  group: LogDay["groups"][number];
  resumable: readonly string[];
  isReasonAbove: boolean;
}) {
  const { latest, others, isNew } = props.group;
  const fills = latest.class === "order" && others.length > 0 ? [latest, ...others] : [];
  const { bought, sold } = tradedValue([latest, ...others]);
  const traded = [
    ...(bought === 0 ? [] : [text.bought(formatPaise(bought))]),
    ...(sold === 0 ? [] : [text.sold(formatPaise(sold))]),
  ];
  const step = nextStep(latest, props.resumable);
  return (
    <li data-class={latest.class} data-new={isNew ? "" : undefined}>
      <EventIcon Icon={ICONS[latest.class]} isAlarm={isAlarm(latest)} />
      <div className="min-w-0">
        <p className={isAlarm(latest) ? "event-title text-loss" : "event-title"}>
          <EventAlgo event={latest} />: {fills.length === 0 ? eventTitle(latest) : text.fills(fills.length)}{" "}
          <span className="event-reason">{latest.mode === "live" ? text.live : text.paper}</span>
        </p>
        {traded.length === 0 ? null : <p>{traded.join(" · ")}</p>}
        {fills.length === 0 ? null : (
          <details>
            <summary id={`fills-${latest.id}`} className="link inline-flex min-h-8 items-center text-sm">
              {text.eachOrder}
            </summary>
            <p className="event-reason">{fills.map(eventTitle).join(" · ")}</p>
          </details>
        )}
        {latest.reason === null || (props.isReasonAbove && !isAlarm(latest)) ? null : (
          <p className="event-reason">{latest.reason}</p>
        )}
      </div>
      <div className="event-end">
        <time dateTime={latest.at}>{formatClock(new Date(latest.at)).replace(/:\d\d$/, "")}</time>{" "}
        {step === null ? null : <TextLink to={step.to}>{text.steps[step.name]}</TextLink>}
      </div>
    </li>
  );
}
