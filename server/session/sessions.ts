// Sessions: begun by the provider's consent login, kept in one sealed cookie that any replica can read, ended by time, by
// logout, or by the provider. The login under way is a second sealed cookie, so that only the browser which began it can
// finish it. Every Set-Cookie of either is written here.
import { randomBytes } from "node:crypto";
import { parse as parseCookie } from "cookie";
import { z } from "zod";
import { createLimiter, type Limiter } from "../net/limiter.ts";
import { cookieName, ownCookie, readableCookie } from "./own-cookie.ts";
import type { Seal } from "./seal.ts";

const sessionSchema = z.object({
  clientId: z.string(),
  name: z.string(),
  accessToken: z.string(),
  startedAt: z.number(),
  /** When the provider's token ends. */
  endsAt: z.number(),
  seenAt: z.number(),
  xsrf: z.string(),
});
export type Session = z.infer<typeof sessionSchema>;

const loginSchema = z.object({ consentId: z.string(), returnTo: z.string(), track: z.string().nullable() });

export type AuthService = {
  generateConsent(signal: AbortSignal): Promise<string>;
  /** Null when the provider refuses the tokenId. */
  consumeConsent(
    tokenId: string,
    signal: AbortSignal,
  ): Promise<{ clientId: string; name: string; accessToken: string; endsAt: number } | null>;
  /** Where the browser signs in. */
  loginAddress(consentId: string): string;
};

export type SessionLimits = {
  sessionIdleMs: number;
  sessionAtMostMs: number;
  sessionRenewAfterMs: number;
  loginWithinMs: number;
  loginsPerMinute: number;
};

const XSRF_COOKIE = "XSRF-TOKEN";

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(options: {
  seal: Seal;
  auth: AuthService;
  limits: SessionLimits;
  /** Logins begun by one address; one of its own where none is given. */
  begun?: Limiter;
  now: () => number;
}) {
  const { seal, auth, limits, now } = options;

  const clear = (kind: "session" | "login", isHttps: boolean) => ownCookie(kind, "", 0, isHttps);

  function lifeOf(session: Session): number {
    return Math.min(
      limits.sessionIdleMs,
      session.endsAt - now(),
      session.startedAt + limits.sessionAtMostMs - now(),
    );
  }

  const begun = options.begun ?? createLimiter({ atMost: limits.loginsPerMinute, withinMs: 60_000, now });

  async function write(session: Session, isHttps: boolean): Promise<string[]> {
    const life = lifeOf(session);
    return [
      ownCookie("session", await seal.seal("session", session, life, now()), life, isHttps),
      readableCookie(XSRF_COOKIE, session.xsrf, life, isHttps),
    ];
  }

  async function read(cookieHeader: string | undefined, isHttps: boolean): Promise<Session | null> {
    const sealed = parseCookie(cookieHeader ?? "")[cookieName("session", isHttps)];
    const session = await seal.open("session", sealed, sessionSchema, now());
    return session !== null && lifeOf(session) > 0 ? session : null;
  }

  return {
    read,

    /** Whose session it is, and when this cookie ends if it is not renewed: for what outlives a request. */
    async readWithEnd(cookieHeader: string | undefined, isHttps: boolean) {
      const session = await read(cookieHeader, isHttps);
      if (session === null) return null;
      const { clientId, accessToken, seenAt } = session;
      const endsAt = Math.min(now() + lifeOf(session), seenAt + limits.sessionIdleMs);
      return { clientId, accessToken, endsAt };
    },

    /** When it ends at the latest, epoch ms. */
    endOf: (session: Session): number => Math.min(session.endsAt, session.startedAt + limits.sessionAtMostMs),

    /** New cookies when the reader has been away from the old ones' making for a while; else none. */
    async renew(session: Session, isHttps: boolean): Promise<string[]> {
      if (now() - session.seenAt < limits.sessionRenewAfterMs) return [];
      return write({ ...session, seenAt: now() }, isHttps);
    },

    /** Asks the provider for a consent; null when the address has begun too many. Throws what the auth service throws. */
    async begin(
      returnTo: string,
      track: string | null,
      from: { isHttps: boolean; address: string; signal: AbortSignal },
    ): Promise<{ location: string; cookies: string[] } | null> {
      const { isHttps, signal } = from;
      if (!begun.take(from.address)) return null;
      const consentId = await auth.generateConsent(signal);
      const sealed = await seal.seal("login", { consentId, returnTo, track }, limits.loginWithinMs, now());
      return {
        location: auth.loginAddress(consentId),
        cookies: [ownCookie("login", sealed, limits.loginWithinMs, isHttps)],
      };
    },

    /** `not_begun_here`: this browser has no login under way. `refused`: the provider does not accept the tokenId. */
    async finish(
      tokenId: string,
      cookieHeader: string | undefined,
      isHttps: boolean,
      signal: AbortSignal,
    ): Promise<
      | { cookies: string[]; returnTo: string; track: string | null; session: Session }
      | { fault: "not_begun_here" | "refused"; cookies: string[] }
    > {
      const sealed = parseCookie(cookieHeader ?? "")[cookieName("login", isHttps)];
      const login = await seal.open("login", sealed, loginSchema, now());
      if (login === null) return { fault: "not_begun_here", cookies: [] };
      const cookies = [clear("login", isHttps)];
      const granted = await auth.consumeConsent(tokenId, signal);
      if (granted === null) return { fault: "refused", cookies };
      const session: Session = {
        ...granted,
        startedAt: now(),
        seenAt: now(),
        xsrf: randomBytes(24).toString("base64url"),
      };
      return {
        returnTo: login.returnTo,
        track: login.track,
        session,
        cookies: [...cookies, ...(await write(session, isHttps))],
      };
    },

    end: (isHttps: boolean): string[] => [
      clear("session", isHttps),
      clear("login", isHttps),
      readableCookie(XSRF_COOKIE, "", 0, isHttps),
    ],
  };
}
