// Consents and tokens in the store: a consent lives ten minutes, takes five wrong codes, gives one tokenId, and that is
// consumed once, for a day's access token. A client who fails too often waits.
import { randomBytes, randomUUID } from "node:crypto";
import { inTransaction, type SandboxDatabase } from "../store/database.ts";
import { findAnyClient } from "./api-accounts.ts";
import { isTotp, type SandboxClient } from "./clients.ts";
import { digest } from "./digest.ts";

export const LOGIN_LIMITS = {
  consentForMs: 10 * 60_000,
  triesPerConsent: 5,
  failuresPerClient: 10,
  failuresWithinMs: 15 * 60_000,
  tokenForMs: 24 * 60 * 60_000,
} as const;

export type ConsentState = "open" | "expired" | "used" | "too_many_tries" | "unknown";
type ConsentRow = {
  id: string;
  expires_at: number;
  client_id: string | null;
  tries: number;
  token_id: string | null;
  consumed_at: number | null;
  /** The account whose app asked for it; null for the partner's. */
  app_client_id: string | null;
};

/** `appClientId`: the account whose app asks; null for the partner. */
export function createConsent(db: SandboxDatabase, now: number, appClientId: string | null = null): string {
  db.prepare("DELETE FROM consents WHERE expires_at < ?").run(now - 24 * 60 * 60_000);
  const id = randomUUID();
  db.prepare("INSERT INTO consents (id, created_at, expires_at, app_client_id) VALUES (?, ?, ?, ?)").run(
    id,
    now,
    now + LOGIN_LIMITS.consentForMs,
    appClientId,
  );
  return id;
}

export function consentState(db: SandboxDatabase, id: string, now: number): ConsentState {
  const row = readConsent(db, id);
  if (row === undefined) return "unknown";
  if (row.token_id !== null) return "used";
  if (row.tries >= LOGIN_LIMITS.triesPerConsent) return "too_many_tries";
  return row.expires_at < now ? "expired" : "open";
}

export type TryResult =
  | { kind: "ok"; tokenId: string; appClientId: string | null }
  | { kind: "wrong"; triesLeft: number }
  | { kind: "locked" }
  | { kind: "closed"; state: ConsentState };

/** A PIN or a TOTP code for a client id; an unknown client fails like a wrong code. */
export function tryLogin(
  db: SandboxDatabase,
  attempt: { consentId: string; clientId: string; method: "pin" | "totp"; code: string },
  now: number,
): TryResult {
  return inTransaction(db, () => {
    const state = consentState(db, attempt.consentId, now);
    if (state !== "open") return { kind: "closed", state };
    db.prepare("DELETE FROM login_failures WHERE at < ?").run(now - LOGIN_LIMITS.failuresWithinMs);
    const { failures } = db
      .prepare("SELECT count(*) AS failures FROM login_failures WHERE client_id = ?")
      .get(attempt.clientId) as { failures: number };
    if (failures >= LOGIN_LIMITS.failuresPerClient) return { kind: "locked" };
    const client = findAnyClient(db, attempt.clientId);
    const appClientId = readConsent(db, attempt.consentId)?.app_client_id ?? null;
    const isItsOwn = appClientId === null || appClientId === client?.id;
    if (client !== undefined && isItsOwn && isRight(client, attempt.method, attempt.code, now)) {
      const tokenId = randomUUID();
      db.prepare("UPDATE consents SET client_id = ?, token_id = ? WHERE id = ?").run(
        client.id,
        tokenId,
        attempt.consentId,
      );
      return { kind: "ok", tokenId, appClientId };
    }
    db.prepare("INSERT INTO login_failures (client_id, at) VALUES (?, ?)").run(attempt.clientId, now);
    db.prepare("UPDATE consents SET tries = tries + 1 WHERE id = ?").run(attempt.consentId);
    const tries = readConsent(db, attempt.consentId)?.tries ?? LOGIN_LIMITS.triesPerConsent;
    return { kind: "wrong", triesLeft: LOGIN_LIMITS.triesPerConsent - tries };
  });
}

