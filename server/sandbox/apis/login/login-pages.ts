// Pages of the provider's login. They show the requesting app and its scopes, request the client id and then the PIN or
// TOTP, and can be declined at each step. The plain HTML forms work without scripts and contain all state.
import { html } from "hono/html";
import { scopeText, loginText as text } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import type { Scope } from "../../../../app/contract/trading-api/scopes.ts";
import { SANDBOX_CLIENTS } from "../../accounts/clients.ts";
import { type ConsentState, LOGIN_LIMITS } from "../../accounts/consents.ts";
import {
  type FrameOptions,
  factRows,
  faultNote,
  fillPlaceholders,
  frame,
  note,
  type Page,
  type SiteFrame,
} from "../page-frame.ts";

/** Party that requests the user's consent: the marketplace or an app. */
export type ConsentRequester = {
  name: string;
  isApp: boolean;
  scopes: readonly Scope[];
  /** Host that the browser returns to after the consent. Null if the sandbox shows the result itself. */
  returnHost: string | null;
};
type ConsentPage = { site: SiteFrame; consentId: string; requester: ConsentRequester };

const demoClients = ({ site, consentId, requester }: ConsentPage): Page =>
  site.showsDemoLogins && !requester.isApp
    ? html`<section aria-labelledby="demo" class="demo-box"><h2 id="demo" class="text-base">${text.demonstration}</h2><p class="text-sm">${text.oneTap}</p><form method="post" action="consent-login" class="mt-3 grid grid-cols-2 gap-x-3 gap-y-1"><input type="hidden" name="consentId" value="${consentId}" />${SANDBOX_CLIENTS.map(
        ({ id, name }) =>
          html`<button type="submit" name="demo" value="${id}" class="button button-quiet"><span>${fillPlaceholders(text.as, { name: html`<span lang="en">${name.split(" ")[0] ?? name}</span>` })}</span></button>`,
      )}${SANDBOX_CLIENTS.map(({ id, pin }) => html`<p class="number text-xs">${fillPlaceholders(text.demoClient, { id, pin })}</p>`)}</form></section>`
    : html``;

/** Renders what a user can expect after a sign-in to the marketplace. */
const afterSignIn = ({ requester }: ConsentPage): Pick<FrameOptions, "beside"> =>
  requester.isApp
    ? {}
    : {
        beside: html`<section aria-labelledby="next" class="narrow-beside"><h2 id="next">${text.backWhereYouWere}</h2><ul class="mt-3 space-y-2">${Object.values(text.promises).map((promise) => html`<li class="checked">${promise}</li>`)}</ul></section>`,
      };

const consentTitle = ({ requester }: ConsentPage): string =>
  requester.isApp ? text.authorise(requester.name) : text.signIn;

/** Renders the requester and the requested scopes. */
function accessRequest(requester: ConsentRequester): Page {
  return requester.isApp
    ? html`<p class="mt-3">${fillPlaceholders(text.wantsAccount, { name: html`<strong>${requester.name}</strong>` })}</p>
      <ul class="mt-2 list-disc space-y-1 ps-5">${requester.scopes.map((scope) => html`<li>${scopeText[scope]}</li>`)}</ul>
      <p class="mt-2 text-sm text-ink-muted">${
        requester.returnHost === null
          ? text.noRedirectAddress
          : fillPlaceholders(text.goBackTo, {
              host: html`<code class="wrap-anywhere">${requester.returnHost}</code>`,
            })
      } ${text.revocable}</p>`
    : html`<p class="text-ink-muted">${fillPlaceholders(text.wantsOrders, { name: html`<strong>${requester.name}</strong>` })}</p>`;
}

/** Renders the form that declines. For an app it is as prominent as the consent. */
const denyForm = ({ consentId, requester }: ConsentPage): Page =>
  html`<form method="post" action="consent-login" class="mt-3 text-center"><input type="hidden" name="consentId" value="${consentId}" /><button type="submit" name="step" value="deny" class="${requester.isApp ? "button button-quiet w-full" : "link min-h-9 px-3"}">${text.deny}</button></form>`;

