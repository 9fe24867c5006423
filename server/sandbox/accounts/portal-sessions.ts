// Sessions of the developer portal. The browser's cookie holds a random key; the store holds its SHA-256. A session
// ends after seven days, on signing out, when the account's codes change, and together with the access token that
// opened it.
import { randomBytes } from "node:crypto";
import { sha256 } from "../../crypto/sha256.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { recordAccountUse } from "./api-accounts.ts";

export const PORTAL_SESSION_FOR_MS = 7 * 86_400_000;
const SESSIONS_PER_CLIENT = 10;
/** Value of `token_id` for a session that no longer depends on the token that opened it. No token has this id. */
const RELEASED = "released";

export type PortalSession = {
  clientId: string;
  /** Time of creation, epoch ms. */
  createdAt: number;
  /**
   * Id of the access token that opened the session. Null if it was opened by PIN and TOTP, or by creating the account.
   */
  tokenId: string | null;
};

/** Starts a session and returns the key for the cookie. */
export function beginPortalSession(
  db: SandboxDatabase,
  { clientId, tokenId }: Pick<PortalSession, "clientId" | "tokenId">,
  now: number,
): string {
  const key = randomBytes(24).toString("base64url");
  db.prepare("DELETE FROM portal_sessions WHERE expires_at <= ?").run(now);
  db.prepare(
    "INSERT INTO portal_sessions (digest, client_id, created_at, expires_at, token_id) VALUES (?, ?, ?, ?, ?)",
  ).run(sha256(key), clientId, now, now + PORTAL_SESSION_FOR_MS, tokenId);
  db.prepare(
    `DELETE FROM portal_sessions WHERE client_id = ? AND digest NOT IN
       (SELECT digest FROM portal_sessions WHERE client_id = ? ORDER BY created_at DESC LIMIT ?)`,
  ).run(clientId, clientId, SESSIONS_PER_CLIENT);
  return key;
}

/**
 * Finds the session of a cookie. Returns null if the session has ended, or if the access token that opened it was
 * revoked, was replaced or has expired.
 */
export function findPortalSession(db: SandboxDatabase, key: string, now: number): PortalSession | null {
  const row = db
    .prepare(
      `SELECT client_id, created_at, token_id FROM portal_sessions
       WHERE digest = ? AND expires_at > ? AND (token_id IS NULL OR token_id = ?
         OR EXISTS (SELECT 1 FROM access_tokens WHERE id = token_id AND expires_at > ?))`,
    )
    .get(sha256(key), now, RELEASED, now) as
    | { client_id: string; created_at: number; token_id: string | null }
    | undefined;
  if (row === undefined) return null;
  recordAccountUse(db, row.client_id, now);
  return { clientId: row.client_id, createdAt: row.created_at, tokenId: row.token_id };
}

/** Makes a session independent of the token that opened it, after its user has proved PIN and TOTP. */
export function releasePortalSession(db: SandboxDatabase, key: string): void {
  db.prepare("UPDATE portal_sessions SET token_id = ? WHERE digest = ? AND token_id IS NOT NULL").run(
    RELEASED,
    sha256(key),
  );
}

export function endPortalSession(db: SandboxDatabase, key: string): void {
  db.prepare("DELETE FROM portal_sessions WHERE digest = ?").run(sha256(key));
}

/** Ends the client's sessions, except the one with the key `currentKey`. */
export function endPortalSessions(db: SandboxDatabase, clientId: string, currentKey: string | null): void {
  db.prepare("DELETE FROM portal_sessions WHERE client_id = ? AND digest IS NOT ?").run(
    clientId,
    currentKey === null ? null : sha256(currentKey),
  );
}
