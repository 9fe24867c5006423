// Adds an algo to a client's first tracklist, which is created if there is none.
import type { Account } from "../context.ts";

export const FIRST_LIST_NAME = "Tracked algos";

/**
 * Returns the next page: the tracklists, with a message about the result. If the list is full, that page offers the
 * others.
 */
export async function trackOnFirstList(account: Account, strategyId: string): Promise<string> {
  try {
    const lists = (await account.listTracklists()).items;
    const list =
      lists[0] ??
      (await account.createTracklist({ name: FIRST_LIST_NAME }, `first-${strategyId}`.slice(0, 80)));
    await account.trackStrategy(list.id, strategyId);
    return `/algos/tracklist?tracked=${strategyId}`;
  } catch (fault) {
    // The list is full or unavailable, so the page lets the user select a list.
    if (fault instanceof Response) return `/algos/tracklist?add=${strategyId}`;
    throw fault;
  }
}
