// Layout of the few pages that the server renders without the app: the site's name, style sheet and colour scheme, no
// scripts.
import { html } from "hono/html";
import type { Theme } from "../../app/context.ts";
import type { RefusalTexts } from "../../app/contract/site/refusal-texts.ts";
import { getTextDirection } from "../../app/domain/text-direction.ts";

export type PlainFrame = {
  brandName: string;
  /** BCP 47 tag of the brand's language. */
  language: string;
  /** Address of the site's style sheet; null if it is not built. */
  styleHref: string | null;
  /** The user's colour scheme. */
  theme: Theme;
  texts: RefusalTexts;
};
/** Fields of the frame that are the same for all users. */
export type BrandFrame = Omit<PlainFrame, "theme">;
export type PlainPart = ReturnType<typeof html> | "";

/** Content security policy of plain pages. */
export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Renders a page as HTML: badge, heading and body. The template escapes all values. */
export function plainPage(
  { brandName, language, styleHref, theme }: PlainFrame,
  title: string,
  body: PlainPart,
  badge: PlainPart = "",
): string {
  const direction = getTextDirection(language);
  return String(html`<!doctype html><html lang="${language}"${direction === undefined ? "" : html` dir="${direction}"`}${theme === "system" ? "" : html` data-theme="${theme}"`}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${theme === "system" ? "light dark" : theme}"><meta name="robots" content="noindex"><title>${title} · ${brandName}</title>${styleHref === null ? "" : html`<link rel="stylesheet" href="${styleHref}">`}<link rel="icon" type="image/svg+xml" href="/favicon.svg"></head>
<body class="font-sans text-base">
<header class="border-b border-line bg-surface-raised"><div class="wrap flex min-h-14 items-center"><a href="/" class="flex min-h-11 items-center text-lg font-bold no-underline" rel="home">${brandName}</a></div></header>
<main id="content" class="wrap"><div class="mx-auto max-w-[45rem] py-12">${badge}<h1 class="display mt-3">${title}</h1>
${body}</div></main></body></html>`);
}

/** Returns a path with its query unchanged if it cannot lead to another site, otherwise "/". */
export function ownPath(target: string): string {
  return /^\/(?![/\\])[^\s\\]*$/.test(target) ? target : "/";
}
