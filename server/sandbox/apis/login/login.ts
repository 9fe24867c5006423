// The provider's authentication service: the partner flow's three calls and the login pages between them. Partners
// identify themselves by header; the browser returns to the partner's registered address with a tokenId.
import { type Context, Hono } from "hono";
import { z } from "zod";
import { frameText, loginText as text } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { isSameSecret } from "../../../crypto/constant-time.ts";
import { requiresBothCodes } from "../../accounts/attempts.ts";
import { findClient } from "../../accounts/clients.ts";
import type { TypedCodes } from "../../accounts/codes.ts";
import {
  consentState,
  consumeTokenId,
  createConsent,
  denyConsent,
  findRequester,
  type LoginAttemptResult,
  tryLogin,
} from "../../accounts/consents.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { VaultBusyError } from "../../store/vault.ts";
import { type Page, readSiteFrame } from "../page-frame.ts";
import { readForm } from "../read-form.ts";
import { refuseCall } from "../refuse-call.ts";
import {
  appDonePage,
  type CodeMethod,
  type ConsentRequester,
  clientIdPage,
  closedPage,
  codePage,
  deniedPage,
} from "./login-pages.ts";
import { tokenPayload } from "./token-payload.ts";

const code = z.string().trim().max(12).default("");
const formSchema = z.object({
  consentId: z.string().max(60),
  clientId: z.string().trim().max(20).default(""),
  step: z.enum(["client", "code", "deny"]).default("client"),
  method: z.enum(["pin", "totp", "both"]).default("pin"),
  code,
  pin: code,
  totp: code,
  /** Client id of a demo client that signs in without codes. */
  demo: z.string().max(20).default(""),
});
type Form = z.output<typeof formSchema>;

/**
 * Response header with the origin that the page's forms may redirect to. The site adds it to the content security
 * policy.
 */
export const FORM_ORIGIN_HEADER = "x-form-origin";
const STATUS_BY_CONSENT_STATE = {
  expired: 410,
  used: 410,
  denied: 410,
  too_many_tries: 429,
  unknown: 404,
} as const;
/** Pattern of the device label that the partner sends: printable ASCII. */
const DEVICE_LABEL = /^[\x20-\x7e]{1,120}$/;

/** Returns the client's IP address, which the site sends in a header; empty without that header. */
export const readClientAddress = (context: Context): string =>
  (context.req.header("x-client-address") ?? "").slice(0, 60);

/** Returns the submitted codes; null if they are malformed. */
function submittedCodes(form: Form): TypedCodes | null {
  const typed = form.method === "both" ? { pin: form.pin, totp: form.totp } : { [form.method]: form.code };
  return Object.values(typed).every((text) => /^\d{6}$/.test(text)) ? typed : null;
}

/** Fills in the id and the PIN of the demo client that the form names, if any. */
function withDemoCodes(form: Form): Form {
  const client = findClient(form.demo);
  return client === undefined
    ? form
    : { ...form, step: "code", clientId: client.id, method: "pin", code: client.pin };
}

type LoginOptions = {
  db: SandboxDatabase;
  now: () => number;
  partner: { id: string; secret: string; redirectUrl: string };
};

