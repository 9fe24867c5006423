// The conversation of a browser. Its id is stored in a sealed cookie, so that it cannot be guessed. The conversation of
// a signed-in client is shown only to that client. Messages are limited per address.
import { parse as parseCookie } from "cookie";
import { z } from "zod";
import type { Conversation } from "../../app/contract/base-api/chat.ts";
import { nullOn } from "../../app/contract/site/fault.ts";
import { sha256 } from "../crypto/sha256.ts";
import type { SharedLimiter } from "../rate-limits/limiter.ts";
import { cookieName, ownCookie } from "./own-cookie.ts";
import type { Seal } from "./seal.ts";

export type ChatService = {
  open(): Promise<Conversation>;
  read(id: string): Promise<Conversation>;
  post(id: string, text: string, key: string): Promise<Conversation>;
};

/** `clientId`: the client who wrote in the conversation; null for a signed-out visitor. */
const conversationSchema = z.object({ id: z.string(), clientId: z.string().nullable() });
type RequestOrigin = { cookies: string | undefined; isHttps: boolean; clientId: string | null };

export function createConversations(options: {
  seal: Seal;
  service: ChatService;
  limits: { conversationMs: number };
  /** Limits the messages per IP address. */
  messageLimit: SharedLimiter;
  now: () => number;
}) {
  const { seal, service, limits, messageLimit, now } = options;

  async function find({ cookies, isHttps, clientId }: RequestOrigin) {
    const sealed = parseCookie(cookies ?? "")[cookieName("chat", isHttps)];
    const found = await seal.open("chat", sealed, conversationSchema, now());
    return found === null || (found.clientId !== null && found.clientId !== clientId) ? null : found;
  }

  async function cookieFor(id: string, { isHttps, clientId }: RequestOrigin): Promise<string> {
    const sealed = await seal.seal("chat", { id, clientId }, limits.conversationMs, now());
    return ownCookie("chat", sealed, limits.conversationMs, isHttps);
  }

  return {
    /** Returns the conversation; null if this browser has none or the service has deleted it. */
    async read(from: RequestOrigin): Promise<Conversation | null> {
      const found = await find(from);
      return found === null ? null : service.read(found.id).catch(nullOn(404));
    },

    /**
     * Posts a message; the first one opens a conversation. Returns null if the address has exceeded its messages per
     * minute.
     */
    async post(
      text: string,
      after: number,
      from: RequestOrigin & { address: string },
    ): Promise<{ cookies: string[] } | null> {
      if ((await messageLimit.take(from.address)) > 0) return null;
      const known = await find(from);
      // Sending the form twice creates the same key, so the chat service stores the message once.
      const key = sha256(`${after} ${text}`).slice(0, 40);
      if (known !== null)
        try {
          await service.post(known.id, text, key);
          // If a visitor signs in and continues the conversation, it then belongs to the client.
          return { cookies: known.clientId === from.clientId ? [] : [await cookieFor(known.id, from)] };
        } catch (fault) {
          if (!(fault instanceof Response) || ![404, 409].includes(fault.status)) throw fault;
        }
      const { id } = await service.open();
      await service.post(id, text, key);
      return { cookies: [await cookieFor(id, from)] };
    },
  };
}
