// Identifies the sender of a request, so that limits apply per sender: the IP address and, if available, the client or
// browser.
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { entriesUpTo } from "../rate-limits/entries-up-to.ts";

export type Sender = {
  address: string;
  /**
   * `client`: a signed-in client, or the client of an access token that the sandbox accepted. `reader`: a browser with
   * the marker cookie, which this site sets for browsers at busy addresses. Null for every other sender: the limits of
   * the IP address then apply.
   */
  own: { kind: "client" | "reader"; id: string } | null;
};

/** Cache of the clients whose access tokens the sandbox accepted recently. */
export type AcceptedTokens = ReturnType<typeof createAcceptedTokens>;

export function createAcceptedTokens(limits: { cachedTokens: number; tokenCachedForMs: number }) {
  const clients = new LRUCache<string, string>({
    ...entriesUpTo(limits.cachedTokens),
    ttl: limits.tokenCachedForMs,
  });
  return {
    clientOf: (token: string): string | null => clients.get(token) ?? null,
    /** Stores the client of an accepted token. If `clientId` is null, removes the token, because it was refused. */
    store(token: string, clientId: string | null) {
      if (clientId === null) clients.delete(token);
      else clients.set(token, clientId);
    },
  };
}

/** Returns the access token of a request to the sandbox; null if it has none. Such requests contain no other token. */
export function readAccessToken(request: IncomingMessage): string | null {
  const header = request.headers["access-token"];
  return typeof header === "string" && header !== "" ? header : null;
}

/** Returns the access token in a request of an assistant; null if it has none. */
export function readAssistantToken(request: IncomingMessage): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  return bearer ?? readAccessToken(request);
}

/** Functions that identify the sender of a request by access token, session cookie or marker cookie. */
export type SenderSources = {
  tokens: AcceptedTokens;
  /** Returns the client id in the session cookie; null if the session is not valid. */
  clientOf(cookies: string | undefined, isHttps: boolean): Promise<string | null>;
  /** Marker cookies, which distinguish the browsers at one busy IP address. */
  marks: {
    read(cookies: string | undefined, isHttps: boolean): Promise<string | null>;
    /** Returns the value of a Set-Cookie header with a new marker. */
    make(isHttps: boolean): Promise<string>;
  };
};

/** Identifies the sender of a program's request by its access token. */
export function senderOfCall(token: string | null, address: string, tokens: AcceptedTokens): Sender {
  const id = token === null ? null : tokens.clientOf(token);
  return { address, own: id === null ? null : { kind: "client", id } };
}

/**
 * Identifies the sender of a browser's request by session or marker cookie. Without `clientId`, the session cookie is
 * read here.
 */
export async function senderOfBrowser(
  request: IncomingMessage,
  at: { address: string; isHttps: boolean; clientId?: string | null },
  sources: SenderSources,
): Promise<Sender> {
  const { cookie: cookies } = request.headers;
  const { address, isHttps } = at;
  const client = at.clientId === undefined ? await sources.clientOf(cookies, isHttps) : at.clientId;
  if (client !== null) return { address, own: { kind: "client", id: client } };
  const reader = await sources.marks.read(cookies, isHttps);
  return { address, own: reader === null ? null : { kind: "reader", id: reader } };
}

/**
 * Returns the key for the limit on a sender's live sockets: the client if known, otherwise the IP address. Marker
 * cookies are ignored because anyone can obtain one.
 */
export function viewerKey({ address, own }: Sender): string {
  return own?.kind === "client" ? `client ${own.id}` : address;
}