export function createLogin(options: LoginOptions): Hono {
  const { db, now } = options;
  const login = new Hono();
  addPartnerCalls(login, options);
  const replies = createReplies(options);
  const { consentRequester, show, closedReply } = replies;

  // Login address that the provider documents for apps of individual accounts. All apps share the same login pages.
  login.get("/login/consentApp-login", (context) => {
    const query = new URLSearchParams({ consentId: context.req.query("consentAppId") ?? "" });
    return context.redirect(`/sandbox/auth/consent-login?${query}`, 302);
  });

  login.get("/consent-login", (context) => {
    const consentId = context.req.query("consentId") ?? "";
    const state = consentState(db, consentId, now());
    if (state !== "open") return closedReply(context, consentId, state);
    const page = { site: readSiteFrame(context), consentId, requester: consentRequester(context, consentId) };
    return show(context, consentId, clientIdPage({ ...page, fault: null }));
  });

  login.post("/consent-login", async (context) => {
    const site = readSiteFrame(context);
    const parsed = formSchema.safeParse(await readForm(context));
    if (!parsed.success) return context.html(closedPage(site, "unknown"), 400);
    const isDemo = site.showsDemoLogins && findRequester(db, parsed.data.consentId) === null;
    const form = isDemo ? withDemoCodes(parsed.data) : parsed.data;
    const { consentId, clientId } = form;
    const state = consentState(db, consentId, now());
    if (state !== "open") return closedReply(context, consentId, state);
    if (form.step === "deny") return replies.denialReply(context, consentId);
    const page = { site, consentId, requester: consentRequester(context, consentId) };
    if (!/^\d{10}$/.test(clientId)) {
      const fault = text.tenDigits;
      return show(context, consentId, clientIdPage({ ...page, fault, clientId }), 422);
    }
    const isBothNeeded = requiresBothCodes(db, { clientId, address: readClientAddress(context) }, now());
    const again = (method: CodeMethod, fault: string | null) =>
      codePage({ ...page, clientId, method, fault });
    if (form.step === "client") return show(context, consentId, again(isBothNeeded ? "both" : "pin", null));
    const codes = submittedCodes(form);
    if (codes === null)
      return show(context, consentId, again(isBothNeeded ? "both" : form.method, text.sixDigitsNeeded), 422);
    return tryCodes(options, replies, context, { form, codes, again });
  });

  return login;
}

/** Adds the calls that a partner makes with its id and secret. */
function addPartnerCalls(login: Hono, { db, now, partner }: LoginOptions): void {
  function isPartner(context: Context): boolean {
    return (
      isSameSecret(context.req.header("partner_id") ?? "", partner.id) &&
      isSameSecret(context.req.header("partner_secret") ?? "", partner.secret)
    );
  }
  const refusePartner = (context: Context) =>
    refuseCall(context, 401, "DH-901", "The partner id or secret is incorrect.");

  login.on(["GET", "POST"], "/partner/generate-consent", (context) =>
    isPartner(context)
      ? context.json({ consentId: createConsent(db, now()), consentStatus: "GENERATED" })
      : refusePartner(context),
  );

  login.on(["GET", "POST"], "/partner/consume-consent", (context) => {
    if (!isPartner(context)) return refusePartner(context);
    const label = context.req.header("x-client-label") ?? "";
    const consumed = consumeTokenId(db, context.req.query("tokenId") ?? "", now(), {
      label: DEVICE_LABEL.test(label) ? label : null,
    });
    if (consumed === null)
      return refuseCall(context, 401, "DH-901", "The token id is unknown, expired or already used.");
    // The provider's response has no `consentId`. The site needs it to match the token to the sign-in that it started.
    return context.json({ ...tokenPayload(consumed.client, consumed), consentId: consumed.consentId });
  });
}

type Replies = ReturnType<typeof createReplies>;

/** Creates the responses that the login pages share. */
function createReplies(options: LoginOptions) {
  const { db, now } = options;
  /** Returns the requester of a consent: the app, or the marketplace under the site's brand name. */
  function consentRequester(context: Context, consentId: string): ConsentRequester {
    const requester = findRequester(db, consentId);
    return requester === null
      ? { name: readSiteFrame(context).brandName, isApp: false, scopes: [], returnHost: null }
      : {
          name: requester.app.name,
          isApp: true,
          scopes: requester.app.scopes,
          returnHost:
            requester.app.redirectUrl === null ? null : returnHost(requester.app.redirectUrl, context),
        };
  }

  /** Responds with a page whose form may redirect to the app. The header lets the site allow the app's origin. */
  function show(context: Context, consentId: string, page: Page, status: 200 | 401 | 422 | 429 | 503 = 200) {
    const redirectUrl = findRequester(db, consentId)?.app.redirectUrl ?? null;
    if (redirectUrl !== null && /^https?:/.test(redirectUrl))
      context.header(FORM_ORIGIN_HEADER, new URL(redirectUrl).origin);
    return context.html(page, status);
  }

  function closedReply(context: Context, consentId: string, state: Parameters<typeof closedPage>[1]) {
    const status = STATUS_BY_CONSENT_STATE[state];
    if (status === 429) context.header("Retry-After", "1");
    return context.html(
      closedPage(readSiteFrame(context), state, findRequester(db, consentId) !== null),
      status,
    );
  }

  function signedInReply(context: Context, consentId: string, tokenId: string) {
    const name = findRequester(db, consentId)?.isOAuth === true ? "code" : "tokenId";
    const address = returnAddress(options, consentId, { [name]: tokenId }, context);
    return address === null
      ? context.html(appDonePage(readSiteFrame(context), consentRequester(context, consentId), tokenId))
      : context.redirect(address, 302);
  }

  function denialReply(context: Context, consentId: string) {
    if (!denyConsent(db, consentId, now())) return closedReply(context, consentId, "used");
    const address = returnAddress(options, consentId, { error: "access_denied" }, context);
    return address === null
      ? context.html(deniedPage(readSiteFrame(context), consentRequester(context, consentId)))
      : context.redirect(address, 302);
  }
  return { consentRequester, show, closedReply, signedInReply, denialReply };
}

