// Access tokens, stored only as their SHA-256. A client has separate tokens for the sign-in of each browser, for the
// client's own programs, and for each authorised app. As at the real provider, a new token replaces the previous one
// for the same program or app, and other tokens remain valid.
import { randomBytes, randomUUID } from "node:crypto";
import type { SessionKind } from "../../../app/contract/base-api/session.ts";
import { readScopes, SCOPES, type Scope, writeScopes } from "../../../app/contract/trading-api/scopes.ts";
import { sha256 } from "../../crypto/sha256.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { ACCOUNT_USE_RECORDED_EVERY_MS, recordAccountUse } from "./api-accounts.ts";
import type { App } from "./apps.ts";
import { findClient, type SandboxClient } from "./clients.ts";

export const TOKEN_LIMITS = {
  livesForMs: 24 * 60 * 60_000,
  /** Maximum number of sign-in tokens per client. A further one ends the least recently used one. */
  signInsPerClient: 10,
  labelChars: 120,
  /** Minimum interval between two records of a token's use. */
  useRecordedEveryMs: 60_000,
} as const;

export type IssuedToken = { accessToken: string; expiresAt: number };
export type StoredToken = {
  id: string;
  clientId: string;
  kind: SessionKind;
  /** Label of the device, or name of the app. */
  label: string | null;
  appId: string | null;
  scopes: readonly Scope[];
  /** True if the token can trade only through the MCP endpoint, where the client confirms each trade. */
  isForAssistants: boolean;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
};
type TokenRow = Omit<StoredToken, "scopes" | "isForAssistants"> & { scopes: string; isForAssistants: number };

const COLUMNS =
  "id, access_tokens.client_id AS clientId, kind, label, app_id AS appId, scopes, for_assistants AS isForAssistants, access_tokens.created_at AS createdAt, last_seen_at AS lastSeenAt, expires_at AS expiresAt";

const toToken = (row: TokenRow): StoredToken => ({
  ...row,
  scopes: readScopes(row.scopes),
  isForAssistants: row.isForAssistants === 1,
});

