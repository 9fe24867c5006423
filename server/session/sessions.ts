// Sessions of the site. The provider's consent login starts a session, a sealed cookie stores it for all replicas, and
// expiry, sign-out or the provider ends it. A second sealed cookie stores the pending login, so that only the browser
// that started a login can complete it, with the same consent. The Set-Cookie headers of both cookies are created here.
import { createHash, randomBytes } from "node:crypto";
import { parse as parseCookie } from "cookie";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { isSameSecret } from "../crypto/constant-time.ts";
import type { SharedLimiter } from "../rate-limits/limiter.ts";
import { deviceLabel } from "./device-label.ts";
import { cookieName, ownCookie, readableCookie } from "./own-cookie.ts";
import { SEALED_CHARS_MAX, type Seal } from "./seal.ts";

const sessionSchema = z.object({
  clientId: z.string(),
  name: z.string(),
  accessToken: z.string(),
  startedAt: z.number(),
  /** Expiry of the provider's token. */
  endsAt: z.number(),
  seenAt: z.number(),
  xsrf: z.string(),
});
export type Session = z.infer<typeof sessionSchema>;

const loginSchema = z.object({ consentId: z.string(), returnTo: z.string(), track: z.string().nullable() });

export type LoginGrant = {
  clientId: string;
  name: string;
  accessToken: string;
  endsAt: number;
  /** Id of the token's consent; null if the provider does not return it. */
  consentId: string | null;
};

type RequestContext = { signal: AbortSignal; requestId: string };

export type AuthService = {
  generateConsent(request: RequestContext): Promise<string>;
  /** Exchanges a tokenId for an access token. Returns null if the provider refuses the tokenId. */
  consumeConsent(tokenId: string, label: string, request: RequestContext): Promise<LoginGrant | null>;
  /** Returns the address of the provider's login page. */
  loginAddress(consentId: string): string;
};

export type SessionLimits = {
  sessionIdleMs: number;
  sessionAtMostMs: number;
  sessionRenewAfterMs: number;
  loginTimeoutMs: number;
};

/** Parameters of the browser's return from the provider's login, and its user agent. */
export type LoginReturn = { tokenId: string; consentId: string | null; userAgent: string | null };
type RequestOrigin = { cookies: string | undefined; isHttps: boolean; address: string } & RequestContext;

