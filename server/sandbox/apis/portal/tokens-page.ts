// The account's active tokens with their last use, and its PIN and TOTP secret.
import { html } from "hono/html";
import { portalText, tokensText as text } from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import { scopeText } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { isTokenUsed, type StoredToken } from "../../accounts/tokens.ts";
import { fillPlaceholders, type Page, tableFrame } from "../page-frame.ts";
import { istTime } from "../trading-api/wire-format.ts";
import {
  codeFields,
  mutedText,
  type PortalPage,
  portalFrame,
  postForm,
  renderBox,
  submitButton,
} from "./portal-frame.ts";

const tokenName = (token: StoredToken) =>
  token.kind === "api_token" ? text.api_token : `${text[token.kind]}: ${token.label ?? text.aBrowser}`;

export type TokensView = {
  /** True for a demo client, whose PIN and TOTP secret cannot be changed. */
  isFixed: boolean;
  refused?: { form: "make" | "codes"; fault: string; scope: "read" | "trade" };
};

export function tokensPage(
  page: PortalPage,
  tokens: readonly StoredToken[],
  { isFixed, refused }: TokensView,
): Page {
  const faultOf = (form: "make" | "codes") => (refused?.form === form ? refused.fault : null);
  const checked = (scope: "read" | "trade") => (scope === (refused?.scope ?? "trade") ? "checked" : "");
  return portalFrame(
    page,
    "/tokens",
    { subtitle: text.lead },
    html`${renderBox("tokens", text.active, tokens.length === 0 ? mutedText(portalText.none) : tokensTable(tokens), { isWide: true })}
    ${renderBox(
      "make",
      text.make,
      html`${mutedText(text.validFor)}
      ${postForm(
        "/tokens",
        html`<fieldset><legend class="text-sm font-semibold">${text.scope}</legend>
          <label class="flex min-h-9 items-baseline gap-2 py-1.5"><input type="radio" name="scope" value="trade" ${checked("trade")} /> <span>${fillPlaceholders(text.everything, { read: html`<code>read</code>`, trade: html`<code>trade</code>` })}</span></label>
          <label class="flex min-h-9 items-baseline gap-2 py-1.5"><input type="radio" name="scope" value="read" ${checked("read")} /> <span><code>read</code>: ${scopeText.read}</span></label>
        </fieldset>
        ${codeFields("make", faultOf("make"))}
        <div class="mt-3">${submitButton(text.makeToken, html`name="intent" value="make"`, true)}</div>`,
      )}`,
    )}
    ${renderBox(
      "codes",
      text.codes,
      isFixed
        ? mutedText(text.fixed)
        : html`${mutedText(text.codesReplace)}
      ${postForm("/tokens", html`${codeFields("codes", faultOf("codes"))}<div class="mt-3">${submitButton(text.newCodes, html`name="intent" value="codes"`)}</div>`)}`,
    )}`,
  );
}

function tokensTable(tokens: readonly StoredToken[]): Page {
  return tableFrame(
    text.active,
    html`<table class="table stack-table"><caption class="sr-only">${text.activeNewest}</caption><thead><tr>${[text.token, text.scopes, text.lastUse, text.made, text.ends].map((name) => html`<th scope="col">${name}</th>`)}<th scope="col"><span class="sr-only">${text.revoke}</span></th></tr></thead><tbody>${tokens.map(
      (token) =>
        html`<tr><th scope="row">${tokenName(token)}</th><td data-label="${text.scopes}">${token.scopes.join(", ")}</td><td data-label="${text.lastUse}" class="whitespace-nowrap">${isTokenUsed(token) ? istTime(token.lastSeenAt) : text.notYet}</td><td data-label="${text.made}" class="whitespace-nowrap">${istTime(token.createdAt)}</td><td data-label="${text.ends}" class="whitespace-nowrap">${istTime(token.expiresAt)}</td><td>${postForm("/tokens", html`<input type="hidden" name="token" value="${token.id}" />${submitButton(html`${text.revoke}<span class="sr-only">: ${tokenName(token)}</span>`, html`name="intent" value="revoke"`)}`)}</td></tr>`,
    )}</tbody></table>`,
  );
}
