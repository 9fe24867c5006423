// Accounts that developers make for themselves in the portal, beside the fixed clients: each with a PIN, a TOTP secret, an app key and a
// token, none of which protects anything but invented money.
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { Secret } from "otpauth";
import type { SandboxDatabase } from "../store/database.ts";
import { findClient, type SandboxClient } from "./clients.ts";
import { digest } from "./digest.ts";

export const ACCOUNTS_AT_MOST = 20_000;
const NAME_CHARS = 60;

export type ApiAccount = SandboxClient & {
  appId: string;
  postbackUrl: string | null;
  postbackSecret: string | null;
  /** Where its app wants the user back after a consent. */
  redirectUrl: string | null;
  createdAt: number;
};
type Row = {
  client_id: string;
  name: string;
  ucc: string;
  pin: string;
  totp_secret: string;
  app_id: string;
  postback_url: string | null;
  postback_secret: string | null;
  redirect_url: string | null;
  created_at: number;
};

const asAccount = (row: Row): ApiAccount => ({
  id: row.client_id,
  name: row.name,
  ucc: row.ucc,
  pin: row.pin,
  totpSecret: row.totp_secret,
  appId: row.app_id,
  postbackUrl: row.postback_url,
  postbackSecret: row.postback_secret,
  redirectUrl: row.redirect_url,
  createdAt: row.created_at,
});

export function findAccount(db: SandboxDatabase, clientId: string): ApiAccount | undefined {
  const row = db.prepare("SELECT * FROM api_accounts WHERE client_id = ?").get(clientId) as Row | undefined;
  return row === undefined ? undefined : asAccount(row);
}

/** A fixed client or one made in the portal. */
export function findAnyClient(db: SandboxDatabase, clientId: string): SandboxClient | undefined {
  return findClient(clientId) ?? findAccount(db, clientId);
}

/** The account whose key and secret these are. */
export function accountOfApp(db: SandboxDatabase, appId: string, appSecret: string): ApiAccount | undefined {
  const row = db
    .prepare("SELECT * FROM api_accounts WHERE app_id = ? AND app_secret_digest = ?")
    .get(appId, digest(appSecret)) as Row | undefined;
  return row === undefined ? undefined : asAccount(row);
}

/** Null when there are as many as the sandbox keeps. The secrets are told here and never again. */
export function createAccount(
  db: SandboxDatabase,
  name: string,
  now: number,
): { account: ApiAccount; appSecret: string; portalKey: string } | null {
  const { count } = db.prepare("SELECT count(*) AS count FROM api_accounts").get() as { count: number };
  if (count >= ACCOUNTS_AT_MOST) return null;
  let id: string;
  do id = `2${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
  while (findAnyClient(db, id) !== undefined);
  const appSecret = randomBytes(24).toString("base64url");
  const portalKey = randomBytes(24).toString("base64url");
  const account: ApiAccount = {
    id,
    name: name.trim().slice(0, NAME_CHARS) || "Sandbox developer",
    ucc: `SBX${id.slice(-7)}`,
    pin: String(randomInt(1_000_000)).padStart(6, "0"),
    totpSecret: new Secret({ size: 20 }).base32,
    appId: randomUUID(),
    postbackUrl: null,
    postbackSecret: null,
    redirectUrl: null,
    createdAt: now,
  };
  db.prepare(
    `INSERT INTO api_accounts (client_id, name, ucc, pin, totp_secret, app_id, app_secret_digest, portal_digest, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    account.name,
    account.ucc,
    account.pin,
    account.totpSecret,
    account.appId,
    digest(appSecret),
    digest(portalKey),
    now,
  );
  return { account, appSecret, portalKey };
}
