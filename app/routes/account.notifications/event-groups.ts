// Groups the events of one step of a deployment, and returns the page to act on an event.
import type { AccountEvent } from "../../contract/base-api/portfolio.ts";
import { deploymentPath } from "../../portfolio/deployment-words.ts";

/** Events of one step are at most this far apart. */
const STEP_MS = 60_000;

/** Events of one step: the latest, which is shown, and the earlier ones. */
export type EventGroup = { latest: AccountEvent; others: AccountEvent[] };

/** Joins neighbouring fills, and neighbouring changes of state, of one deployment within a minute. Newest first. */
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

type NextStep = { name: "orders" | "limits" | "version" | "fees" | "resume"; to: string };

/** Returns the next step after an event. Null if there is none. */
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
  if (resumable.includes(deploymentId)) return { name: "resume", to: `${path}/resume` };
  return kind === "limit" ? { name: "limits", to: path } : null;
}
