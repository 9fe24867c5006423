// Accounts that developers create in the portal, in addition to the fixed clients. Each has a PIN, a TOTP secret, an
// app key and a token. Secrets that are only compared are stored hashed, the others encrypted.
import { randomBytes, randomInt } from "node:crypto";
import { Secret } from "otpauth";
import { SANDBOX_ACCOUNT_LIMITS } from "../../../app/contract/trading-api/sandbox-accounts.ts";
import { SCOPES } from "../../../app/contract/trading-api/scopes.ts";
import { getVault, type SandboxDatabase } from "../store/database.ts";
import { createApp } from "./apps.ts";
import { findClient, SANDBOX_CLIENTS, type SandboxClient } from "./clients.ts";

const NAME_MAX_CHARS = 60;
/** Minimum interval between two records of an account's use, so that not every call writes to the store. */
export const ACCOUNT_USE_RECORDED_EVERY_MS = 3_600_000;
/** Name of the app that every new account has. */
const FIRST_APP = "My first app";

export type ApiAccount = SandboxClient & {
  postbackUrl: string | null;
  postbackSecret: string | null;
  createdAt: number;
};

export function findAccount(db: SandboxDatabase, clientId: string): ApiAccount | undefined {
  const row = db
    .prepare(
      "SELECT client_id AS id, name, ucc, postback_url AS postbackUrl, postback_secret AS postbackSecret, created_at AS createdAt FROM api_accounts WHERE client_id = ?",
    )
    .get(clientId) as ApiAccount | undefined;
  if (row === undefined || row.postbackSecret === null) return row;
  return { ...row, postbackSecret: getVault(db).open(row.postbackSecret) };
}

/** Finds a fixed client, or a client whose account was created in the portal. */
export function findAnyClient(db: SandboxDatabase, clientId: string): SandboxClient | undefined {
  return findClient(clientId) ?? findAccount(db, clientId);
}

/** Records that an account is used, so that it does not expire (account-expiry.ts). */
export function recordAccountUse(db: SandboxDatabase, clientId: string, now: number): void {
  try {
    db.prepare("UPDATE api_accounts SET last_used_at = ? WHERE client_id = ? AND last_used_at <= ?").run(
      now,
      clientId,
      now - ACCOUNT_USE_RECORDED_EVERY_MS,
    );
  } catch {
    // A full disk must not reject the call or close the socket; the next use is recorded instead.
  }
}

/**
 * Inserts an account for each fixed client, so that they can use the portal too. Their codes are constants
 * (clients.ts), so the columns for codes are not read.
 */
export function registerFixedClients(db: SandboxDatabase, now: number): void {
  const write = db.prepare(
    `INSERT INTO api_accounts (client_id, name, ucc, pin, totp_secret, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (client_id) DO NOTHING`,
  );
  const nothing = getVault(db).seal("");
  for (const { id, name, ucc } of SANDBOX_CLIENTS) write.run(id, name, ucc, nothing, nothing, now);
}

/** A new PIN and TOTP secret in plain text, for the one page that shows them. */
export type NewCodes = { pin: string; totpSecret: string };

function newCodes(): NewCodes {
  return { pin: String(randomInt(1_000_000)).padStart(6, "0"), totpSecret: new Secret({ size: 20 }).base32 };
}

async function protectCodes(
  db: SandboxDatabase,
  codes: NewCodes,
): Promise<[pin: string, totpSecret: string]> {
  const vault = getVault(db);
  return [await vault.hashPin(codes.pin), vault.seal(codes.totpSecret)];
}

/**
 * Creates an account and returns its secrets, which are not returned again. Returns null if `atMost` accounts exist.
 */
export async function createAccount(
  db: SandboxDatabase,
  name: string,
  now: number,
  atMost: number = SANDBOX_ACCOUNT_LIMITS.total,
): Promise<{ account: ApiAccount; codes: NewCodes; appId: string; appSecret: string } | null> {
  const codes = newCodes();
  const stored = await protectCodes(db, codes);
  const { count } = db.prepare("SELECT count(*) AS count FROM api_accounts").get() as { count: number };
  if (count >= atMost) return null;
  let id: string;
  do id = `2${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
  while (findAnyClient(db, id) !== undefined || isBeingRemoved(db, id));
  const account: ApiAccount = {
    id,
    name: name.trim().slice(0, NAME_MAX_CHARS) || "Sandbox developer",
    ucc: `SBX${id.slice(-7)}`,
    postbackUrl: null,
    postbackSecret: null,
    createdAt: now,
  };
  db.prepare(
    "INSERT INTO api_accounts (client_id, name, ucc, pin, totp_secret, created_at, last_used_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  ).run(id, account.name, account.ucc, ...stored, now, now);
  const made = createApp(
    db,
    id,
    { name: FIRST_APP, redirectUrl: null, scopes: SCOPES, audience: "own" },
    now,
  );
  if (made === null) throw new Error("the first app of a new account was rejected");
  return { account, codes, appId: made.app.id, appSecret: made.secret };
}

/** True if rows of an expired account with this id have not been removed yet. */
function isBeingRemoved(db: SandboxDatabase, clientId: string): boolean {
  return db.prepare("SELECT 1 FROM expired_accounts WHERE client_id = ?").get(clientId) !== undefined;
}

/** Replaces the codes of an account. The previous codes are no longer accepted. */
export async function replaceCodes(db: SandboxDatabase, clientId: string): Promise<NewCodes> {
  const codes = newCodes();
  const stored = await protectCodes(db, codes);
  db.prepare("UPDATE api_accounts SET pin = ?, totp_secret = ? WHERE client_id = ?").run(...stored, clientId);
  db.prepare("DELETE FROM totp_steps WHERE client_id = ?").run(clientId);
  return codes;
}

/** Sets the postback address of an account. Returns the new signing secret, or null if the address is removed. */
export function setPostback(db: SandboxDatabase, clientId: string, url: string | null): string | null {
  const secret = url === null ? null : randomBytes(24).toString("base64url");
  db.prepare("UPDATE api_accounts SET postback_url = ?, postback_secret = ? WHERE client_id = ?").run(
    url,
    secret === null ? null : getVault(db).seal(secret),
    clientId,
  );
  return secret;
}