const XSRF_COOKIE = "XSRF-TOKEN";
/** Maximum number of ended sessions that are stored, so that a copied cookie is rejected. */
const ENDED_SESSIONS_MAX = 20_000;
const COMPLETED_LOGINS_MAX = 20_000;
/** Time limit for ending a token at the provider after an operator ended the session. */
const END_WITHIN_MS = 5_000;

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(options: {
  seal: Seal;
  auth: AuthService;
  limits: SessionLimits;
  /** Limits logins per address. */
  loginLimit: SharedLimiter;
  /** Ends a token at the provider, because no session will use it. */
  endToken: (accessToken: string, signal: AbortSignal) => Promise<unknown>;
  /** Returns the time (epoch ms) before which an operator ended this client's sessions; null if none did. */
  endedBefore: (clientId: string) => number | null;
  now: () => number;
}) {
  const { seal, auth, limits, loginLimit, now } = options;
  /** Ended sessions. These and the completed logins are stored, because a copied cookie must be rejected. */
  const ended = new LRUCache<string, true>({ max: ENDED_SESSIONS_MAX, ttl: limits.sessionAtMostMs });
  const finished = new LRUCache<string, true>({ max: COMPLETED_LOGINS_MAX, ttl: limits.loginTimeoutMs });

  const endQuietly = (accessToken: string, signal: AbortSignal) =>
    options.endToken(accessToken, signal).catch(() => undefined);

  /** True if an operator ended the session. The first call for such a session also ends its token at the provider. */
  function isEndedByOperator({ clientId, startedAt, accessToken }: Session): boolean {
    if (startedAt >= (options.endedBefore(clientId) ?? 0)) return false;
    if (!ended.has(digest(accessToken))) void endQuietly(accessToken, AbortSignal.timeout(END_WITHIN_MS));
    ended.set(digest(accessToken), true);
    return true;
  }
  const cookies = createSessionCookies({ seal, limits, now, ended, finished, isEndedByOperator });
  const { read, readLogin, write, clear, lifeOf } = cookies;

  return {
    read,

    /** Returns the session for a long-lived socket, with the time at which it ends unless its cookie is renewed. */
    async readWithEnd(cookieHeader: string | undefined, isHttps: boolean) {
      const session = await read(cookieHeader, isHttps);
      if (session === null) return null;
      const { clientId, accessToken, seenAt } = session;
      const endsAt = Math.min(now() + lifeOf(session), seenAt + limits.sessionIdleMs);
      return { clientId, accessToken, endsAt };
    },

    /** Returns the latest possible end of a session, epoch ms. */
    endOf: (session: Session): number => Math.min(session.endsAt, session.startedAt + limits.sessionAtMostMs),

    /** Returns renewed cookies if they are due for renewal; otherwise none. */
    async renew(session: Session, isHttps: boolean): Promise<string[]> {
      if (now() - session.seenAt < limits.sessionRenewAfterMs) return [];
      return write({ ...session, seenAt: now() }, isHttps);
    },

    /** Starts a login. Returns null above the address's limit. Throws the authentication service's errors. */
    async begin(
      returnTo: string,
      track: string | null,
      from: { isHttps: boolean; address: string } & RequestContext,
    ): Promise<{ location: string; cookies: string[] } | null> {
      const { isHttps } = from;
      if ((await loginLimit.take(from.address)) > 0) return null;
      const consentId = await auth.generateConsent(from);
      const sealed = await seal.seal("login", { consentId, returnTo, track }, limits.loginTimeoutMs, now());
      return {
        location: auth.loginAddress(consentId),
        cookies: [ownCookie("login", sealed, limits.loginTimeoutMs, isHttps)],
      };
    },

    finish: (back: LoginReturn, from: RequestOrigin): Promise<LoginResult> =>
      finishLogin({ auth, now, cookies, finished, endQuietly }, back, from),

    /** Ends the pending login after the client declined at the provider, if the login has this consent. */
    async deny(
      consentId: string | null,
      from: Pick<RequestOrigin, "cookies" | "isHttps">,
    ): Promise<string[]> {
      const login = await readLogin(from.cookies, from.isHttps);
      if (login === null || consentId === null || !isSameSecret(consentId, login.consentId)) return [];
      finished.set(login.consentId, true);
      return [clear("login", from.isHttps)];
    },

    /** Ends a session: returns headers that clear the cookies, and rejects every copy of its cookie. */
    end(session: Session | null, isHttps: boolean): string[] {
      if (session !== null) ended.set(digest(session.accessToken), true);
      return [
        clear("session", isHttps),
        clear("login", isHttps),
        clear("chat", isHttps),
        readableCookie(XSRF_COOKIE, "", 0, isHttps),
      ];
    },
  };
}

type CookieParts = {
  seal: Seal;
  limits: SessionLimits;
  now: () => number;
  /** Digests of the tokens of sessions that ended on this replica. */
  ended: { has(digest: string): boolean };
  /** Ids of the consents whose login was completed on this replica. */
  finished: { has(consentId: string): boolean };
  isEndedByOperator: (session: Session) => boolean;
};

