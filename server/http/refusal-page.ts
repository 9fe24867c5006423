// Renders a refusal as a page: the reason, and links to continue.
import { html } from "hono/html";
import type { RefusalTexts } from "../../app/contract/site/refusal-texts.ts";
import { ownPath, type PlainFrame, plainPage } from "./plain-page.ts";
import type { Refusal } from "./refusal.ts";

/** Headings by status. For other statuses, the heading is "not accepted" (4xx) or a fault of this site (5xx). */
const TITLES: Record<number, keyof RefusalTexts["page"]> = {
  404: "notFound",
  413: "formTooLarge",
  414: "addressTooLong",
  429: "tooManyRequests",
  503: "unavailable",
};
/** Statuses after which the same request can succeed shortly. */
const TEMPORARY_STATUSES = new Set([429, 500, 503]);

/** Renders the page. `target` is the path and query of the request, unchanged. */
export function refusalPage(
  refusal: Refusal,
  request: { method: string; target: string },
  frame: PlainFrame,
): string {
  const { status } = refusal;
  const { page: text, reason } = frame.texts;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const title = text[TITLES[status] ?? (status < 500 ? "notAccepted" : "failed")];
  const again =
    isRead && TEMPORARY_STATUSES.has(status)
      ? html`<a href="${ownPath(request.target)}" class="button button-main">${text.tryAgain}</a> `
      : "";
  const recovery =
    !isRead && status < 500 ? html`<p class="mt-3 max-w-[65ch]">${text.nothingChanged}</p>` : "";
  return plainPage(
    frame,
    title,
    html`<p class="mt-3 max-w-[65ch] text-lg text-ink-muted">${refusal.reasonIn(reason)}</p>${recovery}
<p class="mt-8 flex flex-wrap gap-3">${again}<a href="/" class="button button-quiet">${text.home}</a> <a href="/status" class="button button-quiet">${text.status}</a> <a href="/support" class="button button-quiet">${text.support}</a></p>`,
    html`<div><span class="badge">${status}</span></div>`,
  );
}
