// What is done to a rendered answer before it is sent or kept: its size is checked, its scripts become the policy, and its cache rule
// follows from what its route declares, who asked and for how long it is fresh.

import { unmarkPage } from "../http/security-headers.ts";
import type { PageVisit } from "./page-visit.ts";
import { RenderedPage } from "./rendered-page.ts";

const SHARED_CACHE_RULE = "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400";
/** Where browsers find which links they may fetch ahead: a header's quoted string. */
const SPECULATION_RULES = '"/speculation-rules.json"';
/** Pages tell this server for how long they are fresh; it never leaves the process. */
const FRESH_HEADER = "x-fresh-seconds";
const OWN_CACHE_RULE = "private, no-cache";

export type FinishOptions = {
  /** Marks the site's own inline scripts. */
  mark: string;
  isDevelopment: boolean;
  pageBytes: number;
  /** Other origins that a form may lead to. */
  formOrigins: readonly string[];
};

type Headers = [name: string, value: string][];

/** Throws for a page that is larger than pages may be. */
export async function finishPage(
  options: FinishOptions,
  answer: Response,
  visit: PageVisit,
): Promise<RenderedPage> {
  const headers: Headers = [...answer.headers.entries()].filter(([name]) => name !== "content-length");
  const freshSeconds = takeFreshSeconds(headers);
  const isHtml = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
  let body: Buffer;
  if (isHtml) {
    const { mark, isDevelopment, formOrigins } = options;
    const unmarked = unmarkPage(await answer.text(), mark, isDevelopment, formOrigins);
    body = Buffer.from(unmarked.html);
    headers.push(["content-security-policy", unmarked.policy]);
    // Only beside pages that anybody may have: what an account sees is never fetched ahead.
    if (visit.key !== null && answer.status === 200) headers.push(["speculation-rules", SPECULATION_RULES]);
  } else body = Buffer.from(await answer.arrayBuffer());
  if (body.byteLength > options.pageBytes) throw new Error("the page is larger than pages may be");
  const hasOwnRule = headers.some(([name]) => name === "cache-control");
  setCacheRule(headers, {
    visit,
    freshSeconds,
    maySend: answer.status === 200 && !options.isDevelopment,
  });
  // Pages and their data differ by cookies (scheme, session, language): one reader's must not be handed to another. A shared file with a
  // rule of its own is the same for everybody.
  if (isHtml || !hasOwnRule || visit.key === null) headers.push(["vary", "Cookie"]);
  return new RenderedPage(answer.status, headers, body, freshSeconds === null ? null : freshSeconds * 1_000);
}

/** A page may say for how long it is fresh; one with prices says a short time, and is never handed out older. */
function takeFreshSeconds(headers: Headers): number | null {
  const at = headers.findIndex(([name]) => name === FRESH_HEADER);
  return at === -1 ? null : Number(headers.splice(at, 1)[0]?.[1]);
}

function setCacheRule(
  headers: Headers,
  page: { visit: PageVisit; freshSeconds: number | null; maySend: boolean },
): void {
  const { theme, isUsualAmount, storedBy, key } = page.visit;
  const isShared = key !== null;
  const at = headers.findIndex(([name]) => name === "cache-control");
  const setsCookie = headers.some(([name]) => name === "set-cookie");
  if (at === -1) {
    const isEverybodys = theme === "system" && isUsualAmount && storedBy === "";
    const shared = isEverybodys ? sharedRule(page.freshSeconds) : OWN_CACHE_RULE;
    headers.push(["cache-control", page.maySend && isShared && !setsCookie ? shared : "no-store"]);
  }
  // What a route says of sharing holds for shared pages alone.
  else if (!isShared && headers[at]?.[1].startsWith("public")) headers[at] = ["cache-control", "no-store"];
}

function sharedRule(freshSeconds: number | null): string {
  return freshSeconds === null
    ? SHARED_CACHE_RULE
    : `public, max-age=0, s-maxage=${freshSeconds}, stale-if-error=60`;
}

/** Whether a finished page may be handed to the next reader who asks for it. */
export function isKept(page: RenderedPage): boolean {
  const rule = page.headers.find(([name]) => name === "cache-control")?.[1] ?? "";
  const isOurs = rule.startsWith("public") || rule === OWN_CACHE_RULE;
  return page.status === 200 && isOurs && !page.headers.some(([name]) => name === "set-cookie");
}

/** A page that has moved for good takes along what its old address was asked with. */
export function withRequestQuery(page: RenderedPage, asked: string): RenderedPage {
  const location = page.headers.find(([name]) => name === "location")?.[1];
  if (page.status !== 301 || asked === "" || location === undefined || location.includes("?")) return page;
  const headers = page.headers.map(([name, value]): [string, string] =>
    name === "location" ? [name, `${value}${asked}`] : [name, value],
  );
  return new RenderedPage(page.status, headers, page.body, null);
}
