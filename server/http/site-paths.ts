// Addresses of the site, as paths: what lies below another, and the one address that a page has.

/** `pathname` is `path` itself or below it. */
export function isBelow(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** One address a page: no slash at the end, but for the documentation's own root. Null when it is tidy already. */
export function canonicalPath(address: URL): string | null {
  const { pathname, search } = address;
  if (pathname === "/docs/v2") return `/docs/v2/${search}`;
  if (pathname === "/" || pathname === "/docs/v2/" || !pathname.endsWith("/")) return null;
  const trimmed = pathname.replace(/\/+$/, "");
  return `${trimmed === "" ? "/" : trimmed}${search}`;
}

const TRADING_API_PATH = "/sandbox/v2/";

/** Collapses repeated slashes in an address of the trading API, since clients join a base and a path that both have one. */
export function collapseTradingSlashes(address: URL): URL {
  if (!address.pathname.startsWith(TRADING_API_PATH) || !address.pathname.includes("//")) return address;
  const collapsed = new URL(address);
  collapsed.pathname = address.pathname.replaceAll(/\/{2,}/g, "/");
  return collapsed;
}
