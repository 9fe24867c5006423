// Helpers that the portal's pages share: navigation, messages that are shown once, forms and tables.
import { randomBytes } from "node:crypto";
import { html } from "hono/html";
import {
  appsText,
  assistantsText,
  clockText,
  faultsText,
  postbacksText,
  requestsText,
  portalText as text,
  tokensText,
} from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import type { ApiAccount } from "../../accounts/api-accounts.ts";
import { APIS_PATH, factRows, faultNote, frame, type Page, type SiteFrame } from "../page-frame.ts";
import type { OneTimeMessage } from "./portal-context.ts";

/** Returns the path and title of each portal page, in the order of the navigation. */
export const portalPages = () =>
  [
    ["", text.overview],
    ["/apps", appsText.title],
    ["/tokens", tokensText.title],
    ["/assistants", assistantsText.title],
    ["/postbacks", postbacksText.title],
    ["/requests", requestsText.title],
    ["/faults", faultsText.title],
    ["/clock", clockText.title],
  ] as const;
export type PortalPath = ReturnType<typeof portalPages>[number][0];

export type PortalPage = { site: SiteFrame; account: ApiAccount; shown: OneTimeMessage | null };

/** Renders a portal page. Its title is its name in the navigation unless `options` contains one. */
export function portalFrame(
  { site, account, shown }: PortalPage,
  place: PortalPath,
  options: { title?: string; subtitle?: string },
  body: Page,
): Page {
  const pages = portalPages();
  const title = pages.find(([path]) => path === place)?.[1] ?? text.title;
  const navigation = html`<nav aria-label="${text.title}" class="tabs no-print">${pages.map(
    ([path, name]) =>
      html`<a href="/sandbox/portal${path}" ${path === place ? html`aria-current="page"` : ""}>${name}</a>`,
  )}</nav>`;
  const actions = html`<form method="post" action="/sandbox/portal/leave" class="flex flex-wrap items-center gap-3">${place === "" ? "" : html`<p class="tag">${text.accountOf({ name: account.name, id: account.id })}</p>`}<a href="/docs/v2/" class="button button-quiet">${text.documentation}</a><button type="submit" class="button button-quiet">${text.signOut}</button></form>`;
  return frame(
    site,
    { section: text.title, title, width: "wide", mainLink: APIS_PATH, navigation, actions, ...options },
    html`${displayedOnce(shown)}<div class="portal">${body}</div>`,
  );
}

function displayedOnce(message: OneTimeMessage | null): Page {
  if (message === null) return html``;
  const { words, secrets = [] } = message;
  return html`<div role="status" tabindex="-1" autofocus class="mt-4 rounded-sm border-s-4 border-accent bg-accent-faint px-4 py-3"><p class="font-semibold">${words}</p>${
    secrets.length === 0
      ? ""
      : html`<p class="mt-1 text-sm">${text.shownOnce}</p>${factRows(
          secrets.map(
            ([name, value]) =>
              [name, html`<code class="portal-secret wrap-anywhere">${value}</code>`] as const,
          ),
        )}`
  }</div>`;
}

/** Hidden field with a random value per rendered form, which identifies a form that is sent twice. */
const onceField = (): Page =>
  html`<input type="hidden" name="once" value="${randomBytes(9).toString("base64url")}" />`;

/**
 * Renders a box of a portal page. `action` is next to the box's title, `footer` at its bottom edge. A wide box spans
 * the row.
 */
export function renderBox(
  id: string,
  title: string,
  body: Page,
  { action, footer, isWide = false }: { action?: Page; footer?: Page; isWide?: boolean } = {},
): Page {
  return html`<section aria-labelledby="${id}" class="panel ${isWide ? "portal-wide" : ""}"><div class="portal-head"><h2 id="${id}" class="panel-title">${title}</h2>${action ?? ""}</div><div class="portal-body">${body}</div>${footer === undefined ? "" : html`<div class="play-foot">${footer}</div>`}</section>`;
}

/** Renders a form that takes effect once, even if it is sent twice. */
export function postForm(place: string, body: Page, layout = ""): Page {
  return html`<form method="post" action="/sandbox/portal${place}" class="${layout}">${onceField()}${body}</form>`;
}

export const mutedText = (content: Page | string): Page =>
  html`<p class="max-w-[65ch] text-sm text-ink-muted">${content}</p>`;

export type Field = {
  id: string;
  name: string;
  label: string;
  value?: string;
  hint?: string;
  fault?: string | undefined;
  attributes?: Page;
};

/** Renders a text field with its label, hint and error. */
export function textField({ id, name, label, value = "", hint, fault, attributes = html`` }: Field): Page {
  const described = [
    hint === undefined ? [] : [`${id}-hint`],
    fault === undefined ? [] : [`${id}-fault`],
  ].flat();
  return html`<div><label for="${id}" class="text-sm font-semibold">${label}</label>${
    hint === undefined ? "" : html`<p id="${id}-hint" class="text-xs text-ink-muted">${hint}</p>`
  }<input type="text" id="${id}" name="${name}" value="${value}" autocomplete="off" class="field mt-1" ${fault === undefined ? "" : html`aria-invalid="true" autofocus`} ${described.length === 0 ? "" : html`aria-describedby="${described.join(" ")}"`} ${attributes} />${
    fault === undefined
      ? ""
      : html`<p id="${id}-fault" role="alert" class="mt-1 text-sm font-semibold text-loss">${fault}</p>`
  }</div>`;
}

export const submitButton = (label: string | Page, attributes: Page = html``, isMain = false): Page =>
  html`<button type="submit" class="button ${isMain ? "button-main" : "button-quiet"}" ${attributes}>${label}</button>`;

/** Renders PIN and TOTP fields that confirm the form they are in. `id` makes their element ids unique on the page. */
export function codeFields(id: string, fault: string | null): Page {
  const field = (name: string, label: string, autocomplete: string) =>
    html`<div><label for="${id}-${name}" class="text-sm font-semibold">${label}</label><input type="password" id="${id}-${name}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" pattern="[0-9]{6}" maxlength="6" required class="field number mt-1 w-40" ${fault === null ? "" : html`aria-invalid="true" aria-describedby="${id}-fault"`} /></div>`;
  return html`<fieldset class="mt-3"><legend class="text-sm font-semibold">${text.confirmWithBoth}</legend>
    <div class="mt-1 flex flex-wrap gap-3">${field("pin", text.pin, "current-password")}${field("totp", text.totp, "one-time-code")}</div>${faultNote(fault, `${id}-fault`)}</fieldset>`;
}

/** Renders a request or response body; JSON is indented. */
export function bodyBox(label: string, body: string | null): Page {
  if (body === null) return mutedText(text.none);
  let formatted = body;
  try {
    formatted = JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // Text that is truncated or not JSON is shown unchanged.
  }
  return html`<section class="code-box" aria-label="${label}" tabindex="0"><pre><code>${formatted}</code></pre></section>`;
}
