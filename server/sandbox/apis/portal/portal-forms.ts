// Handlers of the portal's forms. Each returns a redirect, or the page of the form with the error. New tokens and codes
// require confirmation by PIN and TOTP.
import type { Context, Hono } from "hono";
import {
  appsText,
  postbacksText,
  tokensText,
  welcomeText,
} from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import { SCOPES } from "../../../../app/contract/trading-api/scopes.ts";
import { replaceCodes, setPostback } from "../../accounts/api-accounts.ts";
import {
  changeApp,
  changeAppSecret,
  createApp,
  findApp,
  listApps,
  playgroundAppId,
  removeApp,
} from "../../accounts/apps.ts";
import { findClient } from "../../accounts/clients.ts";
import { endPortalSessions } from "../../accounts/portal-sessions.ts";
import { endTokenById, issueApiToken, issueAppToken, listTokens } from "../../accounts/tokens.ts";
import { liveAccount } from "../../broker/broker.ts";
import { JOURNAL_LIMITS } from "../trading-api/journal.ts";
import { addressRejection } from "../trading-api/postback-address.ts";
import { POSTBACK_LIMITS, type ReplayResult } from "../trading-api/postbacks.ts";
import { appsPage, readAppForm } from "./apps-page.ts";
import { assistantsForm } from "./assistants-page.ts";
import { clockForm } from "./clock-page.ts";
import { faultsForm } from "./faults-page.ts";
import { type Overview, overviewPage } from "./overview-page.ts";
import {
  HOME,
  type Outcome,
  type PortalContext,
  type PortalForm,
  type RefusedCodes,
  type Submission,
} from "./portal-context.ts";
import { EVENTS_SHOWN_MAX, type PostbacksView, postbacksPage } from "./postbacks-page.ts";
import { tokensPage } from "./tokens-page.ts";

export const TOKEN_FOR_MS = 30 * 86_400_000;
/** Maximum number of events that one form may send again. */
const REPLAYED_EVENTS_MAX = 200;

/** Handlers of the forms, by path. */
const FORMS: Readonly<Record<string, PortalForm>> = {
  "/apps": appForm,
  "/tokens": tokenForm,
  "/postbacks": postbackForm,
  "/faults": faultsForm,
  "/assistants": assistantsForm,
  "/clock": clockForm,
  "/playground": playgroundForm,
};

export function portalForms(portal: Hono, own: PortalContext): void {
  for (const [path, form] of Object.entries(FORMS)) portal.post(path, own.form(form));
}

async function playgroundForm(submission: Submission): Promise<Outcome> {
  const { own, account, context, page } = submission;
  const refused = own.isRecentlyConfirmed(context) ? null : await own.confirm(submission);
  if (refused !== null) {
    const overview = loadOverview(own, account.id, { context, fault: refused.fault });
    return { ...refused, page: overviewPage(page, overview) };
  }
  const app = findApp(own.options.db, playgroundAppId);
  if (app === undefined) throw new Error("the playground app is not registered");
  const token = issueAppToken(own.options.db, account.id, app, own.now(), TOKEN_FOR_MS);
  const code = own.options.handOvers.store({ clientId: account.id, token: token.accessToken });
  return { to: `/docs/v2/playground/account?code=${code}` };
}

/** Collects the data of the overview page. `fault` is the reason why the playground form was rejected, or null. */
export function loadOverview(
  own: PortalContext,
  clientId: string,
  { context, fault }: { context: Context; fault: string | null },
): Overview {
  const { api, broker, db, feeds, postbacks } = own.options;
  const separate = api.testFacilities.simulations.of(clientId)?.context;
  const account = separate?.accountOf(clientId) ?? liveAccount(clientId);
  const market = separate?.broker ?? broker;
  return {
    availablePaise: market.funds(account).availablePaise,
    resting: market.orders.resting.countOf(account),
    feed: feeds.feedUseOf(clientId),
    apps: listApps(db, clientId),
    token: listTokens(db, clientId, own.now()).find(({ kind }) => kind === "api_token") ?? null,
    meter: api.limits.meter(clientId, Date.now()),
    usage: api.limits.usage(clientId),
    calls: api.journal.calls(clientId, { limit: JOURNAL_LIMITS.callsPerClient }),
    origin: context.req.header("x-public-origin") ?? "",
    now: Date.now(),
    clock: api.testFacilities.simulations.state(clientId),
    health: postbacks.health(clientId),
    faults: api.testFacilities.faults.of(clientId).list(),
    needsCodes: !own.isRecentlyConfirmed(context),
    fault,
  };
}

/** Collects the data of the page of postbacks, with the events before a number. */
export function loadPostbacks(own: PortalContext, clientId: string, before?: number): PostbacksView {
  const { api, postbacks } = own.options;
  return {
    deliveries: postbacks.deliveries(clientId),
    health: postbacks.health(clientId),
    events: api.journal.events(clientId, {
      limit: EVENTS_SHOWN_MAX,
      ...(before === undefined ? {} : { before }),
    }),
  };
}

