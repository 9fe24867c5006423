// Sessions of operators: a sealed cookie with name, role and form token. A session ends after half an hour without use
// or eight hours after sign-in. A sign-out ends it on all replicas.
import { randomBytes } from "node:crypto";
import { parse as parseCookie } from "cookie";
import { z } from "zod";
import { cookieName, ownCookie } from "../session/own-cookie.ts";
import type { Seal } from "../session/seal.ts";
import { ROLES, type Role } from "./roles.ts";

const sessionSchema = z.object({
  sid: z.string(),
  who: z.string(),
  role: z.enum(ROLES),
  startedAt: z.number(),
  seenAt: z.number(),
  xsrf: z.string(),
});
export type OperatorSession = z.output<typeof sessionSchema>;
const pendingSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
});
export type PendingLogin = z.output<typeof pendingSchema>;

const IDLE_MS = 30 * 60_000;
const SESSION_MAX_MS = 8 * 60 * 60_000;
export const PENDING_MS = 10 * 60_000;
const SESSION = "operator";
const PENDING = "operator-login";

export function createOperatorSessions(options: {
  seal: Seal;
  isHttps: boolean;
  /** True if the operator has signed out of this session. */
  isEnded(sid: string): boolean;
  now(): number;
}) {
  const { seal, isHttps, now } = options;
  const cookieOf = (header: string | undefined, word: string) =>
    parseCookie(header ?? "")[cookieName(word, isHttps)];

  async function write(session: OperatorSession): Promise<string> {
    const life = Math.min(IDLE_MS, session.startedAt + SESSION_MAX_MS - now());
    return ownCookie(SESSION, await seal.seal(SESSION, session, life, now()), life, isHttps);
  }

  return {
    async read(header: string | undefined): Promise<OperatorSession | null> {
      const session = await seal.open(SESSION, cookieOf(header, SESSION), sessionSchema, now());
      if (session === null || now() >= session.startedAt + SESSION_MAX_MS || options.isEnded(session.sid))
        return null;
      return session;
    },
    start: (who: string, role: Role): Promise<string> =>
      write({
        sid: randomBytes(16).toString("hex"),
        who,
        role,
        startedAt: now(),
        seenAt: now(),
        xsrf: randomBytes(24).toString("base64url"),
      }),
    /** Returns a new cookie for the session and restarts its idle time. */
    renew: (session: OperatorSession): Promise<string> => write({ ...session, seenAt: now() }),
    clear: (): string => ownCookie(SESSION, "", 0, isHttps),
    async readPending(header: string | undefined): Promise<PendingLogin | null> {
      return seal.open(PENDING, cookieOf(header, PENDING), pendingSchema, now());
    },
    async writePending(pending: PendingLogin): Promise<string> {
      return ownCookie(PENDING, await seal.seal(PENDING, pending, PENDING_MS, now()), PENDING_MS, isHttps);
    },
    clearPending: (): string => ownCookie(PENDING, "", 0, isHttps),
  };
}
export type OperatorSessions = ReturnType<typeof createOperatorSessions>;
