// Common frame of all sandbox pages. The site sends its style sheet, colour scheme and brand with each request. The
// pages are plain HTML, escaped by construction, and work without scripts; the only script shows that a form is being
// sent.
import type { Context } from "hono";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { z } from "zod";
import { frameText as text } from "../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { getTextDirection } from "../../../app/domain/text-direction.ts";

export type Page = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Values that the site sends in the header `FRAME_HEADER`, as percent-encoded JSON. */
const frameSchema = z.object({
  brandName: z.string().default("Broker"),
  legalName: z.string().default(""),
  /** BCP 47 tag of the brand's language. */
  language: z.string().default("en-IN"),
  theme: z.enum(["system", "light", "dark"]).default("system"),
  styleHref: z.string().nullable().default(null),
  /** Address of the documentation's style sheet, which the developer portal also uses. */
  docsStyleHref: z.string().nullable().default(null),
  /** Address of the style sheet of pages with one form, such as the sign-in. */
  signInStyleHref: z.string().nullable().default(null),
  /** Address of the site's script that shows that a form is being sent. */
  formScriptHref: z.string().nullable().default(null),
  /** True if the site has pages about markets. */
  hasMarkets: z.boolean().default(false),
  /** True if the page may show the demo clients and their codes. */
  showsDemoLogins: z.boolean().default(true),
});
export type SiteFrame = z.output<typeof frameSchema>;
/** Main link of the developer portal. */
export const APIS_PATH = "/trading-apis";
export const FRAME_HEADER = "x-site-frame";

/** Parses the site's values. Tests that call the sandbox directly get the defaults. */
export function readSiteFrame(context: Context): SiteFrame {
  try {
    return frameSchema.parse(JSON.parse(decodeURIComponent(context.req.header(FRAME_HEADER) ?? "%7B%7D")));
  } catch {
    return frameSchema.parse({});
  }
}

export type FrameOptions = {
  title: string;
  /** Title of the section, for the window and the header. */
  section: string;
  /** Smaller text next to the title. */
  subtitle?: Page | string;
  /** Navigation of the section, below the title. */
  navigation?: Page;
  /** Content next to the title. */
  actions?: Page;
  /** Main link that the page belongs to. */
  mainLink?: string;
  /** Content below the box of a narrow page. */
  below?: Page;
  /** Content next to the box of a narrow page. Small screens do not show it. */
  beside?: Page;
  /** Full width for tables; narrow for a single form. */
  width?: "narrow" | "wide";
};