function appForm({ own, account, fields, page }: Submission): Outcome {
  const { db } = own.options;
  const { intent, app = "" } = fields;
  const to = `${HOME}/apps`;
  const gone: Outcome = { to, shown: { words: appsText.gone } };
  if (intent === "remove")
    return removeApp(db, account.id, app) ? { to, shown: { words: appsText.removed } } : gone;
  if (intent === "secret") {
    const secret = changeAppSecret(db, account.id, app);
    return secret === null
      ? gone
      : { to, shown: { words: appsText.hasNewSecret, secrets: [[appsText.appSecret, secret]] } };
  }
  const form = readAppForm(fields);
  if ("faults" in form) {
    const refused = { id: intent === "change" ? app : "new", fields, faults: form.faults };
    return { page: appsPage(page, listApps(db, account.id), refused), status: 422 };
  }
  if (intent === "change")
    return changeApp(db, account.id, app, form)
      ? { to: `${to}#app-${app}`, shown: { words: appsText.changed(form.name) } }
      : gone;
  const made = createApp(db, account.id, form, own.now());
  return made === null
    ? { to, shown: { words: appsText.full } }
    : {
        to,
        shown: {
          words: appsText.created(form.name),
          secrets: [
            [appsText.appId, made.app.id],
            [appsText.appSecret, made.secret],
          ],
        },
      };
}

async function tokenForm(submission: Submission): Promise<Outcome> {
  const { own, account, fields, context, page } = submission;
  const { db } = own.options;
  const to = `${HOME}/tokens`;
  const refuse = (form: "make" | "codes", { fault, ...refused }: RefusedCodes): Outcome => {
    const isFixed = findClient(account.id) !== undefined;
    const view = {
      isFixed,
      refused: { form, fault, scope: fields.scope === "read" ? "read" : "trade" } as const,
    };
    return { ...refused, page: tokensPage(page, listTokens(db, account.id, own.now()), view) };
  };
  switch (fields.intent) {
    case "revoke":
      endTokenById(db, account.id, fields.token ?? "");
      return { to, shown: { words: tokensText.revoked } };
    case "codes": {
      if (findClient(account.id) !== undefined) return { to, shown: { words: tokensText.cannotChange } };
      const refused = await own.confirm(submission);
      if (refused !== null) return refuse("codes", refused);
      const { pin, totpSecret } = await replaceCodes(db, account.id);
      endPortalSessions(db, account.id, own.key(context) ?? null);
      return {
        to,
        shown: {
          words: tokensText.codesAreNew,
          secrets: [
            [welcomeText.pin, pin],
            [welcomeText.totpSecret, totpSecret],
          ],
        },
      };
    }
    default: {
      const refused = await own.confirm(submission);
      if (refused !== null) return refuse("make", refused);
      const scopes = fields.scope === "read" ? (["read"] as const) : SCOPES;
      const { accessToken } = issueApiToken(db, account.id, own.now(), TOKEN_FOR_MS, scopes);
      return {
        to,
        shown: { words: tokensText.tokenIsNew, secrets: [[welcomeText.tokenFor30Days, accessToken]] },
      };
    }
  }
}

function postbackForm({ own, account, fields, page }: Submission): Outcome {
  const { db, postbacks, api, allowsPrivatePostbacks } = own.options;
  const to = `${HOME}/postbacks`;
  const refuse = (refused: NonNullable<PostbacksView["refused"]>, status: 422 | 429 = 422): Outcome => ({
    page: postbacksPage(page, { ...loadPostbacks(own, account.id), refused }),
    status,
  });
  const sent = (resent: ReplayResult, messages: Record<"sent" | "unknown", string>): Outcome => {
    if (resent.kind === "sent" || resent.kind === "unknown")
      return { to: `${to}#deliveries`, shown: { words: messages[resent.kind] } };
    if (resent.kind === "full") return refuse({ deliveries: postbacksText.fullFor(resent.room) }, 429);
    const { retryAfterS } = resent;
    const fault = postbacksText.replaysAnHour({
      most: POSTBACK_LIMITS.replaysPerHour,
      minutes: Math.ceil(retryAfterS / 60),
    });
    return { ...refuse({ deliveries: fault }, 429), retryAfterS };
  };
  if (fields.intent === "resend") {
    return sent(postbacks.resend(account.id, Number(fields.delivery)), {
      sent: postbacksText.sentAgain,
      unknown: postbacksText.notStored,
    });
  }
  if (fields.intent === "replay") {
    const { from = "", to: until = "" } = fields;
    const isRange = /^\d{1,12}$/.test(from) && /^\d{1,12}$/.test(until) && Number(from) <= Number(until);
    if (!isRange) return refuse({ range: [from, until, postbacksText.twoNumbers] });
    const events = api.journal.eventsBetween(account.id, Number(from), Number(until));
    if (events.length === 0) return refuse({ range: [from, until, postbacksText.noneInRange] });
    if (events.length > REPLAYED_EVENTS_MAX)
      return refuse({
        range: [
          from,
          until,
          postbacksText.tooManyAtOnce({ most: REPLAYED_EVENTS_MAX, asked: events.length }),
        ],
      });
    return sent(postbacks.replay(account.id, events), {
      sent: events.length === 1 ? postbacksText.oneEventSent : postbacksText.eventsSent(events.length),
      unknown: postbacksText.setAddress,
    });
  }
  const { url = "" } = fields;
  const fault = url === "" ? null : addressRejection(url, allowsPrivatePostbacks);
  if (fault !== null) return refuse({ url: [url, fault] });
  const secret = setPostback(db, account.id, url === "" ? null : url);
  if (secret === null) return { to, shown: { words: postbacksText.off } };
  return {
    to,
    shown: { words: postbacksText.addressStored, secrets: [[postbacksText.signingSecret, secret]] },
  };
}
