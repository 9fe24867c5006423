// Pages of signed-in readers that are, but for a few words, the same for all of them: the page with these places open is kept like any
// shared page, and filled for each reader. What is one reader's own cannot get into it: rendering it refuses to give any (page-renderer.ts),
// and the page is then put together for him alone.
import { LRUCache } from "lru-cache";
import type { SiteContext } from "../../app/context.ts";
import { fillSlots, readSlots, type Slot, type SlotMark } from "../../app/wire/reader-slots.ts";
import type { PageCache } from "./page-cache.ts";
import { OnesOwnPage } from "./page-renderer.ts";
import type { AnySession, PageVisit } from "./page-visit.ts";
import { RenderedPage } from "./rendered-page.ts";

/** Addresses whose pages turned out to be the reader's own, so that they are not tried again with each request. */
const OWN_KNOWN = 5_000;
/** A page may become everybody's again: a fault of the provider, an algo whose basis changed. */
const OWN_KNOWN_MS = 60_000;

/** What of the reader fills the places. */
export type PageReader = Pick<SiteContext, "session" | "account" | "signIn">;

export type ReaderPagesOptions<Session extends AnySession> = {
  cache: PageCache;
  slotMark: SlotMark;
  /** Puts the page together with its places open; throws OnesOwnPage. */
  renderOpen(visit: PageVisit<Session>): Promise<RenderedPage>;
  readerOf(visit: PageVisit<Session>): PageReader;
  /** Waits for this client's turn to have a page put together; the returned function ends it. */
  turnOf(client: string): Promise<() => void>;
};

/** The reader's page from the kept one; null where the page has to be put together for him. */
export type FillPage<Session extends AnySession> = (
  visit: PageVisit<Session>,
) => Promise<RenderedPage | null>;

export function createReaderPages<Session extends AnySession>(
  options: ReaderPagesOptions<Session>,
): FillPage<Session> {
  const own = new LRUCache<string, true>({ max: OWN_KNOWN, ttl: OWN_KNOWN_MS });
  const apart = new WeakMap<RenderedPage, (Buffer | Slot)[]>();
  /** A kept page is taken apart once, so that a reader's costs no more than copying its parts. */
  function piecesOf(page: RenderedPage): (Buffer | Slot)[] {
    const known = apart.get(page);
    if (known !== undefined) return known;
    const pieces = readSlots(page.body.toString("utf8"), options.slotMark, (text) => Buffer.from(text));
    apart.set(page, pieces);
    return pieces;
  }
  return async (visit) => {
    const { openKey } = visit;
    if (openKey === null || own.has(openKey)) return null;
    const { session, account, signIn } = options.readerOf(visit);
    // A word waits for him: the page that shows it is his.
    if (session === null || account === null || (signIn?.takeFlash() ?? null) !== null) return null;
    const [page, lists] = await Promise.all([
      openPage(options, visit, openKey),
      visit.handle.cards ? listsOf(account) : {},
    ]);
    if (page === null) own.set(openKey, true);
    if (page === null || lists === null) return null;
    // Many that are due at the same moment are filled one by one, and the loop answers whatever else has come between them.
    const endTurn = await options.turnOf(visit.client);
    try {
      const parts = fillSlots(piecesOf(page), { words: session, lists }, (text) => Buffer.from(text));
      return new RenderedPage(page.status, ownHeaders(page), Buffer.concat(parts));
    } finally {
      endTurn();
    }
  };
}

async function openPage<Session extends AnySession>(
  { cache, renderOpen }: ReaderPagesOptions<Session>,
  visit: PageVisit<Session>,
  openKey: string,
): Promise<RenderedPage | null> {
  const render = () => renderOpen(visit);
  try {
    const page = cache.find(openKey, render, false)?.page ?? (await cache.render(openKey, render));
    return page.status === 200 ? page : null;
  } catch (fault) {
    if (fault instanceof OnesOwnPage) return null;
    throw fault;
  }
}

/** Which algo stands on which list; null when the provider does not say. */
async function listsOf(account: NonNullable<PageReader["account"]>): Promise<Record<string, string> | null> {
  try {
    const lists = (await account.listTracklists()).items;
    return Object.fromEntries(lists.flatMap(({ id, strategyIds }) => strategyIds.map((one) => [one, id])));
  } catch (fault) {
    if (fault instanceof Response) return null;
    throw fault;
  }
}

/** A filled page is nobody else's, and nothing is fetched ahead for it. */
function ownHeaders({ headers }: RenderedPage): [string, string][] {
  return headers
    .filter(([name]) => name !== "speculation-rules")
    .map(([name, value]) => [name, name === "cache-control" ? "no-store" : value]);
}
