// OAuth 2.1 for assistants: public clients that register themselves, and an authorization code with PKCE (S256). The
// code is the token id of a consent and can be exchanged once for a token. A failed exchange invalidates the code.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type Scope, writeScopes } from "../../../app/contract/trading-api/scopes.ts";
import { HOUR_MS } from "../../../app/domain/time.ts";
import { isSameSecret } from "../../crypto/constant-time.ts";
import { sha256 } from "../../crypto/sha256.ts";
import { inTransaction, type SandboxDatabase } from "../store/database.ts";
import { type App, findApp } from "./apps.ts";
import { createConsent } from "./consents.ts";
import { type IssuedToken, issueAppToken } from "./tokens.ts";

export const OAUTH_LIMITS = {
  clients: 5_000,
  redirectUris: 5,
  uriChars: 500,
  nameChars: 60,
  /**
   * Maximum number of registrations per address and hour. Hosted programs register each of their users from a few
   * shared addresses, programs on a user's machine once per machine.
   */
  registrationsPerHour: { hosted: 300, local: 30 },
  tokensPerMinute: 60,
  /**
   * Maximum number of sign-ins that an address may start per minute: over all OAuth clients, and for one OAuth client.
   */
  authorizationsPerMinute: 60,
  authorizationsAMinuteOfOneClient: 20,
  /** Lifetime of a code that is not exchanged. */
  codeForMs: 60_000,
} as const;

/** Parameters of an OAuth client's authorisation request. */
export type OAuthRequest = {
  redirectUri: string;
  /** Base64url-encoded SHA-256 of the verifier. */
  challenge: string;
  scopes: readonly Scope[];
};
export type OAuthClient = { app: App; redirectUris: readonly string[] };

/** True for a permitted redirect address: https, or http on this machine (RFC 8252), without a fragment. */
export function isRedirectUri(text: string): boolean {
  if (text.length > OAUTH_LIMITS.uriChars || !URL.canParse(text)) return false;
  const { protocol, hostname, hash, username, password } = new URL(text);
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const isAllowed = protocol === "https:" || (protocol === "http:" && isLoopback);
  return isAllowed && hash === "" && username === "" && password === "";
}

/** Returns `hosted` for a client with a redirect address on a server, else `local`. */
export function kindOfClient(
  redirectUris: readonly string[],
): keyof typeof OAUTH_LIMITS.registrationsPerHour {
  return redirectUris.some((text) => text.startsWith("https:")) ? "hosted" : "local";
}

/**
 * True if the client registered the redirect address. The port of a loopback address may differ (RFC 8252, section
 * 7.3); everything else is compared exactly.
 */
export function isRegisteredRedirect({ redirectUris }: OAuthClient, requestedUri: string): boolean {
  if (redirectUris.includes(requestedUri)) return true;
  const portless = (text: string): string | null => {
    const url = new URL(text);
    if (url.protocol !== "http:") return null;
    url.port = "";
    return url.href;
  };
  if (!isRedirectUri(requestedUri)) return false;
  const requested = portless(requestedUri);
  return requested !== null && redirectUris.some((one) => portless(one) === requested);
}

/**
 * Registers a public client, and deletes clients above the limit: first those that started no sign-in within an hour
 * of their registration, then the least recently used. Clients with an unexpired access token are not deleted. Returns
 * null if such clients alone reach the limit.
 */