export function clientIdPage(page: ConsentPage & { fault: string | null; clientId?: string }): Page {
  const { site, consentId, requester, fault, clientId = "" } = page;
  return frame(
    site,
    { title: consentTitle(page), section: text.signIn, below: demoClients(page), ...afterSignIn(page) },
    html`${accessRequest(requester)}
      ${faultNote(fault)}
      <form method="post" action="consent-login" class="mt-5">
        <input type="hidden" name="consentId" value="${consentId}" />
        <label for="clientId" class="font-semibold">${text.clientId}</label>
        <input type="text" id="clientId" name="clientId" inputmode="numeric" autocomplete="username" maxlength="20" value="${clientId}" required class="field number mt-1" ${fault === null ? "autofocus" : html`aria-invalid="true" aria-describedby="fault"`} />
        <button type="submit" name="step" value="client" class="button button-main mt-4 w-full">${text.continue}</button>
      </form>
      ${denyForm(page)}
      ${requester.isApp ? "" : html`<p class="mt-4 text-sm text-ink-muted">${fillPlaceholders(text.noAccount, { create: html`<a class="link" href="/sandbox/portal">${text.createOne}</a>` })}</p>`}`,
  );
}

export type CodeMethod = "pin" | "totp" | "both";

const codeField = (field: {
  name: string;
  label: string;
  autocomplete: string;
  isFirst: boolean;
  isFaulty: boolean;
}) =>
  html`<label for="${field.name}" class="mt-4 block font-semibold">${field.label}</label>
        <input type="password" id="${field.name}" name="${field.name}" inputmode="numeric" autocomplete="${field.autocomplete}" pattern="[0-9]{6}" maxlength="6" required class="field number code-field mt-1" ${field.isFirst && !field.isFaulty ? "autofocus" : ""} ${field.isFaulty ? html`aria-invalid="true" aria-describedby="fault"` : ""} />`;

export function codePage(
  page: ConsentPage & { clientId: string; method: CodeMethod; fault: string | null },
): Page {
  const { site, consentId, requester, clientId, method, fault } = page;
  const isFaulty = fault !== null;
  const choice = (value: CodeMethod, label: string) =>
    html`<label class="flex min-h-9 items-center gap-2"><input type="radio" name="method" value="${value}" ${method === value ? "checked" : ""} /> ${label}</label>`;
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
    { title: consentTitle(page), section: text.signIn, below: demoClients(page), ...afterSignIn(page) },
    html`${accessRequest(requester)}
      <p class="mt-4">${fillPlaceholders(text.clientIdIs, { id: html`<code>${clientId}</code>` })} <a class="link" href="consent-login?consentId=${encodeURIComponent(consentId)}">${text.notYou}</a></p>
      ${faultNote(fault)}
      <form method="post" action="consent-login" class="mt-4">
        <input type="hidden" name="consentId" value="${consentId}" />
        <input type="hidden" name="clientId" value="${clientId}" />
        ${fields}
        <button type="submit" name="step" value="code" class="button button-main mt-4 w-full">${text.authorise(requester.name)}</button>
      </form>
      ${denyForm(page)}`,
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
    { title: text.cannotContinue, section: text.signIn },
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
export function appDonePage(site: SiteFrame, requester: ConsentRequester, tokenId: string): Page {
  return frame(
    site,
    { title: text.isAuthorised(requester.name), section: text.signIn },
    html`<p class="mt-3">${fillPlaceholders(text.exchangeToken, { portal: html`<a class="link" href="/sandbox/portal/apps">${text.portal}</a>` })}</p>
      ${factRows([[text.tokenId, html`<code class="wrap-anywhere">${tokenId}</code>`]])}`,
  );
}

/**
 * Renders the page for an assistant's request that names no registered client, or an address that is not the client's.
 */
export function refusedAppPage(site: SiteFrame): Page {
  return frame(
    site,
    { title: text.cannotAuthorise, section: text.signIn },
    html`<p class="mt-3">${text.notRegistered}</p>
      <p class="mt-6"><a href="/" class="button button-quiet">${text.backTo(site.brandName)}</a></p>`,
  );
}

/** Renders the page for an address that started too many sign-ins. */
export function busyAppPage(site: SiteFrame, waitS: number): Page {
  return frame(
    site,
    { title: text.tooManySignIns, section: text.signIn },
    html`<p class="mt-3">${text.waitSeconds(waitS)}</p>`,
  );
}

/** Renders the page after a denial for an app without a registered address. */
export function deniedPage(site: SiteFrame, requester: ConsentRequester): Page {
  return frame(
    site,
    { title: text.wasDenied(requester.name), section: text.signIn },
    html`<p class="mt-3">${text.noAccess}</p>
      <p class="mt-6"><a href="/" class="button button-quiet">${text.backTo(site.brandName)}</a></p>`,
  );
}
