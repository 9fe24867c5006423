// Has the framework put one page together: gives it the page's context, its deadline and its turn, and finishes what comes back.
import { setMaxListeners } from "node:events";
import type { AppLoadContext } from "@remix-run/node";
import type { Account, DisclosedStrategy, SiteContext } from "../../app/context.ts";
import { openSession, type SlotMark } from "../../app/contract/site/reader-slots.ts";
import { type FinishOptions, finishPage } from "./finished-page.ts";
import type { AnySession, PageVisit } from "./page-visit.ts";
import { createPartCache } from "./part-cache.ts";
import type { RenderTurns } from "./render-turns.ts";
import type { RenderedPage } from "./rendered-page.ts";

type PageRequest = {
  signal: AbortSignal;
  requestId: string;
  isHttps: boolean;
  /** Scheme and host that the browser used. */
  origin: string;
  cookies: string | undefined;
  /** The client, for limits. Empty for a shared page. */
  address: string;
};
/** The part of a page's context that is added here. */
type OwnContext =
  | "publicOrigin"
  | "handle"
  | "slotMark"
  | "theme"
  | "amount"
  | "requestId"
  | "reportFault"
  | "scriptMark"
  | "signal"
  | "renderTurn"
  | "printed";

/** What one page may wait for at once before Node warns of a leak: a list asks for the record of each card. */
const WAITS_AT_MOST = 200;

export type RendererOptions<Session extends AnySession> = FinishOptions & {
  render(request: Request, context: AppLoadContext, routeIds: readonly string[]): Promise<Response>;
  pageWithinMs: number;
  printedPartChars: number;
  turns: RenderTurns;
  /** A fault inside a page; the reader got the error page. */
  onFault(fault: unknown, requestId: string): void;
  /** A page's context without the part that is added here. */
  contextFor(request: PageRequest, session: Session | null): Omit<SiteContext, OwnContext>;
};

/** `webRequest` makes the request that the page sees; it ends when the reader leaves. A shared `visit` contains no reader. */
export type RenderPage<Session extends AnySession> = (
  webRequest: (gone: AbortSignal) => Request,
  visit: PageVisit<Session>,
  gone: AbortSignal,
  /**
   * Set for the shared page of all signed-in readers, whose placeholders stay open. The page then throws OnesOwnPage if it needs a
   * reader.
   */
  slotMark?: SlotMark | null,
) => Promise<RenderedPage>;

/** A shared page of all signed-in readers needed data of one reader. */
export class OnesOwnPage extends Error {}

export function createPageRenderer<Session extends AnySession>(
  options: RendererOptions<Session>,
): RenderPage<Session> {
  const { turns } = options;
  const printed = createPartCache(options.printedPartChars);
  return async (webRequest, visit, gone, slotMark = null) => {
    const { address, requestId, session, theme, amount, handle } = visit;
    const isShared = visit.key !== null;
    // Remix turns an aborted request into a fault, so the page's deadline goes to the provider's calls alone.
    const signal = AbortSignal.any([gone, AbortSignal.timeout(options.pageWithinMs)]);
    setMaxListeners(WAITS_AT_MOST, signal);
    const context = options.contextFor(
      {
        signal,
        requestId,
        isHttps: address.protocol === "https:",
        origin: address.origin,
        cookies: isShared ? undefined : visit.cookies,
        address: isShared ? "" : visit.client,
      },
      isShared ? null : session,
    );
    const own: Pick<SiteContext, OwnContext> = {
      publicOrigin: address.origin,
      handle,
      slotMark,
      theme,
      amount,
      requestId,
      reportFault: (fault) => options.onFault(fault, requestId),
      scriptMark: options.mark,
      signal,
      renderTurn: () => turns.take(visit.client),
      printed,
    };
    let isOnesOwn = false;
    const refuse = () => {
      isOnesOwn = true;
      throw new Response(null, { status: 409 });
    };
    const shared = isShared ? withoutReader(context) : context;
    const known = slotMark === null ? shared : forAnyReader(shared, slotMark, refuse);
    const answer = await options.render(webRequest(gone), { ...known, ...own }, visit.routeIds);
    if (isOnesOwn) throw new OnesOwnPage("the page asked for what is one reader's own");
    return finishPage(options, answer, visit);
  };
}

/**
 * What belongs to a reader is not there for a page that is sent to everybody: asking for it is a fault of the route, which then must not
 * declare itself shared.
 */
function withoutReader<Context extends Omit<SiteContext, OwnContext>>(context: Context): Context {
  // Whether there is such a service is the same for everybody; using it is not.
  const unusable = <Service extends object>(service: Service | null, what: string): Service | null => {
    const refuse = () => {
      throw new Error(`a shared page asked for ${what}; its route must not be shared`);
    };
    return service === null
      ? null
      : (Object.fromEntries(Object.keys(service).map((name) => [name, refuse])) as Service);
  };
  return {
    ...context,
    session: null,
    account: null,
    signIn: unusable(context.signIn, "sign-in"),
    // A reader without a conversation has an empty one.
    chat: context.chat === null ? null : { ...unusable(context.chat, "the chat"), read: async () => null },
    enquiries: unusable(context.enquiries, "enquiries"),
  } as Context;
}

/**
 * Context of the shared page of all signed-in readers: a session with placeholders, and `refuse` for everything that belongs to one
 * reader.
 */
function forAnyReader<
  Context extends Pick<SiteContext, "account" | "chat" | "evidence" | "session" | "signIn">,
>(context: Context, mark: SlotMark, refuse: () => never): Context {
  const { evidence, signIn, chat } = context;
  const refused = <Service extends object>(service: Service): Service =>
    new Proxy(service, { get: () => refuse });
  // Only readers who requested this record see it.
  const open = <Rest extends unknown[], Answer>(
    read: (strategy: DisclosedStrategy, ...rest: Rest) => Answer,
  ): typeof read => {
    return (strategy, ...rest) =>
      strategy.disclosureBasis === "one_to_one" ? refuse() : read(strategy, ...rest);
  };
  return {
    ...context,
    session: openSession(mark),
    account: refused({} as Account),
    // A waiting message is looked up before the shared page is used for this reader.
    signIn: signIn === null ? null : { ...refused(signIn), takeFlash: () => null },
    chat,
    evidence: {
      ...evidence,
      records: open(evidence.records),
      record: open(evidence.record),
      trades: open(evidence.trades),
      unverified: open(evidence.unverified),
      studies: open(evidence.studies),
      ask: refuse,
    },
  };
}
