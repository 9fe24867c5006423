// The account's active tokens with their last use, and its PIN and TOTP secret.
import { html } from "hono/html";
import { SCOPE_WORDS } from "../../../../app/contract/trading-api/scopes.ts";
import { isUsed, type StoredToken } from "../../accounts/tokens.ts";
import { type Page, tableFrame } from "../page-frame.ts";
import { istTime } from "../trading-api/wire-format.ts";
import { box, button, codeFields, muted, type PortalPage, portalFrame, postForm } from "./portal-frame.ts";

const KIND_WORDS: Record<StoredToken["kind"], string> = {
  api_token: "Your own programs",
  app: "App",
  sign_in: "Sign-in at the site",
};
const nameOf = (token: StoredToken) =>
  token.kind === "api_token"
    ? KIND_WORDS.api_token
    : `${KIND_WORDS[token.kind]}: ${token.label ?? "a browser"}`;

export type TokensView = {
  /** True for a demo client, whose codes do not change. */
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
    { title: "Tokens and codes", lead: "A token is shown once, when it is created." },
    html`${box("tokens", "Active tokens", tokens.length === 0 ? muted("None.") : tokensTable(tokens), { isWide: true })}
    ${box(
      "make",
      "New token for your own programs",
      html`${muted("Valid for 30 days. It replaces the token that your programs use now.")}
      ${postForm(
        "/tokens",
        html`<fieldset><legend class="text-sm font-semibold">Scope</legend>
          <label class="flex min-h-9 items-baseline gap-2 py-1.5"><input type="radio" name="scope" value="trade" ${checked("trade")} /> <span><code>read</code> and <code>trade</code>: everything</span></label>
          <label class="flex min-h-9 items-baseline gap-2 py-1.5"><input type="radio" name="scope" value="read" ${checked("read")} /> <span><code>read</code>: ${SCOPE_WORDS.read}</span></label>
        </fieldset>
        ${codeFields("make", faultOf("make"))}
        <div class="mt-3">${button("Make a token", html`name="intent" value="make"`, true)}</div>`,
      )}`,
    )}
    ${box(
      "codes",
      "PIN and TOTP secret",
      isFixed
        ? muted("This is a demonstration client: its codes are in the README and do not change.")
        : html`${muted("New codes replace the previous ones and sign other browsers out of the portal.")}
      ${postForm("/tokens", html`${codeFields("codes", faultOf("codes"))}<div class="mt-3">${button("Create a new PIN and TOTP secret", html`name="intent" value="codes"`)}</div>`)}`,
    )}`,
  );
}

function tokensTable(tokens: readonly StoredToken[]): Page {
  return tableFrame(
    "Active tokens",
    html`<table class="table stack-table"><caption class="sr-only">Active tokens, newest first</caption><thead><tr><th scope="col">Token</th><th scope="col">Scopes</th><th scope="col">Last use, IST</th><th scope="col">Made, IST</th><th scope="col">Ends, IST</th><th scope="col"><span class="sr-only">Revoke</span></th></tr></thead><tbody>${tokens.map(
      (token) =>
        html`<tr><th scope="row">${nameOf(token)}</th><td data-label="Scopes">${token.scopes.join(", ")}</td><td data-label="Last use, IST" class="whitespace-nowrap">${isUsed(token) ? istTime(token.lastSeenAt) : "Not yet"}</td><td data-label="Made, IST" class="whitespace-nowrap">${istTime(token.createdAt)}</td><td data-label="Ends, IST" class="whitespace-nowrap">${istTime(token.expiresAt)}</td><td>${postForm("/tokens", html`<input type="hidden" name="token" value="${token.id}" />${button(html`Revoke<span class="sr-only"> ${nameOf(token)}</span>`, html`name="intent" value="revoke"`)}`)}</td></tr>`,
    )}</tbody></table>`,
  );
}
