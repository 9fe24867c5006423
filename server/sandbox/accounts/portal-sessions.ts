// Browsers that are signed in to the developer portal: a random key in a cookie, here as its SHA-256 alone. Several at a time; each ends
// by itself, by leaving, or with the account's codes.
import { randomBytes } from "node:crypto";
import type { SandboxDatabase } from "../store/database.ts";
import { digest } from "./digest.ts";

export const PORTAL_SESSION_FOR_MS = 7 * 86_400_000;
const SESSIONS_PER_CLIENT = 10;

/** The key that the cookie holds. */
export function beginPortalSession(db: SandboxDatabase, clientId: string, now: number): string {
  const key = randomBytes(24).toString("base64url");
  db.prepare("DELETE FROM portal_sessions WHERE expires_at <= ?").run(now);
  db.prepare(
    "INSERT INTO portal_sessions (digest, client_id, created_at, expires_at) VALUES (?, ?, ?, ?)",
  ).run(digest(key), clientId, now, now + PORTAL_SESSION_FOR_MS);
  db.prepare(
    `DELETE FROM portal_sessions WHERE client_id = ? AND digest NOT IN
       (SELECT digest FROM portal_sessions WHERE client_id = ? ORDER BY created_at DESC LIMIT ?)`,
  ).run(clientId, clientId, SESSIONS_PER_CLIENT);
  return key;
}

/** Whose session it is; null when it has ended. */
export function portalClientOf(db: SandboxDatabase, key: string, now: number): string | null {
  const row = db
    .prepare("SELECT client_id FROM portal_sessions WHERE digest = ? AND expires_at > ?")
    .get(digest(key), now) as { client_id: string } | undefined;
  return row?.client_id ?? null;
}

/** A copy of the key opens nothing afterwards. */
export function endPortalSession(db: SandboxDatabase, key: string): void {
  db.prepare("DELETE FROM portal_sessions WHERE digest = ?").run(digest(key));
}

export function endPortalSessions(db: SandboxDatabase, clientId: string, keptKey: string | null): void {
  db.prepare("DELETE FROM portal_sessions WHERE client_id = ? AND digest IS NOT ?").run(
    clientId,
    keptKey === null ? null : digest(keptKey),
  );
}
