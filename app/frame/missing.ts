// The one maker of 404s for loaders: says what is missing and adds the nearest valid pages, the loader's own suggestions
// first. Kept out of the error page itself, so that no page carries the index of all others to the browser.

import { type NearPage, notFound } from "../http/problem.ts";
import { nearPages } from "../marketplace/near-pages.ts";
import { ACCOUNT_PAGES, SITE_PAGES } from "./site-map.ts";

const NEAR_PAGES_SHOWN = 6;

export function missing(request: Request, detail: string, suggestions: NearPage[] = []): Response {
  const path = decode(new URL(request.url).pathname);
  const fixed = nearPages([...SITE_PAGES, ...ACCOUNT_PAGES], path, NEAR_PAGES_SHOWN);
  const known = new Set(suggestions.map((page) => page.path));
  const near = [...suggestions, ...fixed.filter((page) => !known.has(page.path))].slice(0, NEAR_PAGES_SHOWN);
  return notFound(
    detail,
    near.map(({ title, path: nearPath }) => ({ title, path: nearPath })),
  );
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
