// Creates every 404 of a loader: what is missing and the closest existing pages, the loader's own suggestions first. It
// is separate from the error page, so that the browser does not receive the list of all pages.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { type NearPage, notFound } from "../http/problem.ts";
import { nearPages } from "../marketplace/near-pages.ts";
import { ACCOUNT_PAGES, sitePages } from "./site-map.ts";

const NEAR_PAGES_SHOWN = 6;

export function missing(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  detail: string,
  suggestions: NearPage[] = [],
): Response {
  const path = decode(new URL(request.url).pathname);
  const pages = [...sitePages(context.site ?? DEFAULT_SITE), ...ACCOUNT_PAGES];
  const fixed = nearPages(pages, path, NEAR_PAGES_SHOWN);
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
