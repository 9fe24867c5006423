// Apps: programs that request a client's consent to act on the client's behalf. Developers create apps in the portal,
// and the sandbox includes a few invented platforms. An app's secret is stored only as its SHA-256.
import { randomBytes, randomUUID } from "node:crypto";
import { readScopes, SCOPES, type Scope, writeScopes } from "../../../app/contract/trading-api/scopes.ts";
import { sha256 } from "../../crypto/sha256.ts";
import { inTransaction, type SandboxDatabase } from "../store/database.ts";

export const APP_LIMITS = { perAccount: 10, nameChars: 40, urlChars: 500 } as const;

export type App = {
  id: string;
  /** Account of the developer. Null for a platform, the playground and an OAuth client. */
  ownerClientId: string | null;
  name: string;
  /** Redirect address of the app; null if the result is shown on a page instead. */
  redirectUrl: string | null;
  scopes: readonly Scope[];
  /** Clients that may authorise the app: only its owner, or every client of the sandbox. */
  audience: "own" | "any";
  createdAt: number;
};
type AppRow = Omit<App, "scopes"> & { scopes: string };

const SELECT_APPS =
  "SELECT id, owner_client_id AS ownerClientId, name, redirect_url AS redirectUrl, scopes, audience, created_at AS createdAt FROM apps";

const toApp = (row: AppRow): App => ({ ...row, scopes: readScopes(row.scopes) });

/**
 * Simulated partner platforms, which clients can connect their accounts to. Each is served below `/sandbox/platforms/`.
 */
export const PLATFORMS = [
  {
    id: "chartline",
    name: "Chartline",
    summary: "Turns chart alerts into orders.",
    scopes: ["read", "trade"],
  },
  {
    id: "blockwise",
    name: "Blockwise",
    summary: "Builds strategies from blocks.",
    scopes: ["read", "trade"],
  },
  {
    id: "sheetdesk",
    name: "Sheetdesk",
    summary: "Brings prices and positions into a spreadsheet.",
    scopes: ["read"],
  },
] as const satisfies readonly { id: string; name: string; summary: string; scopes: readonly Scope[] }[];
export type Platform = (typeof PLATFORMS)[number];

/** The documentation's playground. It uses a developer's account, which the portal hands over with a one-time code. */
export const PLAYGROUND_APP = { id: "playground", name: "API playground" } as const;

const sandboxAppId = (id: string): string => `sandbox-${id}`;
export const platformAppId = (platform: Pick<Platform, "id">): string => sandboxAppId(platform.id);
export const playgroundAppId = sandboxAppId(PLAYGROUND_APP.id);

/**
 * Inserts the platforms and the playground. Their secrets are discarded, because these apps run inside the sandbox and
 * never log in with one.
 */
export function registerPlatforms(db: SandboxDatabase, now: number): void {
  const write = db.prepare(
    `INSERT INTO apps (id, owner_client_id, name, secret_digest, redirect_url, scopes, audience, created_at)
     VALUES (?, NULL, ?, ?, ?, ?, 'any', ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, redirect_url = excluded.redirect_url, scopes = excluded.scopes`,
  );
  const secret = () => sha256(randomBytes(24).toString("base64url"));
  for (const platform of PLATFORMS)
    write.run(
      platformAppId(platform),
      platform.name,
      secret(),
      `/sandbox/platforms/${platform.id}/back`,
      writeScopes(platform.scopes),
      now,
    );
  write.run(playgroundAppId, PLAYGROUND_APP.name, secret(), null, writeScopes(SCOPES), now);
}

export function findApp(db: SandboxDatabase, id: string): App | undefined {
  const row = db.prepare(`${SELECT_APPS} WHERE id = ?`).get(id) as AppRow | undefined;
  return row === undefined ? undefined : toApp(row);
}

/** Returns the app with this id and secret. */
export function findAppBySecret(db: SandboxDatabase, id: string, secret: string): App | undefined {
  const row = db.prepare(`${SELECT_APPS} WHERE id = ? AND secret_digest = ?`).get(id, sha256(secret)) as
    | AppRow
    | undefined;
  return row === undefined ? undefined : toApp(row);
}

/** Lists an account's apps, oldest first. */
export function listApps(db: SandboxDatabase, ownerClientId: string): App[] {
  const rows = db
    .prepare(`${SELECT_APPS} WHERE owner_client_id = ? ORDER BY created_at, rowid`)
    .all(ownerClientId) as AppRow[];
  return rows.map(toApp);
}

export type AppForm = Pick<App, "name" | "redirectUrl" | "scopes" | "audience">;

/**
 * Creates an app and returns its secret, which is not returned again. Returns null if the account has the maximum
 * number of apps.
 */
export function createApp(
  db: SandboxDatabase,
  ownerClientId: string,
  form: AppForm,
  now: number,
): { app: App; secret: string } | null {
  if (listApps(db, ownerClientId).length >= APP_LIMITS.perAccount) return null;
  const secret = randomBytes(24).toString("base64url");
  const app: App = { ...form, id: randomUUID(), ownerClientId, createdAt: now };
  db.prepare(
    `INSERT INTO apps (id, owner_client_id, name, secret_digest, redirect_url, scopes, audience, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    app.id,
    ownerClientId,
    app.name,
    sha256(secret),
    app.redirectUrl,
    writeScopes(app.scopes),
    app.audience,
    now,
  );
  return { app, secret };
}

/**
 * Changes an app. Existing tokens keep their scopes. Unused consents are deleted, because the client saw the former
 * scopes and redirect address. Returns false if the account has no such app.
 */
export function changeApp(db: SandboxDatabase, ownerClientId: string, id: string, form: AppForm): boolean {
  return inTransaction(db, () => {
    const { changes } = db
      .prepare(
        "UPDATE apps SET name = ?, redirect_url = ?, scopes = ?, audience = ? WHERE id = ? AND owner_client_id = ?",
      )
      .run(form.name, form.redirectUrl, writeScopes(form.scopes), form.audience, id, ownerClientId);
    if (changes > 0) db.prepare("DELETE FROM consents WHERE app_id = ? AND consumed_at IS NULL").run(id);
    return changes > 0;
  });
}

/** Returns a new secret; null when the account has no such app. */
export function changeAppSecret(db: SandboxDatabase, ownerClientId: string, id: string): string | null {
  const secret = randomBytes(24).toString("base64url");
  const { changes } = db
    .prepare("UPDATE apps SET secret_digest = ? WHERE id = ? AND owner_client_id = ?")
    .run(sha256(secret), id, ownerClientId);
  return changes > 0 ? secret : null;
}

/** Removes the app and all of its tokens. Returns false when the account has no such app. */
export function removeApp(db: SandboxDatabase, ownerClientId: string, id: string): boolean {
  const { changes } = db
    .prepare("DELETE FROM apps WHERE id = ? AND owner_client_id = ?")
    .run(id, ownerClientId);
  if (changes > 0) db.prepare("DELETE FROM access_tokens WHERE app_id = ?").run(id);
  return changes > 0;
}
