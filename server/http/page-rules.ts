// What a page's address may hold and who may see the page it makes, as the matched routes declare it in `handle` (app/wire/page-handle.ts).
// The key under which a page is kept is made of declared parameters alone, so a made-up one can neither miss the cache nor fill it.

import type { ServerBuild } from "@remix-run/node";
import { type AgnosticRouteObject, matchRoutes } from "@remix-run/router";
import type { PageHandle } from "../../app/wire/page-handle.ts";

/** The framework's own: which loader's data is wanted, and that a form is the index route's. */
const DATA_PARAMETER = "_data";
const INDEX_PARAMETER = "index";

export type PageRules = {
  /** The address without what no route reads, order kept. */
  address: URL;
  isShared: boolean;
  /** Names of cookies whose holders get pages of their own. */
  exceptCookies: readonly string[];
};

/** Reads the routes of a build once; the returned function answers for one address. */
export function createPageRules(build: Pick<ServerBuild, "routes">): (address: URL) => PageRules {
  const handles = new Map<string, PageHandle>();
  const childrenOf = new Map<string, AgnosticRouteObject[]>();
  const roots: AgnosticRouteObject[] = [];
  for (const route of Object.values(build.routes)) {
    if (route === undefined) continue;
    handles.set(route.id, (route.module.handle ?? {}) as PageHandle);
    const siblings = childrenOf.get(route.id) ?? [];
    childrenOf.set(route.id, siblings);
    const place = { id: route.id, caseSensitive: route.caseSensitive ?? false };
    const path = route.path === undefined ? {} : { path: route.path };
    const node: AgnosticRouteObject = route.index
      ? { ...place, ...path, index: true }
      : { ...place, ...path, children: siblings };
    if (route.parentId === undefined) roots.push(node);
    else {
      const among = childrenOf.get(route.parentId) ?? [];
      childrenOf.set(route.parentId, among);
      among.push(node);
    }
  }

  return (address) => {
    const ids = (matchRoutes(roots, address.pathname) ?? []).flatMap(({ route }) => route.id ?? []);
    const own = handles.get(ids.at(-1) ?? "") ?? {};
    const names = ids.flatMap((id) => handles.get(id)?.query ?? []);
    const { shared } = own;
    const declared = withDeclared(address, names, ids);
    return {
      address: declared,
      isShared: shared !== undefined && isDataOfMatch(declared, ids),
      exceptCookies: typeof shared === "object" ? shared.exceptCookies : [],
    };
  };
}

function withDeclared(address: URL, names: readonly string[], ids: readonly string[]): URL {
  if (address.search === "") return address;
  const isDeclared = (name: string, value: string) =>
    (name === DATA_PARAMETER && (ids.includes(value) || value.startsWith("routes/"))) ||
    (name === INDEX_PARAMETER && value === "") ||
    names.some((known) => (known.endsWith("*") ? name.startsWith(known.slice(0, -1)) : name === known));
  const pairs = [...address.searchParams];
  const kept = pairs.filter(([name, value]) => isDeclared(name, value));
  // Untouched where nothing is taken off: the page then sees the very text that the reader sent.
  if (kept.length === pairs.length) return address;
  const stripped = new URL(address);
  stripped.search = new URLSearchParams(kept).toString();
  return stripped;
}

/** A request for another route's data is answered, and refused, by the framework; it is never kept. */
function isDataOfMatch(address: URL, ids: readonly string[]): boolean {
  const wanted = address.searchParams.getAll(DATA_PARAMETER);
  return wanted.length === 0 || (wanted.length === 1 && ids.includes(wanted[0] ?? ""));
}
