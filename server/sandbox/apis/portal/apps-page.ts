// Portal page of the account's apps: name, redirect address, scopes, audience and secret.
import { html } from "hono/html";
import { portalText, appsText as text } from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import { scopeText } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { readScopes, SCOPES } from "../../../../app/contract/trading-api/scopes.ts";
import { APP_LIMITS, type App, type AppForm } from "../../accounts/apps.ts";
import { factRows, fillPlaceholders, type Page } from "../page-frame.ts";
import type { Fields } from "../read-form.ts";
import { addressRejection } from "../trading-api/postback-address.ts";
import {
  mutedText,
  type PortalPage,
  portalFrame,
  postForm,
  renderBox,
  submitButton,
  textField,
} from "./portal-frame.ts";

/** A rejected form: its app's id (or "new"), the entered values, and the errors by field. */
export type RefusedApp = { id: string; fields: Fields; faults: { name?: string; url?: string } };

/**
 * Parses a form into an app, or returns the errors. Local addresses are allowed, because an app may run on its
 * developer's machine.
 */
export function readAppForm(fields: Fields): AppForm | { faults: RefusedApp["faults"] } {
  const { name = "", url = "" } = fields;
  const faults: RefusedApp["faults"] = {};
  if (name === "" || name.length > APP_LIMITS.nameChars) faults.name = text.nameFault(APP_LIMITS.nameChars);
  const fault = url === "" ? null : addressRejection(url, true);
  if (fault !== null) faults.url = fault;
  else if (url !== "" && new URL(url).hash !== "") faults.url = text.fragmentFault;
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
    { subtitle: text.lead },
    html`${apps.map((app) => appPanel(app, refused?.id === app.id ? refused : null))}
    ${
      apps.length >= APP_LIMITS.perAccount
        ? mutedText(text.atMost(APP_LIMITS.perAccount))
        : renderBox(
            "new-app",
            text.newApp,
            postForm(
              "/apps",
              html`${appFields("new", { name: "", redirectUrl: null, scopes: ["read"], audience: "own" }, refused?.id === "new" ? refused : null)}
        ${submitButton(text.make, html`name="intent" value="make"`, true)}`,
              "space-y-4",
            ),
          )
    }
    ${renderBox(
      "flow",
      text.howItAsks,
      html`<ol class="max-w-[75ch] list-decimal space-y-2 ps-5">
        <li>${fillPlaceholders(text.step1, { call: html`<code class="wrap-anywhere">POST /sandbox/auth/app/generate-consent</code>`, id: code("app_id"), secret: code("app_secret"), state: code("?state="), consent: code("consentAppId") })}</li>
        <li>${fillPlaceholders(text.step2, { address: html`<code class="wrap-anywhere">/sandbox/auth/login/consentApp-login?consentAppId=…</code>`, token: code("tokenId"), error: code("error=access_denied") })}</li>
        <li>${fillPlaceholders(text.step3, { call: html`<code class="wrap-anywhere">POST /sandbox/auth/app/consumeApp-consent?tokenId=…</code>` })}</li>
      </ol>`,
    )}`,
  );
}

const code = (name: string): Page => html`<code>${name}</code>`;

function appFields(id: string, app: AppForm, refused: RefusedApp | null): Page {
  const typed = refused?.fields;
  const scopes = typed === undefined ? app.scopes : readScopes(typed.scope ?? "");
  const audience = typed?.audience ?? app.audience;
  return html`${textField({ id: `name-${id}`, name: "name", label: text.name, value: typed?.name ?? app.name, fault: refused?.faults.name, attributes: html`maxlength="${APP_LIMITS.nameChars}" required` })}
    ${textField({ id: `url-${id}`, name: "url", label: text.redirectAddress, value: typed?.url ?? app.redirectUrl ?? "", hint: text.redirectHint, fault: refused?.faults.url, attributes: html`inputmode="url" maxlength="${APP_LIMITS.urlChars}" placeholder="https://"` })}
    <fieldset><legend class="text-sm font-semibold">${text.scopes}</legend>${SCOPES.map(
      (scope) =>
        html`<label class="flex min-h-9 items-baseline gap-2 py-1.5"><input type="checkbox" name="scope" value="${scope}" ${scopes.includes(scope) ? "checked" : ""} ${scope === "read" ? "disabled" : ""} /> <span><code>${scope}</code>: ${scopeText[scope]}</span></label>`,
    )}</fieldset>
    <fieldset><legend class="text-sm font-semibold">${text.whoMayAuthorise}</legend>${(
      [
        ["own", text.own],
        ["any", text.any],
      ] as const
    ).map(
      ([value, label]) =>
        html`<label class="flex min-h-9 items-baseline gap-2 py-1.5"><input type="radio" name="audience" value="${value}" ${audience === value ? "checked" : ""} /> ${label}</label>`,
    )}</fieldset>`;
}

function appPanel(app: App, refused: RefusedApp | null): Page {
  const own = html`<input type="hidden" name="app" value="${app.id}" />`;
  return renderBox(
    `app-${app.id}`,
    app.name,
    html`${factRows([
      [text.appId, html`<code class="wrap-anywhere">${app.id}</code>`],
      [
        text.redirectAddress,
        app.redirectUrl === null ? text.none : html`<code class="wrap-anywhere">${app.redirectUrl}</code>`,
      ],
      [text.scopes, app.scopes.join(", ")],
      [text.whoMayAuthorise, text[app.audience]],
    ])}
    <details class="mt-3" ${refused === null ? "" : "open"}><summary class="link inline-flex min-h-9 items-center">${text.change}</summary>
      ${postForm(
        "/apps",
        html`${own}${appFields(app.id, app, refused)}
        ${submitButton(text.save, html`name="intent" value="change"`, true)}`,
        "mt-3 space-y-4",
      )}</details>`,
    {
      footer: html`${mutedText(text.secretReplaces)}${postForm(
        "/apps",
        html`${own}
      ${submitButton(html`${text.newSecret}<span class="sr-only">: ${app.name}</span>`, html`name="intent" value="secret"`)}
      ${submitButton(html`${portalText.remove}<span class="sr-only">: ${app.name}</span>`, html`name="intent" value="remove"`)}`,
        "flex flex-wrap gap-3",
      )}`,
    },
  );
}
