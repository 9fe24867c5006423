// Builds the context of a page (app/context.ts) for one request and one user.
import type { Enquiries, MenuManager, SignIn } from "../../app/context.ts";
import { formatDateTime } from "../../app/format/dates.ts";
import type { PagesOptions } from "../http/pages.ts";
import type { ApiUse } from "../observe/api-use.ts";
import { createEvidenceService } from "../provider/disclosure-gate.ts";
import { unreachableResponse } from "../provider/faults.ts";
import { excludeHeldAlgos } from "../provider/held-algos.ts";
import { setFlash, takeFlash } from "../session/flash.ts";
import type { Session } from "../session/sessions.ts";
import type { StatusHistory } from "../state/status-history.ts";
import { createAccountSummary } from "./account-summary.ts";
import { reportTimes } from "./service-times.ts";
import type { SiteParts } from "./site.ts";

type ContextFor = PagesOptions<Session>["contextFor"];
type PageRequest = Parameters<ContextFor>[0];
type ContextOptions = Pick<
  SiteParts,
  "settings" | "services" | "relay" | "orders" | "securityLog" | "operators"
> & { status: Pick<StatusHistory, "report">; apiUse: Pick<ApiUse, "report"> | null };

export function createContextFor(
  options: ContextOptions & { hasSandbox: boolean; integrity: ReadonlyMap<string, string> },
): ContextFor {
  const { settings, services, relay, integrity, operators } = options;
  const { baseApi, catalogue, markets, conversations, playground, sessions } = services;
  const orderWindowUrl = settings.orderWindowUrl ?? (options.hasSandbox ? "/sandbox/order-window" : null);
  const summaryFor = createAccountSummary();
  const accountOf = (request: PageRequest, session: Session) =>
    baseApi.accountFor({ ...request, accessToken: session.accessToken });
  return (request, session) => ({
    provider: excludeHeldAlgos(catalogue.forRequest(request), { ids: operators.heldAlgos }),
    markets: markets.forRequest(request),
    session:
      session === null
        ? null
        : {
            clientId: session.clientId,
            name: session.name,
            endsAt: formatDateTime(new Date(sessions?.endOf(session) ?? session.endsAt)),
            xsrf: session.xsrf,
          },
    account: session === null ? null : accountOf(request, session),
    // The lookup of the summary continues when the request ends, because all tabs of a client share it.
    accountSummary:
      session === null
        ? null
        : summaryFor(
            session.clientId,
            accountOf({ ...request, signal: new AbortController().signal }, session),
            request.cookies,
          ),
    signIn: signInFor(options, request, session),
    chat:
      conversations === null || !settings.site.features.chat || operators.isOff("chat")
        ? null
        : {
            read: () => conversations.read({ ...request, clientId: session?.clientId ?? null }),
            post: (text, after) =>
              conversations.post(text, after, { ...request, clientId: session?.clientId ?? null }),
          },
    enquiries: createEnquiries(options, request),
    prices: relay,
    status: () => ({
      ...options.status.report(),
      announcements: operators.announcements(),
      times: reportTimes(services.times),
      ...(options.apiUse === null ? {} : { api: options.apiUse.report() }),
    }),
    notice: operators.notice(),
    playground:
      !settings.site.features.playground || operators.isOff("playground")
        ? null
        : (playground?.forRequest(request) ?? null),
    evidence: createEvidenceService({
      ceiling: settings.disclosureCeiling,
      records: baseApi.recordsFor(request),
      disclosures:
        session === null ? null : baseApi.disclosuresFor({ ...request, accessToken: session.accessToken }),
      checked: services.checkedRecords,
      request,
    }),
    hasDesignPage: settings.hasDesignPage,
    calendar: settings.calendar,
    orderWindow:
      orderWindowUrl === null || operators.isOff("deploying")
        ? null
        : orderWindowAddress(orderWindowUrl, request.origin),
    site: settings.site,
    menuManagers: featuredFirst(catalogue.menuManagers(), settings.site.managers),
    integrity,
  });
}

/** Sends requests for access, and confirms them to this browser. */
function createEnquiries({ services, operators }: ContextOptions, request: PageRequest): Enquiries | null {
  const { enquiries, sentEnquiries } = services;
  if (enquiries === null || operators.isOff("enquiries")) return null;
  return {
    submit: (enquiry) => enquiries.submit(enquiry, request.address),
    remember: (sent) => sentEnquiries.write(sent, request.isHttps),
    takeSent: () => sentEnquiries.take(request.cookies, request.isHttps),
  };
}

/** Returns the brand's featured managers in the brand's order, then the others. */
function featuredFirst(managers: readonly MenuManager[], featured: readonly string[]): MenuManager[] {
  const first = featured.flatMap((id) => managers.filter((manager) => manager.id === id));
  return [...first, ...managers.filter(({ id }) => !featured.includes(id))];
}

/** Sign-in and sign-out; writes each step to the security log. */
function signInFor(
  { services: { sessions, baseApi }, orders, securityLog, operators }: ContextOptions,
  request: PageRequest,
  session: Session | null,
): SignIn | null {
  if (sessions === null) return null;
  return {
    async begin(returnTo, track) {
      if (operators.isOff("sign_in")) throw unreachableResponse();
      const started = await sessions.begin(returnTo, track, request);
      securityLog.signIn(request, started === null ? "rate_limited" : "sign_in_begun");
      return started;
    },
    async finish(back) {
      const done = await sessions.finish(back, request);
      if ("fault" in done) {
        securityLog.signIn(request, "sign_in_refused", undefined, done.fault);
        return done;
      }
      securityLog.signIn(request, "signed_in", done.session.xsrf);
      const { accessToken } = done.session;
      return {
        returnTo: done.returnTo,
        track: done.track,
        cookies: done.cookies,
        account: baseApi.accountFor({ ...request, accessToken }),
      };
    },
    deny(consentId) {
      securityLog.signIn(request, "sign_in_refused", undefined, "denied");
      return sessions.deny(consentId, request);
    },
    end() {
      if (session !== null) orders?.end(session.accessToken);
      securityLog.signIn(request, "signed_out", session?.xsrf);
      return sessions.end(session, request.isHttps);
    },
    recheckConnections() {
      if (session !== null) orders?.recheckSessions(session.clientId);
      securityLog.signIn(request, "session_ended", session?.xsrf);
    },
    flash: (flash) => [setFlash(flash, request.isHttps)],
    takeFlash: () => takeFlash(request.cookies, request.isHttps),
  };
}

/**
 * Returns the address of the order window for a basket. The return address is absolute, because the order window may be
 * on another host.
 */
function orderWindowAddress(windowUrl: string, origin: string) {
  return (basketRef: string, returnTo: string) =>
    `${windowUrl}?${new URLSearchParams({ basket: basketRef, return: `${origin}${returnTo}` })}`;
}
