// The developer portal: sign in to a sandbox account or create one; its apps, tokens, postbacks, requests and clock.
// Every form that changes something returns a redirect and takes effect only once. Secrets are shown once. Programs
// create an account with one JSON call.
import { type Context, Hono } from "hono";
import { welcomeText as text } from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../app/domain/time.ts";
import { createLimiter } from "../../../rate-limits/limiter.ts";
import { createAccount } from "../../accounts/api-accounts.ts";
import { listApps } from "../../accounts/apps.ts";
import { findClient } from "../../accounts/clients.ts";
import { tryCodes } from "../../accounts/consents.ts";
import { findToken, issueApiToken, listTokens } from "../../accounts/tokens.ts";
import { VaultBusyError } from "../../store/vault.ts";
import { readClientAddress, timeText, waitText } from "../login/login.ts";
import { openWithHoldings } from "../login/opening-account.ts";
import { tokenPayload } from "../login/token-payload.ts";
import { readSiteFrame } from "../page-frame.ts";
import { type Fields, prefersJson, readForm } from "../read-form.ts";
import { refuseCall } from "../refuse-call.ts";
import type { CallSearch } from "../trading-api/journal.ts";
import { appsPage } from "./apps-page.ts";
import { assistantsPage, assistantsView } from "./assistants-page.ts";
import { clockPage } from "./clock-page.ts";
import { faultsPage } from "./faults-page.ts";
import { overviewPage } from "./overview-page.ts";
import { HOME, type OneTimeMessage, PortalContext, type PortalOptions } from "./portal-context.ts";
import { loadOverview, loadPostbacks, portalForms, TOKEN_FOR_MS } from "./portal-forms.ts";
import type { PortalPage } from "./portal-frame.ts";
import { postbacksPage } from "./postbacks-page.ts";
import { CALLS_SHOWN_MAX, requestPage, requestsPage } from "./requests-page.ts";
import { tokensPage } from "./tokens-page.ts";
import { daysText } from "./welcome-page.ts";

/** Number of tokens that one address may try per minute. */
const TOKEN_TRIES_PER_MINUTE = 20;

export function createPortal(options: PortalOptions): Hono {
  const portal = new Hono();
  const own = new PortalContext(options);
  addAccounts(portal, own);
  addSignIn(portal, own);
  addPages(portal, own);
  portalForms(portal, own);
  portal.post("/leave", (context) => {
    own.signOut(context);
    return context.redirect(HOME, 303);
  });
  portal.onError((fault, context) => {
    if (!(fault instanceof VaultBusyError)) throw fault;
    context.header("Retry-After", "2");
    return context.html(own.welcome(context, { fault: text.tooManyCodes }), 503);
  });
  return portal;
}

/** Adds the form and the call that create accounts. */
function addAccounts(portal: Hono, own: PortalContext): void {
  const { db, broker, accountsPerHour } = own.options;
  const made = createLimiter({ atMost: accountsPerHour, withinMs: HOUR_MS });

  async function begin(name: string) {
    const created = await createAccount(db, name, broker.now()).catch((fault: unknown) => {
      if (fault instanceof VaultBusyError) return null;
      throw fault;
    });
    if (created === null) return null;
    openWithHoldings(broker, created.account.id);
    return { ...created, token: issueApiToken(db, created.account.id, broker.now(), TOKEN_FOR_MS) };
  }

  portal.post("/accounts", async (context) => {
    context.header("Cache-Control", "no-store");
    const isJson = prefersJson(context);
    const fields: Fields = isJson ? {} : await readForm(context);
    const refuse = (message: string, status: 429 | 503, code: string) =>
      isJson
        ? refuseCall(context, status, code, message)
        : context.html(own.welcome(context, { fault: message, way: "account" }), status);
    const outcome = await own.once(context, fields, async () => {
      if (!made.take(readClientAddress(context))) return "too_many" as const;
      const created = await begin(fields.name ?? "");
      if (created === null || isJson) return created;
      return { ...created, key: own.signIn(context, created.account.id, null) };
    });
    if (outcome === "too_many") {
      const waitS = made.retryAfterS(readClientAddress(context));
      context.header("Retry-After", String(waitS));
      const limitText = text.accountsAnHour({ most: accountsPerHour, time: timeText(waitS) });
      return refuse(limitText, 429, "DH-904");
    }
    if (outcome === null) {
      context.header("Retry-After", "60");
      return refuse(text.full, 503, "DH-910");
    }
    const { account, codes, appId, appSecret, token } = outcome;
    if (!("key" in outcome))
      return context.json({ ...tokenPayload(account, token), ...codes, appId, appSecret });
    own.giveCookie(context, outcome.key);
    own.showOnce(
      outcome.key,
      newAccountPage(account.id, own.options.unusedDays, {
        ...codes,
        appSecret,
        accessToken: token.accessToken,
      }),
    );
    return context.redirect(HOME, 303);
  });
}

function newAccountPage(
  clientId: string,
  unusedDays: number,
  secrets: { accessToken: string; pin: string; totpSecret: string; appSecret: string },
): OneTimeMessage {
  return {
    words: text.ready(daysText(unusedDays)),
    secrets: [
      [text.clientId, clientId],
      [text.tokenFor30Days, secrets.accessToken],
      [text.pin, secrets.pin],
      [text.totpSecret, secrets.totpSecret],
      [text.appSecret, secrets.appSecret],
    ],
  };
}

