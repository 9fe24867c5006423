// The conversation of a browser. Its id is stored in a sealed cookie, so that it cannot be guessed. Messages are
// limited per address.
import { createHash } from "node:crypto";
import { parse as parseCookie } from "cookie";
import { z } from "zod";
import type { Conversation } from "../../app/contract/base-api/chat.ts";
import { nullOn } from "../../app/contract/site/fault.ts";
import type { SharedLimiter } from "../rate-limits/limiter.ts";
import { cookieName, ownCookie } from "./own-cookie.ts";
import type { Seal } from "./seal.ts";

export type ChatService = {
  open(): Promise<Conversation>;
  read(id: string): Promise<Conversation>;
  post(id: string, text: string, key: string): Promise<Conversation>;
};

const idSchema = z.object({ id: z.string() });

export function createConversations(options: {
  seal: Seal;
  service: ChatService;
  limits: { conversationMs: number };
  /** Limits messages per address. */
  messageLimit: SharedLimiter;
  now: () => number;
}) {
  const { seal, service, limits, messageLimit, now } = options;

  async function idOf(cookies: string | undefined, isHttps: boolean): Promise<string | null> {
    const sealed = parseCookie(cookies ?? "")[cookieName("chat", isHttps)];
    return (await seal.open("chat", sealed, idSchema, now()))?.id ?? null;
  }

  return {
    /** Returns null if this browser has no conversation, or if the service has deleted it. */
    async read(cookies: string | undefined, isHttps: boolean): Promise<Conversation | null> {
      const id = await idOf(cookies, isHttps);
      return id === null ? null : service.read(id).catch(nullOn(404));
    },

    /**
     * Posts a message; the first one opens a conversation. Returns null if the address has exceeded its messages per
     * minute.
     */
    async post(
      text: string,
      after: number,
      from: { cookies: string | undefined; isHttps: boolean; address: string },
    ): Promise<{ cookies: string[] } | null> {
      if ((await messageLimit.take(from.address)) > 0) return null;
      const known = await idOf(from.cookies, from.isHttps);
      // The key marks the same text, after the same number of messages, as a duplicate.
      const key = createHash("sha256").update(`${after} ${text}`).digest("hex").slice(0, 40);
      if (known !== null)
        try {
          await service.post(known, text, key);
          return { cookies: [] };
        } catch (fault) {
          if (!(fault instanceof Response) || ![404, 409].includes(fault.status)) throw fault;
        }
      const { id } = await service.open();
      await service.post(id, text, key);
      const sealed = await seal.seal("chat", { id }, limits.conversationMs, now());
      return { cookies: [ownCookie("chat", sealed, limits.conversationMs, from.isHttps)] };
    },
  };
}