/** Creates functions that read, write and clear the two sealed cookies and the readable one. */
function createSessionCookies({ seal, limits, now, ended, finished, isEndedByOperator }: CookieParts) {
  const clear = (kind: "session" | "login" | "chat", isHttps: boolean) => ownCookie(kind, "", 0, isHttps);

  function lifeOf(session: Session): number {
    return Math.min(
      limits.sessionIdleMs,
      session.endsAt - now(),
      session.startedAt + limits.sessionAtMostMs - now(),
    );
  }

  /**
   * Returns Set-Cookie headers that store the session. Throws if a long access token makes it too large for a cookie.
   */
  async function write(session: Session, isHttps: boolean): Promise<string[]> {
    const life = lifeOf(session);
    const sealed = await seal.seal("session", session, life, now());
    if (sealed.length > SEALED_CHARS_MAX)
      throw new Error(`the provider's access token of ${session.accessToken.length} characters is too long`);
    return [
      ownCookie("session", sealed, life, isHttps),
      readableCookie(XSRF_COOKIE, session.xsrf, life, isHttps),
    ];
  }

  async function read(cookieHeader: string | undefined, isHttps: boolean): Promise<Session | null> {
    const sealed = parseCookie(cookieHeader ?? "")[cookieName("session", isHttps)];
    const session = await seal.open("session", sealed, sessionSchema, now());
    if (session === null || lifeOf(session) <= 0 || ended.has(digest(session.accessToken))) return null;
    return isEndedByOperator(session) ? null : session;
  }

  /** Returns the consent of this browser's pending login. Null if there is none or it was already completed. */
  async function readLogin(cookieHeader: string | undefined, isHttps: boolean) {
    const sealed = parseCookie(cookieHeader ?? "")[cookieName("login", isHttps)];
    const login = await seal.open("login", sealed, loginSchema, now());
    return login === null || finished.has(login.consentId) ? null : login;
  }

  return { read, readLogin, write, clear, lifeOf };
}

const TOKEN_ID = /^[\w-]{1,200}$/;

/**
 * `not_begun_here`: this browser has no pending login. `other_sign_in`: the returned consent belongs to another login.
 * `refused`: the tokenId is malformed, or the provider refused it.
 */
export type LoginResult =
  | { cookies: string[]; returnTo: string; track: string | null; session: Session }
  | { fault: "not_begun_here" | "other_sign_in" | "refused"; cookies: string[] };

async function finishLogin(
  parts: {
    auth: AuthService;
    now: () => number;
    cookies: ReturnType<typeof createSessionCookies>;
    finished: { set(consentId: string, isFinished: true): unknown };
    endQuietly: (accessToken: string, signal: AbortSignal) => Promise<unknown>;
  },
  back: LoginReturn,
  from: RequestOrigin,
): Promise<LoginResult> {
  const { auth, now, finished, endQuietly } = parts;
  const { read, readLogin, write, clear } = parts.cookies;
  const { isHttps, signal } = from;
  if (!TOKEN_ID.test(back.tokenId)) return { fault: "refused", cookies: [] };
  const login = await readLogin(from.cookies, isHttps);
  if (login === null) return { fault: "not_begun_here", cookies: [] };
  const isOurs = (consentId: string | null) => consentId === null || isSameSecret(consentId, login.consentId);
  // The pending login remains, so that a link from another person cannot end it.
  if (!isOurs(back.consentId)) return { fault: "other_sign_in", cookies: [] };
  const granted = await auth.consumeConsent(back.tokenId, deviceLabel(back.userAgent, from.address), from);
  if (granted !== null && !isOurs(granted.consentId)) {
    await endQuietly(granted.accessToken, signal);
    return { fault: "other_sign_in", cookies: [] };
  }
  finished.set(login.consentId, true);
  const cookies = [clear("login", isHttps)];
  if (granted === null) return { fault: "refused", cookies };
  const before = await read(from.cookies, isHttps);
  if (before !== null) await endQuietly(before.accessToken, signal);
  const { consentId: _, ...who } = granted;
  const session: Session = {
    ...who,
    startedAt: now(),
    seenAt: now(),
    xsrf: randomBytes(24).toString("base64url"),
  };
  const written = await write(session, isHttps).catch(async (fault: unknown) => {
    await endQuietly(granted.accessToken, signal);
    throw fault;
  });
  return {
    returnTo: login.returnTo,
    track: login.track,
    session,
    cookies: [...cookies, ...written],
  };
}
