// Response headers with cookies, each in its own header line. Such responses are never cached by intermediaries.

export function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return headers;
}