export function registerClient(
  db: SandboxDatabase,
  { name, redirectUris }: { name: string; redirectUris: readonly string[] },
  now: number,
): OAuthClient | null {
  const id = randomUUID();
  inTransaction(db, () => {
    db.prepare(
      `INSERT INTO apps (id, owner_client_id, name, secret_digest, redirect_url, scopes, audience, created_at)
       VALUES (?, NULL, ?, ?, NULL, ?, 'any', ?)`,
      // The random secret is discarded, so that a public client cannot use the login for apps with a secret.
    ).run(id, name, sha256(randomBytes(24).toString("base64url")), writeScopes(["read"]), now);
    db.prepare("INSERT INTO oauth_clients (id, redirect_uris, used_at) VALUES (?, ?, ?)").run(
      id,
      JSON.stringify(redirectUris),
      now,
    );
    const spare = db
      .prepare(
        `SELECT id FROM oauth_clients
         ORDER BY id IN (SELECT app_id FROM access_tokens WHERE app_id IS NOT NULL AND expires_at > ?) DESC,
           coalesce((SELECT used_at > created_at OR created_at > ? FROM apps WHERE apps.id = oauth_clients.id), 0) DESC,
           used_at DESC, rowid DESC
         LIMIT -1 OFFSET ?`,
      )
      .all(now, now - HOUR_MS, OAUTH_LIMITS.clients) as { id: string }[];
    for (const one of spare) {
      db.prepare("DELETE FROM oauth_clients WHERE id = ?").run(one.id);
      db.prepare("DELETE FROM apps WHERE id = ?").run(one.id);
      db.prepare("DELETE FROM access_tokens WHERE app_id = ?").run(one.id);
    }
  });
  return findOAuthClient(db, id);
}

export function findOAuthClient(db: SandboxDatabase, id: string): OAuthClient | null {
  const row = db.prepare("SELECT redirect_uris FROM oauth_clients WHERE id = ?").get(id) as
    | { redirect_uris: string }
    | undefined;
  const app = row === undefined ? undefined : findApp(db, id);
  return row === undefined || app === undefined
    ? null
    : { app, redirectUris: JSON.parse(row.redirect_uris) as string[] };
}

/** Starts a consent and returns its id for the login page. */
export function beginAuthorization(
  db: SandboxDatabase,
  client: OAuthClient,
  authorizationRequest: OAuthRequest & { state: string | null },
  now: number,
): string {
  const { state, ...request } = authorizationRequest;
  const id = createConsent(db, now, { appId: client.app.id, state });
  db.prepare("UPDATE consents SET oauth = ? WHERE id = ?").run(JSON.stringify(request), id);
  db.prepare("UPDATE oauth_clients SET used_at = ? WHERE id = ?").run(now, client.app.id);
  return id;
}

export const readOAuthRequest = (text: string | null): OAuthRequest | null =>
  text === null ? null : (JSON.parse(text) as OAuthRequest);

/** Exchanges a code for a token, once. Returns null for any mismatch, which also invalidates the code. */
export function exchangeCode(
  db: SandboxDatabase,
  credentials: { clientId: string; code: string; redirectUri: string; verifier: string },
  now: number,
): (IssuedToken & { scopes: readonly Scope[] }) | null {
  return inTransaction(db, () => {
    const row = db
      .prepare(
        "SELECT id, client_id, app_id, oauth, consumed_at, given_at FROM consents WHERE token_id = ? AND oauth IS NOT NULL",
      )
      .get(credentials.code) as
      | {
          id: string;
          client_id: string;
          app_id: string;
          oauth: string;
          consumed_at: number | null;
          given_at: number | null;
        }
      | undefined;
    if (row === undefined) return null;
    const isFirst = row.consumed_at === null;
    if (isFirst) db.prepare("UPDATE consents SET consumed_at = ? WHERE id = ?").run(now, row.id);
    else {
      // A code that is used twice may have been stolen, so the token of its first use is revoked (RFC 6749, section
      // 4.1.2).
      db.prepare("DELETE FROM access_tokens WHERE client_id = ? AND app_id = ?").run(
        row.client_id,
        row.app_id,
      );
      return null;
    }
    const request = readOAuthRequest(row.oauth);
    const app = findApp(db, row.app_id);
    const isFresh = row.given_at !== null && now - row.given_at <= OAUTH_LIMITS.codeForMs;
    if (request === null || app === undefined || !isFresh) return null;
    const challenge = createHash("sha256").update(credentials.verifier).digest("base64url");
    if (
      row.app_id !== credentials.clientId ||
      request.redirectUri !== credentials.redirectUri ||
      !isSameSecret(challenge, request.challenge)
    )
      return null;
    const { scopes } = request;
    // Every OAuth client counts as an assistant's program, even if its request names no resource (RFC 8707).
    const issued = issueAppToken(db, row.client_id, { ...app, scopes, isForAssistants: true }, now);
    return { ...issued, scopes };
  });
}
