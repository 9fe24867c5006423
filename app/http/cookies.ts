// Returns response headers with one Set-Cookie line per cookie, which also forbid caching of the response.

export function createCookieHeaders(cookies: readonly string[]): Headers {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return headers;
}
