// Response headers with cookies, each a line of its own, and never kept by anybody on the way.

export function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return headers;
}
