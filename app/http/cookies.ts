// Adds cookies to response headers, one header line per cookie, and forbids caching of the response.

export function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return headers;
}
