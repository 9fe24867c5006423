// Functions for paths: whether one is below another, and the canonical address of a page.

/** True if `pathname` equals `path` or is below it. */
export function isBelow(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

/**
 * Returns the canonical path, which has no trailing slash except for the root of the documentation. Null if the address
 * is already canonical.
 */
export function canonicalPath(address: URL): string | null {
  const { pathname, search } = address;
  if (pathname === "/docs/v2") return `/docs/v2/${search}`;
  if (pathname === "/" || pathname === "/docs/v2/" || !pathname.endsWith("/")) return null;
  const trimmed = pathname.replace(/\/+$/, "");
  return `${trimmed === "" ? "/" : trimmed}${search}`;
}

const TRADING_API_PATH = "/sandbox/v2/";

/**
 * Collapses repeated slashes in an address of the trading API. They result when a client joins a base that ends with a
 * slash and a path that starts with one.
 */
export function collapseTradingSlashes(address: URL): URL {
  if (!address.pathname.startsWith(TRADING_API_PATH) || !address.pathname.includes("//")) return address;
  const collapsed = new URL(address);
  collapsed.pathname = address.pathname.replaceAll(/\/{2,}/g, "/");
  return collapsed;
}
