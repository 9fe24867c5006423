// Completes a rendered page before it is sent or cached: checks its size, and sets its content security policy and
// cache rule. The cache rule depends on the route's declarations, the user, and the page's maximum age.
import type { PageVisit } from "./page-visit.ts";
import { type PageHeaders, RenderedPage } from "./rendered-page.ts";

const SHARED_CACHE_RULE = "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400";
const OWN_CACHE_RULE = "private, no-cache";
/** Value of the Speculation-Rules header: the file that lists the links that browsers may prefetch, in quotes. */
const SPECULATION_RULES = '"/speculation-rules.json"';
/**
 * Headers that app/entry.server.tsx and the routes set for this module. They are removed before the response is sent.
 */
const FRESH_HEADER = "x-fresh-seconds";
const SCRIPTS_HEADER = "x-page-scripts";

export type FinishOptions = {
  isDevelopment: boolean;
  pageBytes: number;
  /** Origins of other sites that a form may redirect to. */
  formOrigins: readonly string[];
};

/** Completes a page. Throws if it exceeds the size limit. */
export async function finishPage(
  options: FinishOptions,
  answer: Response,
  visit: PageVisit,
): Promise<RenderedPage> {
  const { isDevelopment, pageBytes } = options;
  const headers: PageHeaders = [...answer.headers].filter(
    ([name]) => name !== "content-length" && name !== FRESH_HEADER && name !== SCRIPTS_HEADER,
  );
  const fresh = answer.headers.get(FRESH_HEADER);
  const freshSeconds = fresh === null ? null : Number(fresh);
  const isHtml = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
  const body = Buffer.from(await answer.arrayBuffer());
  if (body.byteLength > pageBytes) throw new Error("the page exceeds the size limit");
  if (isHtml) {
    headers.push(["content-security-policy", pagePolicy(options, answer.headers.has(SCRIPTS_HEADER))]);
    // Browsers must not prefetch from pages that belong to one user.
    if (visit.key !== null && answer.status === 200) headers.push(["speculation-rules", SPECULATION_RULES]);
  }
  const hasOwnRule = headers.some(([name]) => name === "cache-control");
  setCacheRule(headers, { visit, freshSeconds, maySend: answer.status === 200 && !isDevelopment });
  // Pages and their data depend on cookies (colour scheme, session, language). The only exception is a shared file with
  // a cache rule of its own.
  if (isHtml || !hasOwnRule || visit.key === null) headers.push(["vary", "Cookie"]);
  return new RenderedPage(answer.status, headers, body, freshSeconds === null ? null : freshSeconds * 1_000);
}

/**
 * Returns the content security policy of a page. Scripts and styles are files of this site and never inline, so an
 * injected script does not run. Browsers also apply `form-action` to redirects of forms.
 */
export function pagePolicy(
  { isDevelopment, formOrigins }: Omit<FinishOptions, "pageBytes">,
  hasScripts: boolean,
): string {
  // Vite's development client injects styles and scripts. Only `npm run dev` uses this.
  const inline = isDevelopment ? " 'unsafe-inline'" : "";
  const scripts = hasScripts || isDevelopment ? `'self'${inline}` : "'none'";
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    `form-action ${["'self'", ...formOrigins].join(" ")}`,
    "frame-ancestors 'none'",
    `script-src ${scripts}`,
    `style-src 'self'${inline}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
  ].join("; ");
}

function setCacheRule(
  headers: PageHeaders,
  page: { visit: PageVisit; freshSeconds: number | null; maySend: boolean },
): void {
  const { theme, isUsualAmount, variantCookies: storedBy, key } = page.visit;
  const isShared = key !== null;
  const at = headers.findIndex(([name]) => name === "cache-control");
  const setsCookie = headers.some(([name]) => name === "set-cookie");
  if (at === -1) {
    const isDefaultVariant = theme === "system" && isUsualAmount && storedBy === "";
    const shared = isDefaultVariant ? sharedRule(page.freshSeconds) : OWN_CACHE_RULE;
    headers.push(["cache-control", page.maySend && isShared && !setsCookie ? shared : "no-store"]);
  }
  // A route's rule for shared caches does not apply to a page that belongs to one user.
  else if (!isShared && headers[at]?.[1].startsWith("public")) headers[at] = ["cache-control", "no-store"];
}

function sharedRule(freshSeconds: number | null): string {
  return freshSeconds === null
    ? SHARED_CACHE_RULE
    : `public, max-age=0, s-maxage=${freshSeconds}, stale-if-error=60`;
}

/** True if the page may be cached and sent to other users. */
export function isCacheable(page: RenderedPage): boolean {
  const rule = page.headers.find(([name]) => name === "cache-control")?.[1] ?? "";
  const isOurs = rule.startsWith("public") || rule === OWN_CACHE_RULE;
  return page.status === 200 && isOurs && !page.headers.some(([name]) => name === "set-cookie");
}

/** Appends the request's query to the target of a permanent redirect. */
export function addRequestQuery(page: RenderedPage, search: string): RenderedPage {
  const location = page.headers.find(([name]) => name === "location")?.[1];
  if (page.status !== 301 || search === "" || location === undefined || location.includes("?")) return page;
  const headers = page.headers.map(([name, value]): [string, string] =>
    name === "location" ? [name, `${value}${search}`] : [name, value],
  );
  return new RenderedPage(page.status, headers, page.body, null);
}