export function frame(site: SiteFrame, options: FrameOptions, body: Page): Page {
  const {
    title,
    section,
    subtitle,
    navigation,
    actions,
    mainLink,
    below,
    beside,
    width = "narrow",
  } = options;
  const sheet = width === "narrow" ? site.signInStyleHref : site.docsStyleHref;
  const direction = getTextDirection(site.language);
  const scheme = site.theme === "system" ? "light dark" : site.theme;
  return html`<!doctype html><html lang="${site.language}"${direction === undefined ? "" : html` dir="${direction}"`}${site.theme === "system" ? "" : html` data-theme="${site.theme}"`}><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="color-scheme" content="${scheme}" /><meta name="robots" content="noindex" /><title>${title === section ? title : `${title} · ${section}`} · ${site.brandName}</title>${site.styleHref === null ? "" : html`<link rel="stylesheet" href="${site.styleHref}" />`}${sheet === null ? "" : html`<link rel="stylesheet" href="${sheet}" />`}<link rel="icon" type="image/svg+xml" href="/favicon.svg" /></head><body class="flex min-h-dvh flex-col font-sans text-base"><a href="#content" class="skip-link button button-main">${text.skipToContent}</a><header class="no-print border-b border-line bg-surface-raised"><div class="wrap flex min-h-16 flex-wrap items-center gap-x-4"><a href="/" rel="home" class="flex min-h-11 items-center gap-2.5 text-lg font-bold no-underline"><img src="/favicon.svg" alt="" width="30" height="30" />${site.brandName}</a> ${width === "narrow" ? (title === section ? "" : html`<p class="text-sm text-ink-muted">${section}</p>`) : mainNavigation(site, mainLink)}<p class="ms-auto rounded-sm border border-line-strong px-2 text-xs font-semibold text-ink-muted">${text.sandbox}<span class="max-sm:sr-only">: ${text.simulatedMarket}</span></p></div></header><main id="content" tabindex="-1" class="wrap w-full grow outline-none pb-12"><div class="${width === "wide" ? "" : beside === undefined ? "narrow-page" : "narrow-page narrow-page-pair"}"><div class="${width === "narrow" ? "panel narrow-box" : ""}"><header class="page-header"><div class="min-w-0"><h1>${title}</h1>${subtitle === undefined ? "" : html`<p class="page-header-lead max-w-[75ch]">${subtitle}</p>`}</div>${actions ?? ""}</header>${navigation ?? ""}${body}</div>${below ?? ""}${beside ?? ""}</div></main><footer class="border-t border-line bg-surface-sunken"><div class="wrap flex flex-wrap gap-x-6 gap-y-1 py-6 text-sm"><a href="/" class="menu-link">${site.brandName}</a> <a href="/docs/v2/" class="menu-link">${text.documentation}</a> <a href="/support" class="menu-link">${text.support}</a> <a href="/legal/disclosures" class="menu-link">${text.disclosures}</a> <a href="/legal/privacy" class="menu-link">${text.privacy}</a>${site.legalName === "" ? "" : html`<p class="w-full text-xs text-ink-muted">${fillPlaceholders(text.ordersStayHere, { legalName: site.legalName })}</p>`}</div></footer>${site.formScriptHref === null ? "" : html`<script type="module" src="${site.formScriptHref}"></script>`}</body></html>`;
}

function mainNavigation(site: SiteFrame, here: string | undefined): Page {
  const links = [
    ["/algos", text.algos],
    ...(site.hasMarkets ? [["/markets", text.markets]] : []),
    [APIS_PATH, text.apis],
    ["/docs/v2/", text.docs],
  ];
  return html`<nav aria-label="${text.main}" class="flex flex-wrap items-center max-sm:-mx-1">${links.map(
    ([to, title]) =>
      html`<a href="${to}" class="top-link" ${to === here ? html`aria-current="true"` : ""}>${title}</a>`,
  )}</nav>`;
}

/** Replaces each `{name}` in a text with the value of that name in `parts`. */
export function fillPlaceholders(sentence: string, parts: Record<string, Page | string | number>): Page {
  return html`${sentence.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? piece : (parts[piece] ?? "")))}`;
}

/** Renders the error message of a rejected form. It is announced to screen readers and receives the focus. */
export function faultNote(message: string | null, id = "fault"): Page {
  return message === null
    ? html``
    : html`<div id="${id}" role="alert" tabindex="-1" autofocus class="mt-4 rounded-sm border-s-4 border-warn bg-warn-faint px-4 py-3"><p class="font-semibold">${message}</p></div>`;
}

export function note(body: Page): Page {
  return html`<div class="mt-4 rounded-sm border-s-4 border-line-strong bg-surface-sunken px-4 py-3">${body}</div>`;
}

/** Renders terms and values as rows. */
export function factRows(rows: readonly (readonly [string, Page | string | number])[]): Page {
  return html`<dl class="mt-4 max-w-2xl divide-y divide-line">${rows.map(
    ([name, value]) =>
      html`<div class="flex flex-wrap justify-between gap-x-6 py-2"><dt class="text-ink-muted">${name}</dt><dd class="ms-auto text-end font-semibold">${value}</dd></div>`,
  )}</dl>`;
}

/** Renders the scroll container of a wide table, which is also operable by keyboard. */
export function tableFrame(label: string, table: Page): Page {
  return html`<section class="table-scroll mt-3" aria-label="${text.table(label)}" tabindex="0">${table}</section>`;
}
