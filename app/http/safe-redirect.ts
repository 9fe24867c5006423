// Turns a return address of a request into a path of this site, or into the fallback.

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it must find
const CONTROL = /[\u0000-\u001f\u007f\\]/;

/** Only a path of this site, with its query; anything that a browser could read as another host is refused. */
export function safeReturnPath(wanted: string | null | undefined, fallback = "/"): string {
  if (!wanted || wanted.length > 2_000 || !/^\/(?![/\\])/.test(wanted) || CONTROL.test(wanted))
    return fallback;
  const base = "http://own.invalid";
  if (!URL.canParse(wanted, base)) return fallback;
  const url = new URL(wanted, base);
  if (url.origin !== base || url.pathname.startsWith("//")) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
