// A word for the next page, once: in a cookie that says which word and nothing of anybody, set with a redirect and taken away by the page
// that shows it. Only pages of signed-in readers show any, and those are nobody else's.
import { parse as parseCookie } from "cookie";
import { cookieName, ownCookie } from "./own-cookie.ts";

export const FLASHES = ["signed_in", "session_ended", "others_ended", "app_revoked"] as const;
export type Flash = (typeof FLASHES)[number];

const COOKIE = "notice";
const FOR_MS = 2 * 60_000;

export function setFlash(flash: Flash, isHttps: boolean): string {
  return ownCookie(COOKIE, flash, FOR_MS, isHttps);
}

/** Null when none waits. */
export function takeFlash(
  cookies: string | undefined,
  isHttps: boolean,
): { flash: Flash; cookies: string[] } | null {
  const kept = parseCookie(cookies ?? "")[cookieName(COOKIE, isHttps)];
  const flash = FLASHES.find((known) => known === kept);
  return flash === undefined ? null : { flash, cookies: [ownCookie(COOKIE, "", 0, isHttps)] };
}
