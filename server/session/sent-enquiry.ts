// Sealed cookie with the reference of a request for access that this browser sent. The redirect after the form sets it,
// and the page that confirms the request removes it. The reference is not in the address, so no link can show a
// confirmation of a request that was never sent.
import { parse as parseCookie } from "cookie";
import { type SentEnquiry, sentEnquirySchema } from "../../app/contract/base-api/enquiry.ts";
import { cookieName, ownCookie } from "./own-cookie.ts";
import type { Seal } from "./seal.ts";

const COOKIE = "enquiry";
/** Time until the cookie expires: enough for a slow redirect, but too short for a later visit. */
const FOR_MS = 5 * 60_000;

export function createSentEnquiries({ seal, now }: { seal: Seal; now: () => number }) {
  return {
    /** Returns the Set-Cookie headers of the redirect. */
    async write(sent: SentEnquiry, isHttps: boolean): Promise<string[]> {
      return [ownCookie(COOKIE, await seal.seal(COOKIE, sent, FOR_MS, now()), FOR_MS, isHttps)];
    },
    /** Returns the request to confirm, and Set-Cookie headers that remove the cookie; null if there is none. */
    async take(
      cookies: string | undefined,
      isHttps: boolean,
    ): Promise<{ sent: SentEnquiry; cookies: string[] } | null> {
      const sealed = parseCookie(cookies ?? "")[cookieName(COOKIE, isHttps)];
      const sent = await seal.open(COOKIE, sealed, sentEnquirySchema, now());
      return sent === null ? null : { sent, cookies: [ownCookie(COOKIE, "", 0, isHttps)] };
    },
  };
}
