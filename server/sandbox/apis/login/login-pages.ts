// Pages of the provider's login: the requesting app and its scopes, the client id first, then PIN or TOTP, with a way
// to decline on each page. Plain HTML forms, escaped by Hono's html template; they work without scripts and contain all
// their state.
import { html } from "hono/html";
import { SCOPE_WORDS, type Scope } from "../../../../app/contract/trading-api/scopes.ts";
import { SANDBOX_CLIENTS } from "../../accounts/clients.ts";
import { type ConsentState, LOGIN_LIMITS } from "../../accounts/consents.ts";
import { facts, faultNote, frame, note, type Page, type SiteFrame } from "../page-frame.ts";

const WHERE = "Sign in";

/** Party that requests the user's consent: the marketplace or an app. */
export type ConsentRequester = {
  name: string;
  isApp: boolean;
  scopes: readonly Scope[];
  /** Host that the app's user returns to. Null if the sandbox shows the result. */
  backTo: string | null;
};
type Common = { site: SiteFrame; consentId: string; asker: ConsentRequester };

const demo = (site: SiteFrame, asker: ConsentRequester): Page =>
  site.showsDemoLogins && !asker.isApp
    ? note(
        html`<p>This is a demonstration. Sign in as one of its clients:</p><ul class="mt-2 space-y-2 text-sm">${SANDBOX_CLIENTS.map(
          (client) =>
            html`<li>Client id <code>${client.id}</code>, PIN <code>${client.pin}</code>, TOTP secret <code class="wrap-anywhere">${client.totpSecret}</code></li>`,
        )}</ul>`,
      )
    : html``;

/** Renders the requester and the requested scopes. */
function wanted(asker: ConsentRequester): Page {
  return asker.isApp
    ? html`<p class="mt-3"><strong>${asker.name}</strong> wants to use your account:</p>
      <ul class="mt-2 list-disc space-y-1 ps-5">${asker.scopes.map((scope) => html`<li>${SCOPE_WORDS[scope]}</li>`)}</ul>
      <p class="mt-2 text-sm text-ink-muted">${
        asker.backTo === null
          ? "The app has no redirect address: you get a code to enter in it."
          : html`You go back to <code class="wrap-anywhere">${asker.backTo}</code>.`
      } It does not see your PIN or codes. You can revoke it at any time under Connected apps.</p>`
    : html`<p class="mt-3"><strong>${asker.name}</strong> wants to view your orders and positions, and place the orders you approve. It does not see your PIN or codes.</p>`;
}

const deny = ({ consentId }: Common): Page =>
  html`<form method="post" action="consent-login" class="mt-3"><input type="hidden" name="consentId" value="${consentId}" /><button type="submit" name="step" value="deny" class="button button-quiet w-full">Deny</button></form>`;

export function clientIdPage(page: Common & { fault: string | null; clientId?: string }): Page {
  const { site, consentId, asker, fault, clientId = "" } = page;
  return frame(
    site,
    { title: `Authorise ${asker.name}`, where: WHERE },
    html`${wanted(asker)}
      ${faultNote(fault)}
      <form method="post" action="consent-login" class="mt-6">
        <input type="hidden" name="consentId" value="${consentId}" />
        <label for="clientId" class="font-semibold">Client id</label>
        <input type="text" id="clientId" name="clientId" inputmode="numeric" autocomplete="username" maxlength="20" value="${clientId}" required class="field number mt-1" ${fault === null ? "autofocus" : html`aria-invalid="true" aria-describedby="fault"`} />
        <button type="submit" name="step" value="client" class="button button-main mt-4 w-full">Continue</button>
      </form>
      ${deny(page)}
      ${demo(site, asker)}`,
  );
}

export type Method = "pin" | "totp" | "both";

/** Reason why a single code is not sufficient. */
export const BOTH_NEEDED =
  "Wrong codes were entered for this client id. For safety, enter the PIN and the authenticator's code together.";

const codeField = (field: {
  name: string;
  label: string;
  autocomplete: string;
  isFirst: boolean;
  isFaulty: boolean;
}) =>
  html`<label for="${field.name}" class="mt-4 block font-semibold">${field.label}</label>
        <input type="password" id="${field.name}" name="${field.name}" inputmode="numeric" autocomplete="${field.autocomplete}" pattern="[0-9]{6}" maxlength="6" required class="field number mt-1" ${field.isFirst && !field.isFaulty ? "autofocus" : ""} ${field.isFaulty ? html`aria-invalid="true" aria-describedby="fault"` : ""} />`;

