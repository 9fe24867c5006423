// Events of the account in words, as a list by time: what happened, to which algo, and why.
import { formatInstant } from "../format/dates.ts";
import { formatCount, formatHundredths } from "../format/rupees.ts";
import { eventTitle as wordEvent } from "../wire/event-words.ts";
import type { AccountEvent } from "../wire/portfolio.ts";
import { deploymentPath } from "./deployment-words.ts";
import { text } from "./event-list.text.ts";

/** An event's title with numbers as this site writes them. */
export function eventTitle(event: Pick<AccountEvent, "order" | "what" | "by">): string {
  return wordEvent(event, {
    count: formatCount,
    price: (rupees) => formatHundredths(Math.round(rupees * 100)),
  });
}

/** With so few running algos the events lie beneath them instead of beside. */
export const FEW_ALGOS = 2;

export function EventList(props: { events: readonly AccountEvent[]; empty: string; isShort?: boolean }) {
  if (props.events.length === 0) return <p className="text-ink-muted">{props.empty}</p>;
  const now = new Date();
  return (
    <ol className="event-list">
      {props.events.map((event) => {
        const isAlarm = event.class === "limit" || event.class === "reject";
        const name = event.strategyName ?? text.yourOwnOrder;
        return (
          <li key={event.id} data-class={event.class}>
            <time dateTime={event.at}>
              {formatInstant(new Date(event.at), now)
                .replace(" IST", "")
                .replace(/:\d\d$/, props.isShort ? "" : "$&")}
            </time>
            <div>
              <p>
                {event.deploymentId === null ? (
                  name
                ) : (
                  <a href={deploymentPath(event.deploymentId)} className="event-name">
                    {name}
                  </a>
                )}
                {props.isShort ? "" : event.mode === "live" ? ` · ${text.live}` : ` · ${text.paper}`}:{" "}
                {isAlarm ? <strong className="text-loss">{eventTitle(event)}</strong> : eventTitle(event)}
              </p>
              {event.reason === null ? null : <p className="event-reason">{event.reason}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
