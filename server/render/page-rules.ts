// What a page's address may hold and who may see the page it makes, as the matched routes declare it in `handle` (app/contract/site/page-handle.ts).
// The key under which a page is kept is made of declared parameters alone, so a made-up one can neither miss the cache nor fill it.

import type { ServerBuild } from "@remix-run/node";
import type { PageHandle } from "../../app/contract/site/page-handle.ts";

/** The framework's own: which loader's data is wanted, and that a form is the index route's. */
const DATA_PARAMETER = "_data";
const INDEX_PARAMETER = "index";

export type PageRules = {
  /** The address without parameters that no route reads, in the same order. */
  address: URL;
  isShared: boolean;
  /** Names of cookies whose holders get pages of their own. */
  exceptCookies: readonly string[];
  /** Names of the cookies that select a variant of the page, with their values. */
  byCookies: Readonly<Record<string, readonly string[]>>;
  /** The page's own declarations (`handle`). */
  handle: PageHandle;
  /** The matched routes, outermost first; none for an address that no route answers. */
  ids: readonly string[];
};

type Routes = Pick<ServerBuild, "routes">["routes"];
/** A route that answers addresses, with those around it. */
type Leaf = { pattern: RegExp; score: number; ids: string[]; names: string[]; own: PageHandle };

/** Reads the routes of a build once, so that an address costs a few comparisons; the returned function answers for one. */
export function createPageRules({ routes }: Pick<ServerBuild, "routes">): (address: URL) => PageRules {
  const leaves = leavesOf(routes);
  return (address) => {
    const path = decodedPath(address.pathname);
    const leaf = path === null ? undefined : leaves.find(({ pattern }) => pattern.test(path));
    const { ids = [], names = [], own = {} } = leaf ?? {};
    const declared = withDeclared(address, names, ids);
    const shared = typeof own.shared === "object" ? own.shared : {};
    return {
      address: declared,
      isShared: own.shared !== undefined && isDataOfMatch(declared, ids),
      exceptCookies: shared.exceptCookies ?? [],
      byCookies: shared.byCookies ?? {},
      handle: own,
      ids,
    };
  };
}

/** Best first, as the framework's router ranks them: static before named before "*"; a test compares the two. */
function leavesOf(routes: Routes): Leaf[] {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const parents = new Set(all.filter(({ index }) => !index).flatMap(({ parentId }) => parentId ?? []));
  for (const { parentId } of all) if (parentId !== undefined) parents.add(parentId);
  return all
    .filter(({ id }) => !parents.has(id))
    .map((leaf) => {
      const chain = [leaf];
      for (let { parentId } = leaf; parentId !== undefined; ) {
        const parent = routes[parentId];
        if (parent === undefined) break;
        chain.unshift(parent);
        parentId = parent.parentId;
      }
      const segments = chain.flatMap(({ path = "" }) => path.split("/").filter((part) => part !== ""));
      const handles = chain.map(({ module }) => (module.handle ?? {}) as PageHandle);
      return {
        pattern: patternOf(segments),
        score: scoreOf(segments, leaf.index === true),
        ids: chain.map(({ id }) => id),
        names: handles.flatMap(({ query }) => query ?? []),
        own: handles.at(-1) ?? {},
      };
    })
    .sort((one, other) => other.score - one.score);
}

function patternOf(segments: readonly string[]): RegExp {
  // A name may be followed by an ending: ":page.md".
  const parts = segments.map((part) => {
    if (part === "*") return "(?:/.*)?";
    const [, name = "", rest = ""] = /^(:[\w-]+)?(.*)$/s.exec(part) ?? [];
    return `/${name === "" ? "" : "[^/]+"}${rest.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
  });
  return new RegExp(`^${parts.join("")}/*$`, "i");
}

/** The framework's own weights; a name with an ending counts as static. */
function scoreOf(segments: readonly string[], isIndex: boolean): number {
  const weights = segments.map((part) => (part === "*" ? -2 : /^:[\w-]+$/.test(part) ? 3 : 10));
  const sum = weights.reduce((total, weight) => total + weight, segments.length + 1);
  return sum + (isIndex ? 2 : 0);
}

/** Each segment decoded, as the router compares it; null for what cannot be. */
function decodedPath(pathname: string): string | null {
  try {
    return pathname
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("/", "%2F"))
      .join("/");
  } catch {
    return null;
  }
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

/** A loader's data is wanted, not the page. */
export function asksForData(address: URL): boolean {
  return address.searchParams.has(DATA_PARAMETER);
}

/** A request for another route's data is answered or refused by the framework and never cached. */
function isDataOfMatch(address: URL, ids: readonly string[]): boolean {
  const wanted = address.searchParams.getAll(DATA_PARAMETER);
  return wanted.length === 0 || (wanted.length === 1 && ids.includes(wanted[0] ?? ""));
}
