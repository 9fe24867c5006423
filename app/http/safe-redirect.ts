// Validates the return address of a request, so that a link cannot redirect to another site.

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression must find control characters
const CONTROL = /[\u0000-\u001f\u007f\\]/;

/**
 * Returns the address if it is a path of this site, otherwise the fallback. Addresses that a browser could interpret as
 * another host are rejected.
 */
export function safeReturnPath(target: string | null | undefined, fallback = "/"): string {
  if (!target || target.length > 2_000 || !/^\/(?![/\\])/.test(target) || CONTROL.test(target))
    return fallback;
  const base = "http://own.invalid";
  if (!URL.canParse(target, base)) return fallback;
  const url = new URL(target, base);
  if (url.origin !== base || url.pathname.startsWith("//")) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
