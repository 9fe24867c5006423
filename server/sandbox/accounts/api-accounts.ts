// Accounts that developers make for themselves in the portal, beside the fixed clients: each with a PIN, a TOTP secret, an app key and a
// token. They protect nothing but invented money, and are kept as if they did: hashed where they are only compared, sealed otherwise.
import { randomBytes, randomInt } from "node:crypto";
import { Secret } from "otpauth";
import { SCOPES } from "../../../app/wire/trading-api/scopes.ts";
import { type SandboxDatabase, vaultOf } from "../store/database.ts";
import { createApp } from "./apps.ts";
import { findClient, SANDBOX_CLIENTS, type SandboxClient } from "./clients.ts";

export const ACCOUNTS_AT_MOST = 20_000;
const NAME_CHARS = 60;
/** What the app is called that every account begins with. */
const FIRST_APP = "My first app";

export type ApiAccount = SandboxClient & {
  postbackUrl: string | null;
  postbackSecret: string | null;
  createdAt: number;
};
type Row = {
  client_id: string;
  name: string;
  ucc: string;
  postback_url: string | null;
  postback_secret: string | null;
  created_at: number;
};

const asAccount = (db: SandboxDatabase, row: Row): ApiAccount => ({
  id: row.client_id,
  name: row.name,
  ucc: row.ucc,
  postbackUrl: row.postback_url,
  postbackSecret: row.postback_secret === null ? null : vaultOf(db).open(row.postback_secret),
  createdAt: row.created_at,
});

export function findAccount(db: SandboxDatabase, clientId: string): ApiAccount | undefined {
  const row = db.prepare("SELECT * FROM api_accounts WHERE client_id = ?").get(clientId) as Row | undefined;
  return row === undefined ? undefined : asAccount(db, row);
}

/** A fixed client or one made in the portal. */
export function findAnyClient(db: SandboxDatabase, clientId: string): SandboxClient | undefined {
  return findClient(clientId) ?? findAccount(db, clientId);
}

/** The fixed clients have a developer's side too; their codes are the constants, and what stands here is never looked at. */
export function registerFixedClients(db: SandboxDatabase, now: number): void {
  const write = db.prepare(
    `INSERT INTO api_accounts (client_id, name, ucc, pin, totp_secret, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (client_id) DO NOTHING`,
  );
  const nothing = vaultOf(db).seal("");
  for (const { id, name, ucc } of SANDBOX_CLIENTS) write.run(id, name, ucc, nothing, nothing, now);
}

/** A new PIN and TOTP secret, in plain words for the one page that shows them. */
export type Codes = { pin: string; totpSecret: string };

function newCodes(): Codes {
  return { pin: String(randomInt(1_000_000)).padStart(6, "0"), totpSecret: new Secret({ size: 20 }).base32 };
}

async function keptCodes(db: SandboxDatabase, codes: Codes): Promise<[pin: string, totpSecret: string]> {
  const vault = vaultOf(db);
  return [await vault.hashPin(codes.pin), vault.seal(codes.totpSecret)];
}

/** Null when there are as many as the sandbox keeps. The secrets are told here and never again. */
export async function createAccount(
  db: SandboxDatabase,
  name: string,
  now: number,
): Promise<{ account: ApiAccount; codes: Codes; appId: string; appSecret: string } | null> {
  const codes = newCodes();
  const kept = await keptCodes(db, codes);
  const { count } = db.prepare("SELECT count(*) AS count FROM api_accounts").get() as { count: number };
  if (count >= ACCOUNTS_AT_MOST) return null;
  let id: string;
  do id = `2${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
  while (findAnyClient(db, id) !== undefined);
  const account: ApiAccount = {
    id,
    name: name.trim().slice(0, NAME_CHARS) || "Sandbox developer",
    ucc: `SBX${id.slice(-7)}`,
    postbackUrl: null,
    postbackSecret: null,
    createdAt: now,
  };
  db.prepare(
    "INSERT INTO api_accounts (client_id, name, ucc, pin, totp_secret, created_at) VALUES (?, ?, ?, ?, ?, ?)",
  ).run(id, account.name, account.ucc, ...kept, now);
  const made = createApp(
    db,
    id,
    { name: FIRST_APP, redirectUrl: null, scopes: SCOPES, audience: "own" },
    now,
  );
  if (made === null) throw new Error("a new account has room for an app");
  return { account, codes, appId: made.app.id, appSecret: made.secret };
}

/** Other codes for an account: those before are worth nothing. */
export async function changeCodes(db: SandboxDatabase, clientId: string): Promise<Codes> {
  const codes = newCodes();
  const kept = await keptCodes(db, codes);
  db.prepare("UPDATE api_accounts SET pin = ?, totp_secret = ? WHERE client_id = ?").run(...kept, clientId);
  db.prepare("DELETE FROM totp_steps WHERE client_id = ?").run(clientId);
  return codes;
}

/** Where the account's postbacks go; the secret of their signature, or null when there is no address. */
export function setPostback(db: SandboxDatabase, clientId: string, url: string | null): string | null {
  const secret = url === null ? null : randomBytes(24).toString("base64url");
  db.prepare("UPDATE api_accounts SET postback_url = ?, postback_secret = ? WHERE client_id = ?").run(
    url,
    secret === null ? null : vaultOf(db).seal(secret),
    clientId,
  );
  return secret;
}