/** Adds the sign-in to an existing account with its API token or with PIN and TOTP. */
function addSignIn(portal: Hono, own: PortalContext): void {
  const { db } = own.options;
  const tried = createLimiter({ atMost: TOKEN_TRIES_PER_MINUTE, withinMs: MINUTE_MS });

  portal.post("/sign-in", async (context) => {
    context.header("Cache-Control", "no-store");
    const fields = await readForm(context);
    const { clientId = "" } = fields;
    const way = fields.way === "codes" ? "codes" : "token";
    const refuse = (fault: string, status: 401 | 403 | 422 | 429) =>
      context.html(own.welcome(context, { fault, way, clientId }), status);
    const enter = (id: string, tokenId: string | null) => {
      own.showOnce(own.signIn(context, id, tokenId), { words: text.signedInAs(id) });
      return context.redirect(HOME, 303);
    };
    if (way === "token") {
      if (!tried.take(readClientAddress(context))) {
        context.header("Retry-After", String(tried.retryAfterS(readClientAddress(context))));
        return refuse(text.tooManyTokens, 429);
      }
      const token = findToken(db, fields.token ?? "", own.now());
      if (token?.kind !== "api_token") return refuse(text.notAToken, 401);
      // The portal changes the account, so a read-only token does not open it.
      if (!token.scopes.includes("trade")) return refuse(text.readOnly, 403);
      return enter(token.clientId, token.id);
    }
    const { pin = "", totp = "" } = fields;
    if (!/^\d{10}$/.test(clientId) || !/^\d{6}$/.test(pin) || !/^\d{6}$/.test(totp))
      return refuse(text.digits, 422);
    const result = await tryCodes(
      db,
      { clientId, address: readClientAddress(context), codes: { pin, totp } },
      own.now(),
    );
    if (result.kind === "ok") return enter(result.client.id, null);
    if (result.kind !== "wait") return refuse(text.wrong, 401);
    context.header("Retry-After", String(result.seconds));
    return refuse(waitText(result.seconds), 429);
  });
  // A rejected form is shown at the address of its POST. A reload of that address redirects to the portal's first page.
  for (const path of ["/sign-in", "/accounts", "/leave", "/playground"])
    portal.get(path, (context) => context.redirect(HOME, 303));
}

/** Adds the pages, and their data as JSON for programs. */
function addPages(portal: Hono, own: PortalContext): void {
  const { db, api } = own.options;
  const view = (context: Context, account: PortalPage["account"]): PortalPage => ({
    site: readSiteFrame(context),
    account,
    shown: own.takeOneTimeMessage(context),
  });

  const page = (path: string, make: Parameters<PortalContext["page"]>[0]) => portal.get(path, own.page(make));

  portal.get("/", (context) => {
    context.header("Cache-Control", "no-store");
    const account = own.account(context);
    if (account === undefined) return context.html(own.welcome(context));
    const overview = loadOverview(own, account.id, { context, fault: null });
    return context.html(overviewPage(view(context, account), overview));
  });
  page("/apps", (context, account) => appsPage(view(context, account), listApps(db, account.id)));
  page("/tokens", (context, account) =>
    tokensPage(view(context, account), listTokens(db, account.id, own.now()), {
      isFixed: findClient(account.id) !== undefined,
    }),
  );
  page("/assistants", (context, account) => {
    const assistants = assistantsView(own, account.id, context);
    if (prefersJson(context))
      return context.json({ approvals: assistants.approvals, settings: assistants.settings });
    return assistantsPage(view(context, account), assistants);
  });
  page("/postbacks", (context, account) => {
    const postbacks = loadPostbacks(own, account.id, parseNumber(context.req.query("before")));
    if (prefersJson(context)) return context.json(postbacks);
    return postbacksPage(view(context, account), postbacks);
  });
  page("/requests", (context, account) => {
    const search = readSearch(context);
    const calls = api.journal.calls(account.id, search);
    if (prefersJson(context)) return context.json({ items: calls });
    return requestsPage(view(context, account), search, calls, Date.now());
  });
  page("/requests/:number{[0-9]+}", (context, account) => {
    const number = Number(context.req.param("number"));
    const [call] = api.journal.calls(account.id, { before: number + 1, limit: 1 });
    if (call?.number === number) return requestPage(view(context, account), call);
    const search = { word: "", limit: CALLS_SHOWN_MAX };
    context.status(404);
    return requestsPage(view(context, account), search, api.journal.calls(account.id, search), Date.now());
  });
  page("/faults", (context, account) =>
    faultsPage(view(context, account), api.testFacilities.faults.of(account.id).list()),
  );
  page("/clock", (context, account) =>
    clockPage(view(context, account), { state: api.testFacilities.simulations.state(account.id) }),
  );
}

const parseNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;

function readSearch(context: Context): CallSearch {
  const { q = "", status, before } = context.req.query();
  const from = parseNumber(before);
  return {
    word: q.trim().slice(0, 80),
    limit: CALLS_SHOWN_MAX,
    ...(status === "ok" || status === "refused" ? { status } : {}),
    ...(from === undefined ? {} : { before: from }),
  };
}
