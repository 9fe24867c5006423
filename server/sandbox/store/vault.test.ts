// Secrets at rest: nothing of them in the files, whoever wrote them; the files are their owner's; another key opens nothing.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createAccount, findAccount, setPostback } from "../accounts/api-accounts.ts";
import { checkCodes } from "../accounts/codes.ts";
import { listTokens } from "../accounts/tokens.ts";
import { openDatabase, vaultOf } from "./database.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createVault, isHashed, isSealed, keyOf, VaultBusy } from "./vault.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vault-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Every byte that lies in the folder. */
const onDisk = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));

const SECRETS = ["JBSWY3DPEHPK3PXPAAAABBBBCCCCDDDD", "a-postback-secret-of-old"] as const;

/** As the version before wrote it. */
function writeOldStore(): void {
  const db = new Database(join(folder, "sandbox.db"));
  db.exec("PRAGMA journal_mode = WAL;");
  for (const migration of MIGRATIONS.slice(0, 9)) db.exec(migration);
  db.exec("PRAGMA user_version = 9");
  db.prepare(
    `INSERT INTO api_accounts (client_id, name, ucc, pin, totp_secret, app_id, app_secret_digest, postback_url, postback_secret, created_at)
     VALUES ('2000000001', 'Old', 'SBX1', '482915', ?, 'app', 'x', 'https://receiver.example/', ?, 1)`,
  ).run(...SECRETS);
  db.prepare("INSERT INTO access_tokens VALUES ('2000000001', 'd1', 9000000000000)").run();
  db.prepare("INSERT INTO access_tokens VALUES ('1000000001', 'd2', 9000000000000)").run();
  db.close();
}

it("what an earlier version wrote in plain text is sealed at the next start, and works as before", async () => {
  writeOldStore();
  expect(onDisk().includes(SECRETS[0])).toBe(true);
  const db = openDatabase(folder);
  for (const secret of [...SECRETS, "482915"]) expect(onDisk().includes(secret), secret).toBe(false);
  expect(findAccount(db, "2000000001")?.postbackSecret).toBe(SECRETS[1]);
  const pin = () =>
    (db.prepare("SELECT pin FROM api_accounts").get() as { pin: string } | undefined)?.pin ?? "";
  expect(isSealed(pin())).toBe(true);
  expect(await checkCodes(db, "2000000001", { pin: "482916" }, 1)).toEqual({
    isRight: false,
    isPinRight: false,
  });
  expect(await checkCodes(db, "2000000001", { pin: "482915" }, 1)).toEqual({ isRight: true, totpStep: null });
  // From its first use on it is a hash.
  expect(isHashed(pin())).toBe(true);
  expect(await checkCodes(db, "2000000001", { pin: "482915" }, 1)).toEqual({ isRight: true, totpStep: null });
  // Tokens go on, the programs' as one of theirs, the site's as a sign-in.
  expect(listTokens(db, "2000000001", 1).map(({ kind }) => kind)).toEqual(["api_token"]);
  expect(listTokens(db, "1000000001", 1).map(({ kind }) => kind)).toEqual(["sign_in"]);
  db.close();
});

it("nothing of a new account's secrets reaches the disk", async () => {
  const db = openDatabase(folder);
  const made = await createAccount(db, "New", 1);
  const secret = setPostback(db, made?.account.id ?? "", "https://receiver.example/");
  for (const plain of [made?.codes.totpSecret, made?.appSecret, secret])
    expect(onDisk().includes(plain ?? "?"), plain ?? "none").toBe(false);
  expect(findAccount(db, made?.account.id ?? "")?.postbackSecret).toBe(secret);
  expect(await checkCodes(db, made?.account.id ?? "", { pin: made?.codes.pin ?? "" }, 1)).toMatchObject({
    isRight: true,
  });
  db.close();
});

it("folder, database, its logs and the key are their owner's alone, even where they were not", () => {
  const loose = join(folder, "loose");
  openDatabase(loose).close();
  chmodSync(loose, 0o755);
  for (const name of readdirSync(loose)) chmodSync(join(loose, name), 0o644);
  const db = openDatabase(loose);
  db.exec("CREATE TABLE more (a)");
  const modes = Object.fromEntries(
    ["", ...readdirSync(loose)].map((name) => [name, statSync(join(loose, name)).mode & 0o777]),
  );
  expect(modes).toEqual({
    "": 0o700,
    "sandbox.db": 0o600,
    "sandbox.db-wal": 0o600,
    "sandbox.db-shm": 0o600,
    "store-key": 0o600,
  });
  db.close();
});

it("another key opens nothing, and a broken key file is said by name", () => {
  const sealed = createVault(Buffer.alloc(32, 1)).seal("secret");
  expect(createVault(Buffer.alloc(32, 1)).open(sealed)).toBe("secret");
  expect(createVault(Buffer.alloc(32, 2)).open(sealed)).toBeNull();
  expect(createVault(Buffer.alloc(32, 1)).open(`${sealed.slice(0, -2)}AA`)).toBeNull();
  expect(keyOf(folder).equals(keyOf(folder))).toBe(true);
  writeFileSync(join(folder, "store-key"), "short");
  expect(() => keyOf(folder)).toThrow(/store-key does not hold a key/);
});

it("PINs are salted, and too many tries at once are refused instead of waited for", async () => {
  const db = openDatabase(folder);
  const vault = vaultOf(db);
  const [one, two] = await Promise.all([vault.hashPin("246810"), vault.hashPin("246810")]);
  expect(one).not.toBe(two);
  expect([await vault.isPin("246810", one), await vault.isPin("246811", one)]).toEqual([true, false]);
  expect(await vault.isPin("246810", "")).toBe(false);
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => vault.isPin("1", one)));
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  for (const result of refused) expect(result.reason).toBeInstanceOf(VaultBusy);
  expect(await vault.isPin("246810", one)).toBe(true);
  db.close();
}, 30_000);
