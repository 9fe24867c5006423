// Renders a refusal as a page for browsers, with the reason and links to continue.
import { html } from "hono/html";
import { ownPath, type PlainFrame, plainPage } from "./plain-page.ts";
import type { Refusal } from "./refusal.ts";

/** Headings by status. Other 4xx are "not accepted", other 5xx a fault of this site. */
const TITLES: Record<number, string> = {
  404: "Page not found",
  413: "The form is too large",
  414: "The address is too long",
  429: "Too many requests",
  503: "Temporarily unavailable",
};
/** Statuses after which the same request can succeed shortly. */
const PASSING = new Set([429, 500, 503]);

/** Renders the page. `target` is the request's path and query, unchanged. */
export function refusalPage(
  refusal: Refusal,
  request: { method: string; target: string },
  frame: PlainFrame,
): string {
  const { status, message } = refusal;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const title = TITLES[status] ?? (status < 500 ? "The request was not accepted" : "Something went wrong");
  const again =
    isRead && PASSING.has(status)
      ? html`<a href="${ownPath(request.target)}" class="link">Try again</a> `
      : "";
  const recovery =
    !isRead && status < 500
      ? html`<p class="mt-3 max-w-[65ch]">Nothing was changed. Go back in your browser: what you typed is still in the form.</p>`
      : "";
  return plainPage(
    frame,
    title,
    html`<p class="mt-3 max-w-[65ch] text-lg text-ink-muted">${message}</p>${recovery}
<p class="mt-6 flex flex-wrap gap-x-6 gap-y-2">${again}<a href="/" class="link">Home</a> <a href="/status" class="link">Status</a> <a href="/support" class="link">Support</a></p>`,
  );
}
