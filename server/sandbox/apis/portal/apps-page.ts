// The account's apps: name, redirect address, scopes, audience and secret.
import { html } from "hono/html";
import { readScopes, SCOPE_WORDS, SCOPES } from "../../../../app/contract/trading-api/scopes.ts";
import { APP_LIMITS, type App, type AppForm } from "../../accounts/apps.ts";
import { facts, type Page } from "../page-frame.ts";
import type { Fields } from "../read-form.ts";
import { refusedAddress } from "../trading-api/postback-address.ts";
import { box, button, muted, type PortalPage, portalFrame, postForm, textField } from "./portal-frame.ts";

/** A rejected form: its app's id (or "new"), the entered values, and the errors by field. */
export type RefusedApp = { id: string; fields: Fields; faults: { name?: string; url?: string } };

/**
 * Parses a form into an app, or returns the errors. Local addresses are allowed, because an app may run on its
 * developer's machine.
 */
export function readAppForm(fields: Fields): AppForm | { faults: RefusedApp["faults"] } {
  const { name = "", url = "" } = fields;
  const faults: RefusedApp["faults"] = {};
  if (name === "" || name.length > APP_LIMITS.nameChars)
    faults.name = `Enter a name of at most ${APP_LIMITS.nameChars} characters. Users see it when they authorise the app.`;
  const fault = url === "" ? null : refusedAddress(url, true);
  if (fault !== null) faults.url = fault;
  else if (url !== "" && new URL(url).hash !== "")
    faults.url = "The address must not contain a fragment (#…).";
  if (faults.name !== undefined || faults.url !== undefined) return { faults };
  return {
    name,
    redirectUrl: url === "" ? null : url,
    scopes: readScopes(fields.scope ?? ""),
    audience: fields.audience === "any" ? "any" : "own",
  };
}

export function appsPage(page: PortalPage, apps: readonly App[], refused: RefusedApp | null = null): Page {
  return portalFrame(
    page,
    "/apps",
    {
      title: "Apps",
      lead: "An app requests a user's consent and receives a token with its scopes.",
    },
    html`${apps.map((app) => appPanel(app, refused?.id === app.id ? refused : null))}
    ${
      apps.length >= APP_LIMITS.perAccount
        ? muted(`An account has at most ${APP_LIMITS.perAccount} apps; remove one to create another.`)
        : box(
            "new-app",
            "New app",
            postForm(
              "/apps",
              html`${appFields("new", { name: "", redirectUrl: null, scopes: ["read"], audience: "own" }, refused?.id === "new" ? refused : null)}
        ${button("Make an app", html`name="intent" value="make"`, true)}`,
              "space-y-4",
            ),
          )
    }
    ${box(
      "flow",
      "How it asks",
      html`<ol class="max-w-[75ch] list-decimal space-y-2 ps-5">
        <li>Your server: <code class="wrap-anywhere">POST /sandbox/auth/app/generate-consent</code> with the headers <code>app_id</code> and <code>app_secret</code>, and <code>?state=</code> if you want it returned. The response contains <code>consentAppId</code>.</li>
        <li>The user's browser: <code class="wrap-anywhere">/sandbox/auth/login/consentApp-login?consentAppId=…</code>. Authorise leads to your redirect address with <code>tokenId</code>, Deny with <code>error=access_denied</code>.</li>
        <li>Your server: <code class="wrap-anywhere">POST /sandbox/auth/app/consumeApp-consent?tokenId=…</code> with the same headers. The response contains the access token, once.</li>
      </ol>`,
    )}`,
  );
}

function appFields(id: string, app: AppForm, refused: RefusedApp | null): Page {
  const typed = refused?.fields;
  const scopes = typed === undefined ? app.scopes : readScopes(typed.scope ?? "");
  const audience = typed?.audience ?? app.audience;
  return html`${textField({ id: `name-${id}`, name: "name", label: "Name", value: typed?.name ?? app.name, fault: refused?.faults.name, attributes: html`maxlength="${APP_LIMITS.nameChars}" required` })}
    ${textField({ id: `url-${id}`, name: "url", label: "Redirect address", value: typed?.url ?? app.redirectUrl ?? "", hint: "The exact redirect address. http://localhost also works. Leave it empty to show the token id on a page.", fault: refused?.faults.url, attributes: html`inputmode="url" maxlength="${APP_LIMITS.urlChars}" placeholder="https://"` })}
    <fieldset><legend class="text-sm font-semibold">Scopes</legend>${SCOPES.map(
      (scope) =>
        html`<label class="flex min-h-9 items-baseline gap-2 py-1.5"><input type="checkbox" name="scope" value="${scope}" ${scopes.includes(scope) ? "checked" : ""} ${scope === "read" ? "disabled" : ""} /> <span><code>${scope}</code>: ${SCOPE_WORDS[scope]}</span></label>`,
    )}</fieldset>
    <fieldset><legend class="text-sm font-semibold">Who may authorise it</legend>${(
      [
        ["own", "This account only"],
        ["any", "Any client of the sandbox"],
      ] as const
    ).map(
      ([value, words]) =>
        html`<label class="flex min-h-9 items-baseline gap-2 py-1.5"><input type="radio" name="audience" value="${value}" ${audience === value ? "checked" : ""} /> ${words}</label>`,
    )}</fieldset>`;
}

function appPanel(app: App, refused: RefusedApp | null): Page {
  const own = html`<input type="hidden" name="app" value="${app.id}" />`;
  return box(
    `app-${app.id}`,
    app.name,
    html`${facts([
      ["App id", html`<code class="wrap-anywhere">${app.id}</code>`],
      [
        "Redirect address",
        app.redirectUrl === null ? "None" : html`<code class="wrap-anywhere">${app.redirectUrl}</code>`,
      ],
      ["Scopes", app.scopes.join(", ")],
      ["Who may authorise it", app.audience === "own" ? "This account only" : "Any client of the sandbox"],
    ])}
    <details class="mt-3" ${refused === null ? "" : "open"}><summary class="link inline-flex min-h-9 items-center">Change</summary>
      ${postForm(
        "/apps",
        html`${own}${appFields(app.id, app, refused)}
        ${button("Save changes", html`name="intent" value="change"`, true)}`,
        "mt-3 space-y-4",
      )}</details>`,
    {
      foot: html`${muted("A new secret replaces the previous one. Removing an app revokes its tokens.")}${postForm(
        "/apps",
        html`${own}
      ${button(html`New secret<span class="sr-only"> of ${app.name}</span>`, html`name="intent" value="secret"`)}
      ${button(html`Remove<span class="sr-only"> ${app.name}</span>`, html`name="intent" value="remove"`)}`,
        "flex flex-wrap gap-3",
      )}`,
    },
  );
}
