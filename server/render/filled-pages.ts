// Pages that are the same for all signed-in users except for some values: the page with placeholders is cached like a shared page and
// filled for each user. A page that needs more of a user than the placeholders is rendered for that user.
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { SiteContext } from "../../app/context.ts";
import { fillSlots, readSlots, type Slot, type SlotMark } from "../../app/contract/site/reader-slots.ts";
import type { HtmlCache } from "./html-cache.ts";
import { OnesOwnPage } from "./page-renderer.ts";
import type { AnySession, PageVisit } from "./page-visit.ts";
import { RenderedPage } from "./rendered-page.ts";

/** Number of cached keys whose page turned out to be per user, so that the shared page is not tried again with each request. */
const OWN_KNOWN = 5_000;
/** A page may become shared again, for example after a fault of the provider or a change of an algo's disclosure basis. */
const OWN_KNOWN_MS = 60_000;

/** The user's values for the placeholders. */
export type PageReader = Pick<SiteContext, "session" | "account" | "accountSummary" | "signIn">;

export type FilledPagesOptions<Session extends AnySession> = {
  cache: HtmlCache;
  /** Renders the page with placeholders; rejects with OnesOwnPage. */
  renderOpen(visit: PageVisit<Session>, mark: SlotMark): Promise<RenderedPage>;
  readerOf(visit: PageVisit<Session>): PageReader;
  /** Waits for this client's turn to render; the returned function ends the turn. */
  turnOf(client: string): Promise<() => void>;
};

/** Fills the cached page for the user. Returns null if the page must be rendered for this user. */
export type FillPage<Session extends AnySession> = (
  visit: PageVisit<Session>,
) => Promise<RenderedPage | null>;

export function createFilledPages<Session extends AnySession>(
  options: FilledPagesOptions<Session>,
): FillPage<Session> {
  const { cache, renderOpen } = options;
  const mark = randomBytes(18).toString("base64url");
  const own = new LRUCache<string, true>({ max: OWN_KNOWN, ttl: OWN_KNOWN_MS });
  const pieces = new WeakMap<RenderedPage, (Buffer | Slot)[]>();

  /** Splits the cached page once, so that a user's page only copies the parts. */
  function piecesOf(page: RenderedPage): (Buffer | Slot)[] {
    let known = pieces.get(page);
    if (known === undefined) {
      known = readSlots(page.body.toString("utf8"), mark, (text) => Buffer.from(text));
      pieces.set(page, known);
    }
    return known;
  }

  /** Returns the shared page with placeholders; null if there is none. */
  async function openPage(visit: PageVisit<Session>, key: string): Promise<RenderedPage | null> {
    const render = () => renderOpen(visit, mark);
    try {
      const page = cache.find(key, render, false)?.page ?? (await cache.render(key, render));
      return page.status === 200 ? page : null;
    } catch (fault) {
      if (fault instanceof OnesOwnPage) return null;
      throw fault;
    }
  }

  return async (visit) => {
    const { openKey } = visit;
    if (openKey === null || own.has(openKey)) return null;
    const { session, account, accountSummary, signIn } = options.readerOf(visit);
    // A pending message requires a page for this user.
    if (
      session === null ||
      account === null ||
      accountSummary === null ||
      (signIn?.takeFlash() ?? null) !== null
    )
      return null;
    const [page, lists, summary] = await Promise.all([
      openPage(visit, openKey),
      visit.handle.cards ? listsOf(account) : {},
      accountSummary(),
    ]);
    if (page === null) own.set(openKey, true);
    if (page === null || lists === null) return null;
    // Waiting pages are filled one by one, and other events are handled between them.
    const endTurn = await options.turnOf(visit.client);
    try {
      const parts = fillSlots(piecesOf(page), { words: { ...session, ...summary }, lists }, (text) =>
        Buffer.from(text),
      );
      return new RenderedPage(page.status, ownHeaders(page), Buffer.concat(parts));
    } finally {
      endTurn();
    }
  };
}

/** Returns the tracklists of each algo; null if the provider does not answer. */
async function listsOf(account: NonNullable<PageReader["account"]>): Promise<Record<string, string> | null> {
  try {
    const lists = (await account.listTracklists()).items;
    return Object.fromEntries(lists.flatMap(({ id, strategyIds }) => strategyIds.map((one) => [one, id])));
  } catch (fault) {
    if (fault instanceof Response) return null;
    throw fault;
  }
}

/** Headers of a filled page, which belongs to one user and prefetches nothing. */
function ownHeaders({ headers }: RenderedPage): [string, string][] {
  return headers
    .filter(([name]) => name !== "speculation-rules")
    .map(([name, value]) => [name, name === "cache-control" ? "no-store" : value]);
}
