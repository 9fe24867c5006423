// Secrets at rest: no file contains them in plain text, only the owner can read the files, and another key decrypts
// nothing.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createAccount, findAccount, setPostback } from "../accounts/api-accounts.ts";
import { checkCodes } from "../accounts/codes.ts";
import { getVault, openDatabase } from "./database.ts";
import { createVault, loadVaultKey, VaultBusyError } from "./vault.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vault-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the content of all files in the folder. */
const onDisk = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));

it("writes no secret of a new account to the disk", async () => {
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

it("restricts existing data files and keys to their owner", () => {
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

it("fails to decrypt with another key, and names a broken key file in the error", () => {
  const sealed = createVault(Buffer.alloc(32, 1)).seal("secret");
  expect(createVault(Buffer.alloc(32, 1)).open(sealed)).toBe("secret");
  expect(createVault(Buffer.alloc(32, 2)).open(sealed)).toBeNull();
  const at = sealed.length - 6;
  const altered = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
  expect(createVault(Buffer.alloc(32, 1)).open(altered)).toBeNull();
  expect(loadVaultKey(folder).equals(loadVaultKey(folder))).toBe(true);
  writeFileSync(join(folder, "store-key"), "short");
  expect(() => loadVaultKey(folder)).toThrow(/store-key does not contain a key/);
});

it("salts PIN hashes, and rejects parallel PIN checks above the limit", async () => {
  const db = openDatabase(folder);
  const vault = getVault(db);
  const [one, two] = await Promise.all([vault.hashPin("246810"), vault.hashPin("246810")]);
  expect(one).not.toBe(two);
  expect([await vault.isPin("246810", one), await vault.isPin("246811", one)]).toEqual([true, false]);
  expect(await vault.isPin("246810", "")).toBe(false);
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => vault.isPin("1", one)));
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  for (const result of refused) expect(result.reason).toBeInstanceOf(VaultBusyError);
  expect(await vault.isPin("246810", one)).toBe(true);
  db.close();
}, 30_000);
