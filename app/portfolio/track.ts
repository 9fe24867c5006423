// Puts an algo on a client's first tracklist, which is made when there is none.
import type { Account } from "../context.ts";

export const FIRST_LIST_NAME = "Tracked algos";

/** Where to go then: the tracklists, with a word on what happened. A full list asks for another one. */
export async function trackOnFirstList(account: Account, strategyId: string): Promise<string> {
  try {
    const lists = (await account.listTracklists()).items;
    const list =
      lists[0] ??
      (await account.createTracklist({ name: FIRST_LIST_NAME }, `first-${strategyId}`.slice(0, 80)));
    await account.trackStrategy(list.id, strategyId);
    return `/algos/tracklist?tracked=${strategyId}`;
  } catch (fault) {
    // Signed in all the same: the page asks which list it should be.
    if (fault instanceof Response) return `/algos/tracklist?add=${strategyId}`;
    throw fault;
  }
}
