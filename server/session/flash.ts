// One-time message for the next page: a cookie that contains the message's key and no personal data. A redirect sets
// the cookie, and the page that shows the message removes it. Only pages of signed-in users show messages; the
// reference of a request for access (`sent-enquiry.ts`) is shown to everyone.
import { parse as parseCookie } from "cookie";
import { cookieName, ownCookie } from "./own-cookie.ts";

export const FLASH_KINDS = [
  "signed_in",
  "form_not_sent",
  "session_ended",
  "others_ended",
  "app_revoked",
  "position_closed",
  "orders_sent",
  "order_rejected",
] as const;
export type FlashKind = (typeof FLASH_KINDS)[number];

const COOKIE = "notice";
/** Long enough for a sign-in, which precedes the page that shows `form_not_sent`. */
const FOR_MS = 10 * 60_000;

export function setFlash(flash: FlashKind, isHttps: boolean): string {
  return ownCookie(COOKIE, flash, FOR_MS, isHttps);
}

/** Returns the pending message and adds a header that removes its cookie; null if there is none. */
export function takeFlash(
  cookies: string | undefined,
  isHttps: boolean,
): { flash: FlashKind; cookies: string[] } | null {
  const value = parseCookie(cookies ?? "")[cookieName(COOKIE, isHttps)];
  const flash = FLASH_KINDS.find((known) => known === value);
  return flash === undefined ? null : { flash, cookies: [ownCookie(COOKIE, "", 0, isHttps)] };
}
