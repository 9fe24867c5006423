// Pages of the provider's login: the requesting app and its scopes, the client id first, then PIN or TOTP, with a way
// to decline on each page. Plain HTML forms, escaped by Hono's html template; they work without scripts and contain all
// their state.
import { html } from "hono/html";
import { scopeText, loginText as text } from "../../../../app/contract/sandbox-pages/sandbox-words.ts";
import type { Scope } from "../../../../app/contract/trading-api/scopes.ts";
import { SANDBOX_CLIENTS } from "../../accounts/clients.ts";
import { type ConsentState, LOGIN_LIMITS } from "../../accounts/consents.ts";
import { facts, faultNote, filled, frame, note, type Page, type SiteFrame } from "../page-frame.ts";

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
        html`<p>${text.demonstration}</p><ul class="mt-2 space-y-2 text-sm">${SANDBOX_CLIENTS.map(
          (client) =>
            html`<li>${filled(text.demoClient, { id: html`<code>${client.id}</code>`, pin: html`<code>${client.pin}</code>`, secret: html`<code class="wrap-anywhere">${client.totpSecret}</code>` })}</li>`,
        )}</ul>`,
      )
    : html``;

/** Renders the requester and the requested scopes. */
function wanted(asker: ConsentRequester): Page {
  return asker.isApp
    ? html`<p class="mt-3">${filled(text.wantsAccount, { name: html`<strong>${asker.name}</strong>` })}</p>
      <ul class="mt-2 list-disc space-y-1 ps-5">${asker.scopes.map((scope) => html`<li>${scopeText[scope]}</li>`)}</ul>
      <p class="mt-2 text-sm text-ink-muted">${
        asker.backTo === null
          ? text.noRedirectAddress
          : filled(text.goBackTo, { host: html`<code class="wrap-anywhere">${asker.backTo}</code>` })
      } ${text.revocable}</p>`
    : html`<p class="mt-3">${filled(text.wantsOrders, { name: html`<strong>${asker.name}</strong>` })}</p>`;
}

const deny = ({ consentId }: Common): Page =>
  html`<form method="post" action="consent-login" class="mt-3"><input type="hidden" name="consentId" value="${consentId}" /><button type="submit" name="step" value="deny" class="button button-quiet w-full">${text.deny}</button></form>`;

export function clientIdPage(page: Common & { fault: string | null; clientId?: string }): Page {
  const { site, consentId, asker, fault, clientId = "" } = page;
  return frame(
    site,
    { title: text.authorise(asker.name), where: text.signIn },
    html`${wanted(asker)}
      ${faultNote(fault)}
      <form method="post" action="consent-login" class="mt-6">
        <input type="hidden" name="consentId" value="${consentId}" />
        <label for="clientId" class="font-semibold">${text.clientId}</label>
        <input type="text" id="clientId" name="clientId" inputmode="numeric" autocomplete="username" maxlength="20" value="${clientId}" required class="field number mt-1" ${fault === null ? "autofocus" : html`aria-invalid="true" aria-describedby="fault"`} />
        <button type="submit" name="step" value="client" class="button button-main mt-4 w-full">${text.continue}</button>
      </form>
      ${deny(page)}
      ${demo(site, asker)}`,
  );
}

export type Method = "pin" | "totp" | "both";

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
        ${fault === null ? note(html`<p>${text.bothNeeded}</p>`) : ""}
        ${codeField({ name: "pin", label: text.pin, autocomplete: "current-password", isFirst: true, isFaulty })}
        ${codeField({ name: "totp", label: text.totp, autocomplete: "one-time-code", isFirst: false, isFaulty })}`
      : html`<fieldset>
          <legend class="font-semibold">${text.confirmWith}</legend>
          ${choice("pin", text.withPin)}
          ${choice("totp", text.withTotp)}
        </fieldset>
        ${codeField({ name: "code", label: text.sixDigits, autocomplete: "one-time-code", isFirst: true, isFaulty })}`;
  return frame(
    site,
    { title: text.authorise(asker.name), where: text.signIn },
    html`${wanted(asker)}
      <p class="mt-4">${filled(text.clientIdIs, { id: html`<code>${clientId}</code>` })} <a class="link" href="consent-login?consentId=${encodeURIComponent(consentId)}">${text.notYou}</a></p>
      ${faultNote(fault)}
      <form method="post" action="consent-login" class="mt-4">
        <input type="hidden" name="consentId" value="${consentId}" />
        <input type="hidden" name="clientId" value="${clientId}" />
        ${fields}
        <button type="submit" name="step" value="code" class="button button-main mt-4 w-full">${text.authorise(asker.name)}</button>
      </form>
      ${deny(page)}
      ${demo(site, asker)}`,
  );
}

const stateTexts = (): Record<Exclude<ConsentState, "open">, string> => ({
  expired: text.expired(LOGIN_LIMITS.consentForMs / 60_000),
  used: text.used,
  denied: text.denied,
  too_many_tries: text.tooManyTries(LOGIN_LIMITS.triesPerConsent),
  unknown: text.unknown,
});

/**
 * Renders the page of a closed consent. `isApp` is true if the user must restart the sign-in on the app's site instead
 * of this site.
 */
export function closedPage(site: SiteFrame, state: Exclude<ConsentState, "open">, isApp = false): Page {
  return frame(
    site,
    { title: text.cannotContinue, where: text.signIn },
    html`<p class="mt-3">${stateTexts()[state]}</p>
      <p class="mt-6 flex flex-wrap gap-3">${
        isApp
          ? html`<span>${text.startInApp}</span>`
          : html`<a href="/login" class="button button-main">${text.startAgain}</a><a href="/" class="button button-quiet">${text.backToSite}</a>`
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
    { title: text.isAuthorised(asker.name), where: text.signIn },
    html`<p class="mt-3">${filled(text.exchangeToken, { portal: html`<a class="link" href="/sandbox/portal/apps">${text.portal}</a>` })}</p>
      ${facts([[text.tokenId, html`<code class="wrap-anywhere">${tokenId}</code>`]])}`,
  );
}

/**
 * Renders the page for an assistant's request that names no registered client, or an address that is not the client's.
 */
export function refusedAppPage(site: SiteFrame): Page {
  return frame(
    site,
    { title: text.cannotAuthorise, where: text.signIn },
    html`<p class="mt-3">${text.notRegistered}</p>
      <p class="mt-6"><a href="/" class="button button-quiet">${text.backTo(site.brandName)}</a></p>`,
  );
}

/** Renders the page for an address that started too many assistant sign-ins. */
export function busyAppPage(site: SiteFrame, waitS: number): Page {
  return frame(
    site,
    { title: text.tooManySignIns, where: text.signIn },
    html`<p class="mt-3">${text.waitSeconds(waitS)}</p>`,
  );
}

/** Renders the page after a denial for an app without a registered address. */
export function deniedPage(site: SiteFrame, asker: ConsentRequester): Page {
  return frame(
    site,
    { title: text.wasDenied(asker.name), where: text.signIn },
    html`<p class="mt-3">${text.noAccess}</p>
      <p class="mt-6"><a href="/" class="button button-quiet">${text.backTo(site.brandName)}</a></p>`,
  );
}
