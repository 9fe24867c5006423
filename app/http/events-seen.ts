// Reads and stores the client's visits to the events page.
import { EVENTS_SEEN_COOKIE } from "../contract/site/account-summary.ts";
import { RELOAD_HEADER } from "../contract/site/reload-header.ts";
import { readSeenEvents, seenEventsValue } from "../domain/events-seen.ts";
import { choiceCookie, readChoice } from "./choice-cookie.ts";

const readClientEvents = (request: Request, clientId: string) =>
  readSeenEvents(readChoice(request.headers.get("cookie"), EVENTS_SEEN_COOKIE), clientId);

/**
 * True if the request opens the page. Reloads by a script, the page's filters and messages, and refused forms continue
 * the previous visit.
 */
export function isVisit({ url, headers }: Request): boolean {
  // After a refused form, loaders get a GET request with the headers of the form, including its Content-Type.
  return new URL(url).search === "" && !headers.has(RELOAD_HEADER) && !headers.has("content-type");
}

/** Returns the time after which events are marked as new on the events page, epoch ms. */
export async function newSince(request: Request, clientId: string): Promise<number> {
  const { previous, latest } = await readClientEvents(request, clientId);
  return isVisit(request) ? latest : previous;
}

/** Returns the Set-Cookie header that stores a visit. */
export async function visitCookie(request: Request, clientId: string, publicOrigin: string | undefined) {
  const { latest } = await readClientEvents(request, clientId);
  const value = await seenEventsValue(latest, Date.now(), clientId);
  return choiceCookie(EVENTS_SEEN_COOKIE, value, publicOrigin);
}
