// The marker cookie that distinguishes browsers at a busy address. It is sealed and contains only a random number. It
// is set only while an address sends many requests, so most browsers never get it.
import { randomBytes } from "node:crypto";
import { parse as parseCookie } from "cookie";
import { z } from "zod";
import { cookieName, ownCookie } from "./own-cookie.ts";
import type { Seal } from "./seal.ts";

const MARK = "reader";
const ID_BYTES = 12;
const markSchema = z.object({ id: z.string().min(8).max(40) });

export function createReaderMarks(options: {
  seal: Seal;
  forMs: number;
  /** Returns the time, epoch ms. */
  now: () => number;
}) {
  const { seal, forMs, now } = options;
  return {
    async read(cookies: string | undefined, isHttps: boolean): Promise<string | null> {
      const name = cookieName(MARK, isHttps);
      if (cookies?.includes(`${name}=`) !== true) return null;
      const mark = await seal.open(MARK, parseCookie(cookies)[name], markSchema, now());
      return mark?.id ?? null;
    },
    async make(isHttps: boolean): Promise<string> {
      const id = randomBytes(ID_BYTES).toString("base64url");
      return ownCookie(MARK, await seal.seal(MARK, { id }, forMs, now()), forMs, isHttps);
    },
  };
}
