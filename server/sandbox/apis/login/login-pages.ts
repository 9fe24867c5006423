// The provider's login as a browser meets it: client id first, then PIN or TOTP. Plain HTML forms, escaped by Hono's html
// template; they work without scripts and carry everything they need in the form.
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { SANDBOX_CLIENTS } from "../../accounts/clients.ts";
import { type ConsentState, LOGIN_LIMITS } from "../../accounts/consents.ts";

export type Page = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Where the style sheet stands for a browser. */
export const STYLE_PATH = "/sandbox/auth/style.css";

export const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.6 system-ui,sans-serif;max-width:28rem;margin:3rem auto;padding:0 1rem;background:light-dark(#fbfaf8,#101319);color:light-dark(#1c2130,#ebeae6)}
h1{font-size:1.5rem;line-height:1.25}
label,legend{font-weight:600;display:block;margin-top:1rem}
input[type=text],input[type=password]{font:inherit;width:100%;box-sizing:border-box;min-height:2.75rem;padding:.5rem .75rem;border:1px solid light-dark(#7d8496,#7d8496);border-radius:4px;background:light-dark(#fff,#181c24);color:inherit}
fieldset{border:0;padding:0;margin:0}
.choice{font-weight:400;display:flex;gap:.5rem;align-items:center;min-height:2rem;margin:0}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.25rem;margin-top:1.25rem;border:0;border-radius:4px;background:light-dark(#34309b,#b3b5fb);color:light-dark(#fff,#15163a);cursor:pointer}
.note{border-inline-start:4px solid light-dark(#7d8496,#7d8496);padding:.25rem .75rem;margin:1rem 0}
.fault{border-color:light-dark(#a8322a,#f08a7d)}
button.quiet{background:none;color:inherit;border:1px solid light-dark(#7d8496,#7d8496);margin-inline-start:.5rem}
a{color:inherit}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:start;font-weight:600;padding-block:.5rem}
th,td{text-align:start;padding:.35rem .5rem .35rem 0;border-bottom:1px solid light-dark(#c9ccd5,#3a4150)}
.n{text-align:end}
dl{display:grid;grid-template-columns:auto auto;gap:.25rem 1rem}
dt{font-weight:600}
dd{margin:0;text-align:end;font-variant-numeric:tabular-nums}
:focus-visible{outline:3px solid light-dark(#5b4be0,#f0d264);outline-offset:2px}
.stack{grid-template-columns:1fr}
.stack dd{text-align:start}
.sr{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
`;

/** A page of the provider's own, escaped by construction. */
export function frame(title: string, body: Page, where = "Sandbox login"): Page {
  return html`<!doctype html><html lang="en-IN"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="robots" content="noindex" /><title>${title} · ${where}</title><link rel="stylesheet" href="${STYLE_PATH}" /></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
}

const DEMO = html`<div class="note"><p>This is the sandbox. Sign in as one of its clients:</p><ul>${SANDBOX_CLIENTS.map(
  (client) =>
    html`<li>client id <code>${client.id}</code>, PIN <code>${client.pin}</code>, TOTP secret <code>${client.totpSecret}</code></li>`,
)}</ul></div>`;

export function clientIdPage(consentId: string, fault: string | null, clientId = ""): Page {
  return frame(
    "Sign in to your account",
    html`<p>A site asks to act for you: to show your deployments and orders, and to place orders you consent to.</p>
      ${faultNote(fault)}
      <form method="post" action="consent-login">
        <input type="hidden" name="consentId" value="${consentId}" />
        <label for="clientId">Client id</label>
        <input type="text" id="clientId" name="clientId" inputmode="numeric" autocomplete="username" maxlength="20" value="${clientId}" required autofocus />
        <button type="submit" name="step" value="client">Continue</button>
      </form>
      ${DEMO}`,
  );
}

export type Method = "pin" | "totp" | "both";

/** Why one code does not suffice. */
export const BOTH_NEEDED =
  "This client id was tried with wrong codes. To be safe it needs the PIN and the authenticator's code together.";

const codeField = (name: string, label: string, autocomplete: string, isFirst: boolean) =>
  html`<label for="${name}">${label}</label>
        <input type="password" id="${name}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" pattern="[0-9]{6}" maxlength="6" required ${isFirst ? "autofocus" : ""} />`;

export function codePage(page: {
  consentId: string;
  clientId: string;
  method: Method;
  fault: string | null;
}): Page {
  const { consentId, clientId, method } = page;
  const fields =
    method === "both"
      ? html`<input type="hidden" name="method" value="both" />
        ${page.fault === null ? html`<div class="note"><p>${BOTH_NEEDED}</p></div>` : ""}
        ${codeField("pin", "PIN, six digits", "current-password", true)}
        ${codeField("totp", "Code of your authenticator app, six digits", "one-time-code", false)}`
      : html`<fieldset>
          <legend>Confirm with</legend>
          <label class="choice"><input type="radio" name="method" value="pin" ${method === "pin" ? "checked" : ""} /> PIN</label>
          <label class="choice"><input type="radio" name="method" value="totp" ${method === "totp" ? "checked" : ""} /> Code of your authenticator app (TOTP); each works once</label>
        </fieldset>
        ${codeField("code", "Six digits", "one-time-code", true)}`;
  return frame(
    "Confirm that it is you",
    html`<p>Client id <code>${clientId}</code>. <a href="consent-login?consentId=${encodeURIComponent(consentId)}">Not you?</a></p>
      ${faultNote(page.fault)}
      <form method="post" action="consent-login">
        <input type="hidden" name="consentId" value="${consentId}" />
        <input type="hidden" name="clientId" value="${clientId}" />
        ${fields}
        <button type="submit" name="step" value="code">Sign in</button>
      </form>
      ${DEMO}`,
  );
}

const STATE_WORDS: Record<Exclude<ConsentState, "open">, string> = {
  expired: `This sign-in was begun more than ${LOGIN_LIMITS.consentForMs / 60_000} minutes ago and has expired.`,
  used: "This sign-in was completed already.",
  too_many_tries: `The code was wrong ${LOGIN_LIMITS.triesPerConsent} times, so this sign-in was ended.`,
  unknown: "There is no such sign-in.",
};

export function closedPage(state: Exclude<ConsentState, "open">): Page {
  return frame(
    "This sign-in cannot go on",
    html`<p>${STATE_WORDS[state]}</p><p><a href="/login">Begin again</a></p><p><a href="/">Back to the site</a></p>`,
  );
}

function faultNote(fault: string | null): Page {
  return fault === null ? html`` : html`<div class="note fault" role="alert"><p>${fault}</p></div>`;
}

/** The way back to an app that asked for a consent; a link, so that nothing is sent anywhere by itself. */
export function appDonePage(tokenId: string, redirectUrl: string | null): Page {
  const back =
    redirectUrl === null
      ? html`<p>The account has named no address to go back to; set one in the portal, or hand your app this token id.</p>`
      : html`<p><a href="${backAddress(redirectUrl, tokenId)}">Go back to your app</a></p>`;
  return frame(
    "Signed in",
    html`<p>Your app may now exchange this token id for a token, once, within ten minutes.</p>
      <dl class="stack"><dt>Token id</dt><dd><code>${tokenId}</code></dd></dl>
      ${back}`,
  );
}

function backAddress(redirectUrl: string, tokenId: string): string {
  const url = new URL(redirectUrl);
  url.searchParams.set("tokenId", tokenId);
  return url.href;
}
