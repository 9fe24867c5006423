// Attributes of all cookies that this site seals: httpOnly, same-site, valid for all paths, and bound to the host on
// https.
import { serialize } from "cookie";

export function cookieName(name: string, isHttps: boolean): string {
  return `${isHttps ? "__Host-" : ""}${name}`;
}

/** Returns the value of a Set-Cookie header. `forMs` is the lifetime in ms; 0 deletes the cookie. */
export function ownCookie(name: string, value: string, forMs: number, isHttps: boolean): string {
  return serialize(cookieName(name, isHttps), value, {
    path: "/",
    maxAge: Math.floor(forMs / 1_000),
    ...(forMs === 0 ? { expires: new Date(0) } : {}),
    httpOnly: true,
    sameSite: "lax",
    secure: isHttps,
  });
}

/**
 * Returns the value of a Set-Cookie header with the form token. Scripts of this site read this cookie, and no other, to
 * send the token in a header.
 */
export function readableCookie(name: string, value: string, forMs: number, isHttps: boolean): string {
  return ownCookie(name, value, forMs, isHttps).replace("; HttpOnly", "");
}
