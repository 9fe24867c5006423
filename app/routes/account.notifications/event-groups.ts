// Groups the account events that belong to one step of a deployment, and finds the page where the user can act on an
// event.
import type { AccountEvent } from "../../contract/base-api/portfolio.ts";
import { isUnread } from "../../domain/events-seen.ts";
import { deploymentPath } from "../../portfolio/deployment-texts.ts";
import { eventsByDay } from "../../portfolio/event-list.tsx";

/** Maximum time between two events of one step. */
const STEP_MS = 60_000;

/** Events of one step. The log shows the latest and lists the earlier ones on request. */
export type EventGroup = { latest: AccountEvent; others: AccountEvent[] };

export type LogDay = { day: number; groups: (EventGroup & { isNew: boolean })[] };

/** Returns the rows of the log by day in IST, newest first. A row is new if its latest event is unread. */
export function groupsByDay(events: readonly AccountEvent[], seenAt: number): LogDay[] {
  return eventsByDay(events).map(({ day, events: ofDay }) => ({
    day,
    groups: groupEvents(ofDay).map((group) => ({ ...group, isNew: isUnread(group.latest, seenAt) })),
  }));
}

/** Groups consecutive fills, and consecutive changes of state, of one deployment within a minute. Newest first. */
export function groupEvents(events: readonly AccountEvent[]): EventGroup[] {
  const groups: EventGroup[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last !== undefined && isSameStep(last.latest, event)) last.others.push(event);
    else groups.push({ latest: event, others: [] });
  }
  return groups;
}

function isSameStep(latest: AccountEvent, earlier: AccountEvent): boolean {
  if (latest.deploymentId === null || latest.deploymentId !== earlier.deploymentId) return false;
  if (Date.parse(latest.at) - Date.parse(earlier.at) > STEP_MS) return false;
  const isFill = ({ what }: AccountEvent) => what === "TRADED";
  const isChange = (event: AccountEvent) => event.class === "state";
  return (isFill(latest) && isFill(earlier)) || (isChange(latest) && isChange(earlier));
}

/** Returns the value of the fills among the events, in paise. A fill without a price counts as zero. */
export function tradedValue(events: readonly AccountEvent[]): { bought: number; sold: number } {
  const value = { bought: 0, sold: 0 };
  for (const { what, order } of events)
    if (what === "TRADED" && order !== null && order.averagePaise !== null)
      value[order.side === "BUY" ? "bought" : "sold"] += order.filled * order.averagePaise;
  return value;
}

type NextStep = { name: "orders" | "limits" | "version" | "fees" | "resume"; to: string };

/** Returns the page where the user can act on an event. Null if the event needs no action. */
export function nextStep(event: AccountEvent, resumable: readonly string[]): NextStep | null {
  const { deploymentId, class: kind, what } = event;
  if (what === "fee_booked") return { name: "fees", to: "/algos/my-algos/statements" };
  if (kind === "order" || kind === "reject") {
    const of = deploymentId === null ? "" : `?deployment=${deploymentId}`;
    return { name: "orders", to: `/algos/my-algos/orders${of}` };
  }
  if (deploymentId === null) return null;
  const path = deploymentPath(deploymentId);
  if (what === "new_version_out") return { name: "version", to: `${path}/version` };
  if (resumable.includes(deploymentId) && (kind === "limit" || what === "pause" || what === "exit"))
    return { name: "resume", to: `${path}/resume` };
  return kind === "limit" ? { name: "limits", to: path } : null;
}
