// Validates the return address of a request, so that a link cannot redirect to another site.

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression must find control characters
const CONTROL = /[\u0000-\u001f\u007f\\]/;

/** A sign-in stores the address in a cookie, which browsers limit to 4,096 bytes. */
const ADDRESS_CHARS = 2_000;

/**
 * Returns the address if it is a path of this site, otherwise the fallback. Addresses that a browser could interpret as
 * another host are rejected. A long address is returned without its query.
 */
export function safeReturnPath(address: string | null | undefined, fallback = "/"): string {
  const target = address && address.length > ADDRESS_CHARS ? address.split(/[?#]/, 1)[0] : address;
  if (!target || target.length > ADDRESS_CHARS || !/^\/(?![/\\])/.test(target) || CONTROL.test(target))
    return fallback;
  const base = "http://own.invalid";
  if (!URL.canParse(target, base)) return fallback;
  const url = new URL(target, base);
  if (url.origin !== base || url.pathname.startsWith("//")) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