export function codePage(page: Common & { clientId: string; method: Method; fault: string | null }): Page {
  const { site, consentId, asker, clientId, method, fault } = page;
  const isFaulty = fault !== null;
  const choice = (value: Method, words: string) =>
    html`<label class="flex min-h-9 items-center gap-2"><input type="radio" name="method" value="${value}" ${method === value ? "checked" : ""} /> ${words}</label>`;
  const fields =
    method === "both"
      ? html`<input type="hidden" name="method" value="both" />
        ${fault === null ? note(html`<p>${BOTH_NEEDED}</p>`) : ""}
        ${codeField({ name: "pin", label: "PIN, six digits", autocomplete: "current-password", isFirst: true, isFaulty })}
        ${codeField({ name: "totp", label: "Code of your authenticator app, six digits", autocomplete: "one-time-code", isFirst: false, isFaulty })}`
      : html`<fieldset>
          <legend class="font-semibold">Confirm with</legend>
          ${choice("pin", "PIN")}
          ${choice("totp", "Code of your authenticator app (TOTP); each works once")}
        </fieldset>
        ${codeField({ name: "code", label: "Six digits", autocomplete: "one-time-code", isFirst: true, isFaulty })}`;
  return frame(
    site,
    { title: `Authorise ${asker.name}`, where: WHERE },
    html`${wanted(asker)}
      <p class="mt-4">Client id <code>${clientId}</code>. <a class="link" href="consent-login?consentId=${encodeURIComponent(consentId)}">Not you?</a></p>
      ${faultNote(fault)}
      <form method="post" action="consent-login" class="mt-4">
        <input type="hidden" name="consentId" value="${consentId}" />
        <input type="hidden" name="clientId" value="${clientId}" />
        ${fields}
        <button type="submit" name="step" value="code" class="button button-main mt-4 w-full">Authorise ${asker.name}</button>
      </form>
      ${deny(page)}
      ${demo(site, asker)}`,
  );
}

const STATE_WORDS: Record<Exclude<ConsentState, "open">, string> = {
  expired: `This sign-in was started more than ${LOGIN_LIMITS.consentForMs / 60_000} minutes ago and has expired.`,
  used: "This sign-in is already completed.",
  denied: "This sign-in was denied; no access was given.",
  too_many_tries: `Wrong codes were entered ${LOGIN_LIMITS.triesPerConsent} times, so this sign-in has ended.`,
  unknown: "This sign-in does not exist.",
};

/**
 * Renders the page of a closed consent. `isApp` is true if the user must restart the sign-in on the app's site instead
 * of this site.
 */
export function closedPage(site: SiteFrame, state: Exclude<ConsentState, "open">, isApp = false): Page {
  return frame(
    site,
    { title: "This sign-in cannot continue", where: WHERE },
    html`<p class="mt-3">${STATE_WORDS[state]}</p>
      <p class="mt-6 flex flex-wrap gap-3">${
        isApp
          ? html`<span>Start again in the app that sent you here.</span>`
          : html`<a href="/login" class="button button-main">Start again</a><a href="/" class="button button-quiet">Back to the site</a>`
      }</p>`,
  );
}

/**
 * Renders the page for an app without a registered address. It shows the token id that the user has to enter in the
 * app.
 */
export function appDonePage(site: SiteFrame, asker: ConsentRequester, tokenId: string): Page {
  return frame(
    site,
    { title: `${asker.name} is authorised`, where: WHERE },
    html`<p class="mt-3">The app may now exchange this token id for a token, once, within ten minutes. It has no registered redirect address: enter the token id in the app, or register an address in the <a class="link" href="/sandbox/portal/apps">portal</a>.</p>
      ${facts([["Token id", html`<code class="wrap-anywhere">${tokenId}</code>`]])}`,
  );
}

/**
 * Renders the page for an assistant's request that names no registered client, or an address that is not the client's.
 */
export function refusedAppPage(site: SiteFrame): Page {
  return frame(
    site,
    { title: "This request cannot be authorised", where: WHERE },
    html`<p class="mt-3">The program that sent you here is not registered, or its redirect address is not registered. It received no access. Start again in the program.</p>
      <p class="mt-6"><a href="/" class="button button-quiet">Back to ${site.brandName}</a></p>`,
  );
}

/** Renders the page for an address that started too many assistant sign-ins. */
export function busyAppPage(site: SiteFrame, waitS: number): Page {
  return frame(
    site,
    { title: "Too many sign-ins", where: WHERE },
    html`<p class="mt-3">Too many sign-ins were started from here. Wait ${waitS} seconds and start again in the program.</p>`,
  );
}

/** Renders the page after a denial for an app without a registered address. */
export function deniedPage(site: SiteFrame, asker: ConsentRequester): Page {
  return frame(
    site,
    { title: `${asker.name} was denied`, where: WHERE },
    html`<p class="mt-3">It received no access. You can close this page.</p>
      <p class="mt-6"><a href="/" class="button button-quiet">Back to ${site.brandName}</a></p>`,
  );
}
