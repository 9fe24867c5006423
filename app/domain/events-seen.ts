// A client's last two visits to the events page, as stored in a cookie. Events after the latest visit are unread.
// During a visit, events after the previous visit are marked as new.

import type { AccountEvent, EventClass } from "../contract/base-api/portfolio.ts";

/** Number of latest events among which the bell and the events page look for unread ones. */
export const EVENTS_COUNTED = 50;

/** Classes of events that count as new. Orders and the user's own actions are excluded. */
const NEWS: readonly EventClass[] = ["limit", "reject", "manager"];

/** True if an event is unread for a client whose visit was at `seenAt`, epoch ms. */
export function isUnread({ class: kind, at }: Pick<AccountEvent, "class" | "at">, seenAt: number): boolean {
  return NEWS.includes(kind) && Date.parse(at) > seenAt;
}

const VALUE = /^(\d{1,15})\.(\d{1,15})\.([0-9a-z]+)$/;

/** Times of the visits, epoch ms; 0 if there was none. */
export type SeenEvents = { previous: number; latest: number };

/** The value outlives the session, so it contains a hash of the client's id, which does not reveal the id itself. */
async function hashClientId(clientId: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(clientId));
  return new DataView(digest).getUint32(0).toString(36);
}

/** Reads a stored value. A value of another client is treated as no visit. */
export async function readSeenEvents(value: string, clientId: string): Promise<SeenEvents> {
  const [, previous, latest, mark] = VALUE.exec(value) ?? [];
  if (mark === undefined || mark !== (await hashClientId(clientId))) return { previous: 0, latest: 0 };
  return { previous: Number(previous), latest: Number(latest) };
}

/** Returns the value to store for a visit. `previous`: time of the visit before it. */
export async function seenEventsValue(previous: number, latest: number, clientId: string): Promise<string> {
  return `${previous}.${latest}.${await hashClientId(clientId)}`;
}