function issue(
  db: SandboxDatabase,
  token: {
    clientId: string;
    kind: SessionKind;
    label: string | null;
    now: number;
    forMs: number;
    appId?: string;
    scopes?: readonly Scope[];
    isForAssistants?: boolean;
  },
): IssuedToken {
  const { now, appId = null, scopes = SCOPES, isForAssistants = false } = token;
  db.prepare("DELETE FROM access_tokens WHERE expires_at <= ?").run(now);
  const accessToken = randomBytes(48).toString("base64url");
  const expiresAt = now + token.forMs;
  db.prepare(
    `INSERT INTO access_tokens (id, client_id, kind, digest, label, app_id, scopes, for_assistants, created_at, last_seen_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    randomUUID(),
    token.clientId,
    token.kind,
    sha256(accessToken),
    token.label,
    appId,
    writeScopes(scopes),
    isForAssistants ? 1 : 0,
    now,
    now,
    expiresAt,
  );
  return { accessToken, expiresAt };
}

/** Creates a token for a client's own programs and ends the previous token. */
export function issueApiToken(
  db: SandboxDatabase,
  clientId: string,
  now: number,
  forMs: number = TOKEN_LIMITS.livesForMs,
  scopes: readonly Scope[] = SCOPES,
): IssuedToken {
  db.prepare("DELETE FROM access_tokens WHERE client_id = ? AND kind = 'api_token'").run(clientId);
  return issue(db, { clientId, kind: "api_token", label: null, now, forMs, scopes });
}

/** Creates a token for an authorised app with the requested scopes, and ends the app's previous token. */
export function issueAppToken(
  db: SandboxDatabase,
  clientId: string,
  app: Pick<App, "id" | "name" | "scopes"> & { isForAssistants?: boolean },
  now: number,
  forMs: number = TOKEN_LIMITS.livesForMs,
): IssuedToken {
  const { id: appId, name: label, scopes, isForAssistants = false } = app;
  db.prepare("DELETE FROM access_tokens WHERE client_id = ? AND app_id = ?").run(clientId, app.id);
  return issue(db, { clientId, kind: "app", label, appId, scopes, isForAssistants, now, forMs });
}

/** Replaces a program's valid token with a new token of the same kind, app, scopes and lifetime. */
export function renewToken(db: SandboxDatabase, token: StoredToken, now: number): IssuedToken {
  const forMs = token.expiresAt - token.createdAt;
  if (token.appId === null) return issueApiToken(db, token.clientId, now, forMs, token.scopes);
  const { appId: id, label, scopes, isForAssistants } = token;
  const app = { id, name: label ?? "", scopes, isForAssistants };
  return issueAppToken(db, token.clientId, app, now, forMs);
}

/** Creates a token for a browser that signed in on a partner's site. */
export function issueSignIn(
  db: SandboxDatabase,
  clientId: string,
  now: number,
  label: string | null,
): IssuedToken {
  const issued = issue(db, {
    clientId,
    kind: "sign_in",
    label: label?.slice(0, TOKEN_LIMITS.labelChars) ?? null,
    now,
    forMs: TOKEN_LIMITS.livesForMs,
  });
  db.prepare(
    `DELETE FROM access_tokens WHERE client_id = ? AND kind = 'sign_in' AND id NOT IN
       (SELECT id FROM access_tokens WHERE client_id = ? AND kind = 'sign_in'
        ORDER BY last_seen_at DESC, rowid DESC LIMIT ?)`,
  ).run(clientId, clientId, TOKEN_LIMITS.signInsPerClient);
  return issued;
}

/** `client` is null if the account of the token does not exist any more. */
export type FoundToken = StoredToken & { client: SandboxClient | null };
type TokenWithClientRow = TokenRow & { usedAt: number | null; name: string | null; ucc: string | null };

/**
 * Finds a valid token, and records the use of its account. Runs for each API request and regularly for each open
 * socket. Returns null for a token that is unknown or has expired.
 */
export function findToken(db: SandboxDatabase, accessToken: string, now: number): FoundToken | null {
  const row = db
    .prepare(
      `SELECT ${COLUMNS}, last_used_at AS usedAt, name, ucc FROM access_tokens LEFT JOIN api_accounts USING (client_id)
       WHERE digest = ? AND expires_at > ?`,
    )
    .get(sha256(accessToken), now) as TokenWithClientRow | undefined;
  if (row === undefined) return null;
  const { usedAt, name, ucc, ...token } = row;
  const { clientId: id } = token;
  if (usedAt !== null && now - usedAt >= ACCOUNT_USE_RECORDED_EVERY_MS) recordAccountUse(db, id, now);
  const client = findClient(id) ?? (name === null || ucc === null ? null : { id, name, ucc });
  return { ...toToken(token), client };
}

/** Returns the expiry of a token; null for an invalid token. */
export function findTokenExpiry(db: SandboxDatabase, accessToken: string, now: number): number | null {
  return findToken(db, accessToken, now)?.expiresAt ?? null;
}

/** Returns the client of a valid token. */
export function findTokenClient(db: SandboxDatabase, accessToken: string, now: number): SandboxClient | null {
  return findToken(db, accessToken, now)?.client ?? null;
}

/** Records the use of a token: the first use immediately, later uses once a minute. */
export function recordTokenUse(db: SandboxDatabase, token: StoredToken, now: number): void {
  if (isTokenUsed(token) && now - token.lastSeenAt < TOKEN_LIMITS.useRecordedEveryMs) return;
  db.prepare("UPDATE access_tokens SET last_seen_at = ? WHERE id = ?").run(
    Math.max(now, token.createdAt + 1),
    token.id,
  );
}

/** True if the token was used after it was created. Until then, `lastSeenAt` is the time of creation. */
export function isTokenUsed({
  lastSeenAt,
  createdAt,
}: Pick<StoredToken, "lastSeenAt" | "createdAt">): boolean {
  return lastSeenAt !== createdAt;
}

/** Lists a client's valid tokens, newest first. */
export function listTokens(db: SandboxDatabase, clientId: string, now: number): StoredToken[] {
  const rows = db
    .prepare(
      `SELECT ${COLUMNS} FROM access_tokens WHERE client_id = ? AND expires_at > ? ORDER BY created_at DESC, rowid DESC`,
    )
    .all(clientId, now) as TokenRow[];
  return rows.map(toToken);
}

export function endToken(db: SandboxDatabase, accessToken: string): void {
  db.prepare("DELETE FROM access_tokens WHERE digest = ?").run(sha256(accessToken));
}

/** Ends a token. Returns false when the client has no such token. */
export function endTokenById(db: SandboxDatabase, clientId: string, id: string): boolean {
  const { changes } = db
    .prepare("DELETE FROM access_tokens WHERE client_id = ? AND id = ?")
    .run(clientId, id);
  return changes > 0;
}

/** Ends a client's sign-ins except the given one. */
export function endSignIns(db: SandboxDatabase, clientId: string, currentId: string | null): void {
  db.prepare("DELETE FROM access_tokens WHERE client_id = ? AND kind = 'sign_in' AND id IS NOT ?").run(
    clientId,
    currentId,
  );
}
