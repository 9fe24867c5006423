// Identifies the sender of a request for limits: the network address and, if available, the client or reader.
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { entriesUpTo } from "../rate-limits/entries-up-to.ts";

export type Sender = {
  address: string;
  /**
   * `client`: signed in, or sent an access token that the sandbox accepted. `reader`: a browser with the cookie that
   * this site sets for browsers at busy addresses. Null: any other sender; the address's budget applies.
   */
  own: { kind: "client" | "reader"; id: string } | null;
};

/** Clients by access token, for tokens that the sandbox accepted recently. */
export type KnownTokens = {
  clientOf(token: string): string | null;
  /** Stores the client of an accepted token, or removes a refused token if the client is null. */
  note(token: string, clientId: string | null): void;
};

export function createKnownTokens(limits: { cachedTokens: number; tokenCachedForMs: number }): KnownTokens {
  const clients = new LRUCache<string, string>({
    ...entriesUpTo(limits.cachedTokens),
    ttl: limits.tokenCachedForMs,
  });
  return {
    clientOf: (token) => clients.get(token) ?? null,
    note(token, clientId) {
      if (clientId === null) clients.delete(token);
      else clients.set(token, clientId);
    },
  };
}

/** Returns the access token of a program's call; null without one. */
export function accessTokenOf(request: IncomingMessage): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const header = request.headers["access-token"];
  return bearer ?? (typeof header === "string" && header !== "" ? header : null);
}

/** Sources that identify the caller of a request: token, session cookie, marker cookie. */
export type AskerSources = {
  tokens: KnownTokens;
  /** Client id of the sealed session cookie; null without a valid one. */
  clientOf(cookies: string | undefined, isHttps: boolean): Promise<string | null>;
  /** Marker cookies, which distinguish the readers at one busy IP address. */
  marks: {
    read(cookies: string | undefined, isHttps: boolean): Promise<string | null>;
    /** Creates a cookie as the value of a Set-Cookie header. */
    make(isHttps: boolean): Promise<string>;
  };
};

/** Identifies the sender of a program's call by its access token. */
export function askerOfCall(request: IncomingMessage, address: string, tokens: KnownTokens): Sender {
  const token = accessTokenOf(request);
  const id = token === null ? null : tokens.clientOf(token);
  return { address, own: id === null ? null : { kind: "client", id } };
}

/**
 * Identifies the sender of a browser's request by session or marker cookie. `clientId` is undefined if the session was
 * not read yet.
 */
export async function askerOfBrowser(
  request: IncomingMessage,
  at: { address: string; isHttps: boolean; clientId?: string | null },
  sources: AskerSources,
): Promise<Sender> {
  const { cookie: cookies } = request.headers;
  const { address, isHttps } = at;
  const client = at.clientId === undefined ? await sources.clientOf(cookies, isHttps) : at.clientId;
  if (client !== null) return { address, own: { kind: "client", id: client } };
  const reader = await sources.marks.read(cookies, isHttps);
  return { address, own: reader === null ? null : { kind: "reader", id: reader } };
}

/**
 * Returns the key for the limit of live sockets: the client, or the address. Marker cookies are ignored because anyone
 * can obtain one.
 */
export function viewerOf({ address, own }: Sender): string {
  return own?.kind === "client" ? `client ${own.id}` : address;
}
