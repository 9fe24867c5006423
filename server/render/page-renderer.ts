// Renders one page with the framework's request handler: creates the page's context, sets a deadline for its calls, and
// completes the response.
import { setMaxListeners } from "node:events";
import type { AppLoadContext } from "@remix-run/node";
import type { Account, DisclosedStrategy, SiteContext } from "../../app/context.ts";
import { type SlotMark, sessionSlots, summarySlots } from "../../app/contract/site/reader-slots.ts";
import { type FinishOptions, finishPage } from "./finished-page.ts";
import type { AnySession, PageVisit } from "./page-visit.ts";
import type { RenderQueue } from "./render-queue.ts";
import type { RenderedPage } from "./rendered-page.ts";

type PageRequest = {
  signal: AbortSignal;
  requestId: string;
  isHttps: boolean;
  /** Origin that the browser used. */
  origin: string;
  cookies: string | undefined;
  /** IP address or client that limits apply to; empty for a shared page. */
  address: string;
};
/** Context fields that the renderer adds. */
type OwnContext =
  | "publicOrigin"
  | "handle"
  | "slotMark"
  | "theme"
  | "amount"
  | "requestId"
  | "isForm"
  | "reportFault"
  | "signal"
  | "awaitRenderTurn";
type ServiceContext = Omit<SiteContext, OwnContext>;

/**
 * Number of pending calls of one page above which Node warns of a listener leak. It is high, because a list page calls
 * the provider once per card.
 */
const PENDING_CALLS_MAX = 200;

export type RendererOptions<Session extends AnySession> = FinishOptions & {
  render(request: Request, context: AppLoadContext): Promise<Response>;
  pageTimeoutMs: number;
  renderQueue: RenderQueue;
  /** Called for an error in a page. The user gets an error page instead. */
  onFault(fault: unknown, requestId: string): void;
  /** Returns a page's context without the fields that the renderer adds. */
  contextFor(request: PageRequest, session: Session | null): ServiceContext;
};

/**
 * Renders the page of a visit; a shared visit contains no user. `webRequest` creates the framework's request. `gone` is
 * aborted when the client disconnects.
 */
export type RenderPage<Session extends AnySession> = (
  webRequest: (gone: AbortSignal) => Request,
  visit: PageVisit<Session>,
  gone: AbortSignal,
  /**
   * Renders placeholders instead of the user's values. Rejects with PerUserPageError if the page needs other data of a
   * user.
   */
  slotMark?: SlotMark | null,
) => Promise<RenderedPage>;

/** Thrown if a page that is rendered for several users needs data of one user. */
export class PerUserPageError extends Error {}

export function createPageRenderer<Session extends AnySession>(
  options: RendererOptions<Session>,
): RenderPage<Session> {
  return async (webRequest, visit, gone, slotMark = null) => {
    const { address, requestId, session, theme, amount, handle } = visit;
    const isShared = visit.key !== null;
    // The deadline aborts only calls to the provider, because Remix treats an aborted request as a fault.
    const signal = AbortSignal.any([gone, AbortSignal.timeout(options.pageTimeoutMs)]);
    setMaxListeners(PENDING_CALLS_MAX, signal);
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
    const request = webRequest(gone);
    const own: Pick<SiteContext, OwnContext> = {
      publicOrigin: address.origin,
      handle,
      slotMark,
      theme,
      amount,
      requestId,
      isForm: request.method === "POST",
      reportFault: (fault) => options.onFault(fault, requestId),
      signal,
      awaitRenderTurn: () => options.renderQueue.wait(visit.client),
    };
    let needsUserData = false;
    const refuse = () => {
      if (slotMark === null)
        throw new Error("a shared page requested data of one user; its route must not be shared");
      needsUserData = true;
      throw new Response(null, { status: 409 });
    };
    const services = isShared ? sharedContext(context, slotMark, refuse) : context;
    const answer = await options.render(request, { ...services, ...own });
    if (needsUserData) throw new PerUserPageError("the page requested data of a single user");
    return finishPage(options, answer, visit);
  };
}

/**
 * Returns the context of a page for all users or, with `mark`, for all signed-in users. With `mark` the session
 * consists of placeholders. Access to data of one user calls `refuse`.
 */
function sharedContext(context: ServiceContext, mark: SlotMark | null, refuse: () => never): ServiceContext {
  const refused = <Service extends object>(service: Service): Service =>
    new Proxy(service, { get: () => refuse });
  const { signIn, chat, enquiries, evidence } = context;
  const shared = {
    ...context,
    // A shared page shows no conversation and confirms no request for access.
    chat: chat === null ? null : { post: refuse, read: async () => null },
    enquiries: enquiries === null ? null : { submit: refuse, remember: refuse, takeSent: async () => null },
  };
  if (mark === null)
    return {
      ...shared,
      session: null,
      account: null,
      accountSummary: null,
      signIn: signIn === null ? null : refused(signIn),
    };
  // Some records are disclosed only to clients who requested them.
  const forAllUsers = <Rest extends unknown[], Answer>(
    read: (strategy: DisclosedStrategy, ...rest: Rest) => Answer,
  ): typeof read => {
    return (strategy, ...rest) =>
      strategy.disclosureBasis === "one_to_one" ? refuse() : read(strategy, ...rest);
  };
  return {
    ...shared,
    session: sessionSlots(mark),
    account: refused({} as Account),
    accountSummary: async () => summarySlots(mark),
    // One-time messages are read later, when the cached page is filled.
    signIn: signIn === null ? null : { ...refused(signIn), takeFlash: () => null },
    evidence: {
      ...evidence,
      records: forAllUsers(evidence.records),
      record: forAllUsers(evidence.record),
      trades: forAllUsers(evidence.trades),
      unverified: forAllUsers(evidence.unverified),
      studies: forAllUsers(evidence.studies),
      requestRecord: refuse,
    },
  };
}
