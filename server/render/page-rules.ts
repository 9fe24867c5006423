// Query parameters and audience of a page, as the matched routes declare them in `handle`
// (app/contract/site/page-handle.ts). The cache key contains only declared parameters, so that other parameters can
// neither bypass the cache nor fill it.
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/router";
import { LRUCache } from "lru-cache";
import type { PageHandle } from "../../app/contract/site/page-handle.ts";

/** Parameters of the framework: `_data` requests a loader's data, `index` is part of an index route's form. */
const DATA_PARAMETER = "_data";
const INDEX_PARAMETER = "index";
/** Number of paths whose matched routes are cached. Finding them compares a path with every route. */
const CACHED_PATHS_MAX = 2_000;
const CACHED_PATH_MAX_CHARS = 200;

export type PageRules = {
  /** The request's address without undeclared parameters. The order is preserved. */
  address: URL;
  isShared: boolean;
  /** Requests with any of these cookies do not get the shared page. */
  exceptCookies: readonly string[];
  /** Cookies that select a variant of the page, with their allowed values. */
  byCookies: Readonly<Record<string, readonly string[]>>;
  /** Declarations (`handle`) of the page's route. */
  handle: PageHandle;
};

type Routes = ServerBuild["routes"];
type Branch = { id: string; handle: PageHandle; index?: boolean; path?: string; children?: Branch[] };
/** Ids of the routes that match a path, their declared parameters, and the declarations of the last route. */
type Match = { ids: readonly string[]; names: readonly string[]; own: PageHandle };

/** Reads the routes of a build. The returned function returns the rules of an address. */
export function createPageRules({ routes }: Pick<ServerBuild, "routes">): (address: URL) => PageRules {
  const tree = listBranches(routes, undefined);
  const known = new LRUCache<string, Match>({ max: CACHED_PATHS_MAX });
  function matchOf(pathname: string): Match {
    let match = known.get(pathname);
    if (match === undefined) {
      const found = (matchRoutes(tree as never, pathname) ?? []).map(
        ({ route }) => route as unknown as Branch,
      );
      match = {
        ids: found.map(({ id }) => id),
        names: found.flatMap(({ handle }) => handle.query ?? []),
        own: found.at(-1)?.handle ?? {},
      };
      if (pathname.length <= CACHED_PATH_MAX_CHARS) known.set(pathname, match);
    }
    return match;
  }
  return (address) => {
    const { ids, names, own } = matchOf(address.pathname);
    const declared = keepDeclaredParameters(address, names, ids);
    const shared = typeof own.shared === "object" ? own.shared : {};
    return {
      address: declared,
      isShared: own.shared !== undefined && isDataOfMatch(declared, ids),
      exceptCookies: shared.exceptCookies ?? [],
      byCookies: shared.byCookies ?? {},
      handle: own,
    };
  };
}

function listBranches(routes: Routes, parentId: string | undefined): Branch[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id, path, index, module } = route as NonNullable<Routes[string]>;
      const handle = (module.handle ?? {}) as PageHandle;
      const base = { id, handle, ...(path === undefined ? {} : { path }) };
      return index ? { ...base, index } : { ...base, children: listBranches(routes, id) };
    });
}

function keepDeclaredParameters(address: URL, names: readonly string[], ids: readonly string[]): URL {
  if (address.search === "") return address;
  const isDeclared = (name: string, value: string) =>
    (name === DATA_PARAMETER && (ids.includes(value) || value.startsWith("routes/"))) ||
    (name === INDEX_PARAMETER && value === "") ||
    names.some((known) => (known.endsWith("*") ? name.startsWith(known.slice(0, -1)) : name === known));
  const pairs = [...address.searchParams];
  const declared = pairs.filter(([name, value]) => isDeclared(name, value));
  // If nothing is removed, returns the address unchanged, because encoding the query again could change it.
  if (declared.length === pairs.length) return address;
  const stripped = new URL(address);
  stripped.search = new URLSearchParams(declared).toString();
  return stripped;
}

/** True if the request is for a loader's data instead of the page. */
export function isDataRequest(address: URL): boolean {
  return address.search !== "" && address.searchParams.has(DATA_PARAMETER);
}

/** True for a request for the page, or for data of its routes. Other data requests are never cached. */
function isDataOfMatch(address: URL, ids: readonly string[]): boolean {
  if (!isDataRequest(address)) return true;
  const requested = address.searchParams.getAll(DATA_PARAMETER);
  return requested.length === 1 && ids.includes(requested[0] ?? "");
}