/** Verifies the codes and returns the next page or redirect. */
async function tryCodes(
  { db, now }: LoginOptions,
  { show, closedReply, signedInReply }: Replies,
  context: Context,
  {
    form,
    codes,
    again,
  }: { form: Form; codes: TypedCodes; again: (method: CodeMethod, fault: string) => Page },
) {
  const { consentId, clientId, method } = form;
  const address = readClientAddress(context);
  let result: LoginAttemptResult;
  try {
    result = await tryLogin(db, { consentId, clientId, address, codes }, now());
  } catch (fault) {
    if (!(fault instanceof VaultBusyError)) throw fault;
    context.header("Retry-After", "2");
    return show(context, consentId, again(method, text.busy), 503);
  }
  switch (result.kind) {
    case "ok":
      return signedInReply(context, consentId, result.tokenId);
    case "needs_both":
      return show(context, consentId, again("both", text.bothNeeded), 401);
    case "wait":
      context.header("Retry-After", String(result.seconds));
      return show(context, consentId, again(method, waitText(result.seconds)), 429);
    case "closed":
      return closedReply(context, consentId, result.state === "open" ? "unknown" : result.state);
    case "wrong": {
      if (result.triesLeft === 0) return closedReply(context, consentId, "too_many_tries");
      const { triesLeft } = result;
      const triesText = triesLeft === 1 ? text.wrongOneLeft : text.wrong(triesLeft);
      const next = requiresBothCodes(db, { clientId, address }, now()) ? "both" : method;
      return show(context, consentId, again(next, triesText), 401);
    }
  }
}

/** Returns the requester's redirect address with `answer` in its query. Null if the app has registered no address. */
function returnAddress(
  { db, partner }: LoginOptions,
  consentId: string,
  answer: Record<string, string>,
  context: Context,
): string | null {
  const requester = findRequester(db, consentId);
  if (requester === null) return `${partner.redirectUrl}?${new URLSearchParams({ ...answer, consentId })}`;
  if (requester.app.redirectUrl === null) return null;
  const parameters = {
    ...answer,
    ...(requester.state === null ? {} : { state: requester.state }),
    // The issuer (RFC 9207). A client that uses several authorization servers needs it to identify this one.
    ...(requester.isOAuth ? { iss: context.req.header("x-public-origin") ?? "" } : {}),
  };
  const isOwnPath = requester.app.redirectUrl.startsWith("/");
  const url = new URL(requester.app.redirectUrl, "http://site.invalid");
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return isOwnPath ? `${url.pathname}${url.search}` : url.href;
}

/** Returns the host of a redirect address, or the sandbox's name if the address is a path of this site. */
function returnHost(redirectUrl: string, context: Context): string {
  if (!redirectUrl.startsWith("/")) return new URL(redirectUrl).host;
  return text.ownSandbox(readSiteFrame(context).brandName);
}

export function waitText(seconds: number): string {
  return frameText.waitForCodes(timeText(seconds));
}

export const timeText = (seconds: number): string =>
  seconds < 100 ? frameText.seconds(seconds) : frameText.minutes(Math.ceil(seconds / 60));
