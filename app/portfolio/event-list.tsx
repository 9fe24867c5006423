// Events of the account in words, as a list by time: what happened, to which algo, and why.
import { formatInstant } from "../format/dates.ts";
import { formatCount, formatHundredths } from "../format/rupees.ts";
import type { Actor } from "../wire/deployment-states.ts";
import type { OrderStatus } from "../wire/order.ts";
import { ORDER_WORDS } from "../wire/order-updates.ts";
import type { AccountEvent, EventClass } from "../wire/portfolio.ts";
import { ACTOR_WORDS, deploymentPath, eventWords } from "./deployment-words.ts";

export const CLASS_WORDS: Record<EventClass, string> = {
  order: "Orders and fills",
  reject: "Rejects",
  limit: "Risk limits",
  manager: "Manager notices",
  state: "State changes",
};

/** "Sold 65 NIFTY 26600 CE at 41.20", "Paused by a risk limit". */
export function eventTitle(event: Pick<AccountEvent, "order" | "what" | "by">): string {
  const { order } = event;
  if (order === null) {
    const by = event.by === null || event.by === "provider" ? "" : `, by ${ACTOR_WORDS[event.by as Actor]}`;
    return `${eventWords(event.what)}${by}`;
  }
  const count = formatCount(order.filled === 0 ? order.quantity : order.filled);
  if (event.what === "TRADED") {
    const price =
      order.averagePaise === null ? "" : ` at ${formatHundredths(Math.round(order.averagePaise))}`;
    return `${order.side === "BUY" ? "Bought" : "Sold"} ${count} ${order.symbol}${price}`;
  }
  const status = ORDER_WORDS[event.what as OrderStatus]?.toLowerCase() ?? event.what;
  return `${order.side === "BUY" ? "Buy" : "Sell"} order ${status}: ${count} ${order.symbol}`;
}

export function EventList(props: { events: readonly AccountEvent[]; empty: string; isShort?: boolean }) {
  if (props.events.length === 0) return <p className="text-ink-muted">{props.empty}</p>;
  const now = new Date();
  return (
    <ol className="event-list">
      {props.events.map((event) => {
        const isAlarm = event.class === "limit" || event.class === "reject";
        const name = event.strategyName ?? "Your own order";
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
                {props.isShort ? "" : event.mode === "live" ? " · Live" : " · Paper"}:{" "}
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
