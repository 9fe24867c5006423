// Pages that are the same for all signed-in users except for a few values. Such a page is rendered once with
// placeholders, cached, and filled for each user. A page that needs other data of the user is rendered for that user.
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { SiteContext } from "../../app/context.ts";
import { nullIfRefused } from "../../app/contract/site/fault.ts";
import { fillSlots, type Slot, type SlotMark, splitAtSlots } from "../../app/contract/site/reader-slots.ts";
import type { HtmlCache } from "./html-cache.ts";
import { PerUserPageError } from "./page-renderer.ts";
import type { AnySession, PageVisit } from "./page-visit.ts";
import { RenderedPage } from "./rendered-page.ts";

/**
 * Maximum number of cached keys of pages that cannot be rendered with placeholders. The cache prevents an attempt for
 * each request.
 */
const PER_USER_PAGES_MAX = 5_000;
/**
 * Time in ms after which a page that could not be rendered with placeholders is rendered with them again. The cause,
 * such as a fault of the provider or an algo's disclosure basis, may have changed.
 */
const PER_USER_PAGES_MS = 60_000;

/** The user's services, which provide the values of the placeholders. */
export type PageReader = Pick<SiteContext, "session" | "account" | "accountSummary" | "signIn">;

export type FilledPagesOptions<Session extends AnySession> = {
  cache: HtmlCache;
  /** Renders a page with placeholders. Rejects with PerUserPageError if the page needs other data of the user. */
  renderOpen(visit: PageVisit<Session>, mark: SlotMark): Promise<RenderedPage>;
  readerOf(visit: PageVisit<Session>): PageReader;
  /** Waits until this client may render (round-robin). Call the returned function after rendering. */
  waitToRender(client: string): Promise<() => void>;
};

/** Returns a page with the user's values; null if it must be rendered for this user. */
export type FillPage<Session extends AnySession> = (
  visit: PageVisit<Session>,
) => Promise<RenderedPage | null>;

export function createFilledPages<Session extends AnySession>(
  options: FilledPagesOptions<Session>,
): FillPage<Session> {
  const { cache, renderOpen } = options;
  const mark = randomBytes(18).toString("base64url");
  const own = new LRUCache<string, true>({ max: PER_USER_PAGES_MAX, ttl: PER_USER_PAGES_MS });
  const pieces = new WeakMap<RenderedPage, (Buffer | Slot)[]>();

  /** Splits the cached page once, so that filling it only copies the pieces. */
  function piecesOf(page: RenderedPage): (Buffer | Slot)[] {
    let known = pieces.get(page);
    if (known === undefined) {
      known = splitAtSlots(page.body.toString("utf8"), mark, (text) => Buffer.from(text));
      pieces.set(page, known);
    }
    return known;
  }

  /** Returns the page with placeholders, cached or newly rendered; null if it must be rendered for each user. */
  async function openPage(visit: PageVisit<Session>, key: string): Promise<RenderedPage | null> {
    const render = () => renderOpen(visit, mark);
    try {
      const page = cache.find(key, render, false)?.page ?? (await cache.render(key, render));
      return page.status === 200 ? page : null;
    } catch (fault) {
      if (fault instanceof PerUserPageError) return null;
      throw fault;
    }
  }

  return async (visit) => {
    const { filledPageKey: openKey } = visit;
    if (openKey === null || own.has(openKey)) return null;
    const { session, account, accountSummary, signIn } = options.readerOf(visit);
    // A page that shows a one-time message must be rendered for this user.
    if (
      session === null ||
      account === null ||
      accountSummary === null ||
      (signIn?.takeFlash() ?? null) !== null
    )
      return null;
    const [page, lists, summary] = await Promise.all([
      openPage(visit, openKey),
      visit.handle.cards ? loadLists(account) : {},
      accountSummary(),
    ]);
    if (page === null) own.set(openKey, true);
    if (page === null || lists === null) return null;
    // Pages are filled one at a time, so that the event loop can handle other events in between.
    const release = await options.waitToRender(visit.client);
    try {
      const parts = fillSlots(piecesOf(page), { words: { ...session, ...summary }, lists }, (text) =>
        Buffer.from(text),
      );
      return new RenderedPage(page.status, clientPageHeaders(page), Buffer.concat(parts));
    } finally {
      release();
    }
  };
}

/** Returns the tracklist id of each algo in a tracklist; null if the provider does not respond. */
async function loadLists(
  account: NonNullable<PageReader["account"]>,
): Promise<Record<string, string> | null> {
  const found = await account.listTracklists().catch(nullIfRefused);
  const lists = found?.items.flatMap(({ id, strategyIds }) => strategyIds.map((one) => [one, id]));
  return lists ? Object.fromEntries(lists) : null;
}

/** Returns the headers of a filled page. It belongs to one user, so it must not be cached or cause prefetching. */
function clientPageHeaders({ headers }: RenderedPage): [string, string][] {
  return headers
    .filter(([name]) => name !== "speculation-rules")
    .map(([name, value]) => [name, name === "cache-control" ? "no-store" : value]);
}
