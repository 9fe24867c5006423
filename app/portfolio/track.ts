// Adds an algo to a client's first tracklist. The tracklist is created if the client has none.
import type { Account } from "../context.ts";
import { trackText as text } from "./text.ts";

/**
 * Returns the path of the tracklists page, which shows the result. If the list is full, the page lets the user select
 * another.
 */
export async function trackOnFirstList(account: Account, strategyId: string): Promise<string> {
  try {
    const lists = (await account.listTracklists()).items;
    const list =
      lists[0] ??
      (await account.createTracklist({ name: text.firstList }, `first-${strategyId}`.slice(0, 80)));
    await account.trackStrategy(list.id, strategyId);
    return `/algos/tracklist?tracked=${strategyId}`;
  } catch (fault) {
    // The list is full or unavailable; the page then lets the user choose a list.
    if (fault instanceof Response) return `/algos/tracklist?add=${strategyId}`;
    throw fault;
  }
}