function isRight(client: SandboxClient, method: "pin" | "totp", code: string, now: number): boolean {
  return method === "pin" ? digest(code) === digest(client.pin) : isTotp(client, code, now);
}

/** A new access token; whatever token the client had before ends. Null when the tokenId is not good (any more). */
export function consumeTokenId(
  db: SandboxDatabase,
  tokenId: string,
  now: number,
  appClientId: string | null = null,
): { client: SandboxClient; accessToken: string; expiresAt: number } | null {
  return inTransaction(db, () => {
    const row = db.prepare("SELECT * FROM consents WHERE token_id = ?").get(tokenId) as
      | ConsentRow
      | undefined;
    const client = findAnyClient(db, row?.client_id ?? "");
    if (
      row === undefined ||
      client === undefined ||
      row.consumed_at !== null ||
      row.expires_at < now ||
      row.app_client_id !== appClientId
    )
      return null;
    db.prepare("UPDATE consents SET consumed_at = ? WHERE id = ?").run(now, row.id);
    return { client, ...issueToken(db, client.id, now) };
  });
}

/** A new access token; the one before ends. */
export function issueToken(
  db: SandboxDatabase,
  clientId: string,
  now: number,
  forMs: number = LOGIN_LIMITS.tokenForMs,
): { accessToken: string; expiresAt: number } {
  const accessToken = randomBytes(48).toString("base64url");
  const expiresAt = now + forMs;
  db.prepare(
    `INSERT INTO access_tokens (client_id, digest, expires_at) VALUES (?, ?, ?)
     ON CONFLICT (client_id) DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at`,
  ).run(clientId, digest(accessToken), expiresAt);
  return { accessToken, expiresAt };
}

/** When a token ends; null for one that is not alive. */
export function tokenEndsAt(db: SandboxDatabase, accessToken: string, now: number): number | null {
  const row = db
    .prepare("SELECT expires_at FROM access_tokens WHERE digest = ? AND expires_at > ?")
    .get(digest(accessToken), now) as { expires_at: number } | undefined;
  return row?.expires_at ?? null;
}

/** A PIN and a TOTP code together, without a consent. Fails like a login: too many wrong ones and the client waits. */
export function tryCodes(
  db: SandboxDatabase,
  attempt: { clientId: string; pin: string; totp: string },
  now: number,
): SandboxClient | "wrong" | "locked" {
  return inTransaction(db, () => {
    db.prepare("DELETE FROM login_failures WHERE at < ?").run(now - LOGIN_LIMITS.failuresWithinMs);
    const { failures } = db
      .prepare("SELECT count(*) AS failures FROM login_failures WHERE client_id = ?")
      .get(attempt.clientId) as { failures: number };
    if (failures >= LOGIN_LIMITS.failuresPerClient) return "locked";
    const client = findAnyClient(db, attempt.clientId);
    const isRightOne =
      client !== undefined &&
      isRight(client, "pin", attempt.pin, now) &&
      isRight(client, "totp", attempt.totp, now);
    if (isRightOne) return client;
    db.prepare("INSERT INTO login_failures (client_id, at) VALUES (?, ?)").run(attempt.clientId, now);
    return "wrong";
  });
}

/** The client whose living token this is. */
export function clientOf(db: SandboxDatabase, accessToken: string, now: number): SandboxClient | null {
  const row = db
    .prepare("SELECT client_id FROM access_tokens WHERE digest = ? AND expires_at > ?")
    .get(digest(accessToken), now) as { client_id: string } | undefined;
  return findAnyClient(db, row?.client_id ?? "") ?? null;
}

export function endToken(db: SandboxDatabase, accessToken: string): void {
  db.prepare("DELETE FROM access_tokens WHERE digest = ?").run(digest(accessToken));
}

function readConsent(db: SandboxDatabase, id: string): ConsentRow | undefined {
  return db.prepare("SELECT * FROM consents WHERE id = ?").get(id) as ConsentRow | undefined;
}
