// Validates a return address in a request: the result is a path of this site, or the fallback.

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression must find control characters
const CONTROL = /[\u0000-\u001f\u007f\\]/;

/**
 * Accepts only a path of this site with its query. Addresses that a browser could interpret as another host are
 * rejected.
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
