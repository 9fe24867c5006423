// The sandbox account that a browser's playground uses: client id and token in a sealed cookie, so that no page,
// address or readable cookie contains the token.
import { parse as parseCookie } from "cookie";
import { z } from "zod";
import type { PlaygroundAccount } from "../../app/context.ts";
import { cookieName, ownCookie } from "./own-cookie.ts";
import type { Seal } from "./seal.ts";

const STORED_FOR_MS = 30 * 86_400_000;
const COOKIE = "playground";
const accountSchema = z.object({
  clientId: z.string().regex(/^\d{10}$/),
  token: z.string().min(20).max(200),
});

export function createPlaygroundAccounts({ seal, now }: { seal: Seal; now: () => number }) {
  return {
    /** Returns the account of this browser; null if it has none. */
    read(cookies: string | undefined, isHttps: boolean): Promise<PlaygroundAccount | null> {
      const sealed = parseCookie(cookies ?? "")[cookieName(COOKIE, isHttps)];
      return seal.open(COOKIE, sealed, accountSchema, now());
    },
    /** Returns Set-Cookie headers that store the account; null clears it. */
    async write(account: PlaygroundAccount | null, isHttps: boolean): Promise<string[]> {
      if (account === null) return [ownCookie(COOKIE, "", 0, isHttps)];
      const { clientId, token } = account;
      const sealed = await seal.seal(COOKIE, { clientId, token }, STORED_FOR_MS, now());
      return [ownCookie(COOKIE, sealed, STORED_FOR_MS, isHttps)];
    },
  };
}
