// Pages that are the same for all signed-in readers except for some values: the page with placeholders is cached like a shared page and
// filled for each reader. If a page needs more of a reader than the placeholders, it is rendered for that reader.
import { LRUCache } from "lru-cache";
import type { SiteContext } from "../../app/context.ts";
import { fillSlots, readSlots, type Slot, type SlotMark } from "../../app/contract/site/reader-slots.ts";
import type { PageCache } from "./html-cache.ts";
import { OnesOwnPage } from "./page-renderer.ts";
import type { AnySession, PageVisit } from "./page-visit.ts";
import { RenderedPage } from "./rendered-page.ts";

/** Addresses whose pages turned out to be the reader's own, so that they are not tried again with each request. */
const OWN_KNOWN = 5_000;
/** A page may become everybody's again: a fault of the provider, an algo whose basis changed. */
const OWN_KNOWN_MS = 60_000;

/** The reader's values for the placeholders. */
export type PageReader = Pick<SiteContext, "session" | "account" | "signIn">;

export type ReaderPagesOptions<Session extends AnySession> = {
  cache: PageCache;
  slotMark: SlotMark;
  /** Puts the page together with its places open; throws OnesOwnPage. */
  renderOpen(visit: PageVisit<Session>): Promise<RenderedPage>;
  readerOf(visit: PageVisit<Session>): PageReader;
  /** Waits for this client's turn to render; the returned function ends the turn. */
  turnOf(client: string): Promise<() => void>;
};

/** Fills the cached page for the reader. Returns null if the page must be rendered for this reader. */
export type FillPage<Session extends AnySession> = (
  visit: PageVisit<Session>,
) => Promise<RenderedPage | null>;

export function createReaderPages<Session extends AnySession>(
  options: ReaderPagesOptions<Session>,
): FillPage<Session> {
  const own = new LRUCache<string, true>({ max: OWN_KNOWN, ttl: OWN_KNOWN_MS });
  const apart = new WeakMap<RenderedPage, (Buffer | Slot)[]>();
  /** The cached page is split once, so that a reader's page costs no more than copying the parts. */
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
    // A waiting message needs a page of its own.
    if (session === null || account === null || (signIn?.takeFlash() ?? null) !== null) return null;
    const [page, lists] = await Promise.all([
      openPage(options, visit, openKey),
      visit.handle.cards ? listsOf(account) : {},
    ]);
    if (page === null) own.set(openKey, true);
    if (page === null || lists === null) return null;
    // Pages that are due together are filled one by one, and other events are handled between them.
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

/** The tracklists of each algo; null if the provider does not answer. */
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
