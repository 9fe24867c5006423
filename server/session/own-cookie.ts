// The one form of the cookies that this site seals: httpOnly, same-site, for the whole site, and bound to the host where
// browsers come by https.
import { serialize } from "cookie";

export function cookieName(word: string, isHttps: boolean): string {
  return `${isHttps ? "__Host-" : ""}${word}`;
}

/** A whole Set-Cookie header; a life of 0 ms takes the cookie away. */
export function ownCookie(word: string, value: string, forMs: number, isHttps: boolean): string {
  return serialize(cookieName(word, isHttps), value, {
    path: "/",
    maxAge: Math.floor(forMs / 1_000),
    ...(forMs === 0 ? { expires: new Date(0) } : {}),
    httpOnly: true,
    sameSite: "lax",
    secure: isHttps,
  });
}

/** Cookie with the form token, for scripts of this site that send it in a header. It is the only cookie that scripts can read. */
export function readableCookie(word: string, value: string, forMs: number, isHttps: boolean): string {
  return ownCookie(word, value, forMs, isHttps).replace("; HttpOnly", "");
}
