// The operator's keys that sign records. The private key is read from the settings, or generated and stored next to the
// database. Public keys are never deleted, so that signatures by former keys can still be verified.
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EvidenceKeys } from "../../../../app/contract/base-api/record.ts";
import { type SigningKey, toPublicKey } from "../../../crypto/record-seal.ts";
import { inTransaction, type SandboxDatabase } from "../../store/database.ts";

const FILE = "record-key";

/**
 * Returns the current signing key and publishes it as current; earlier keys become retired. `pem` is the operator's key
 * (PKCS #8). If it is null, a key is generated once and stored next to the database, readable only by its owner.
 */
export function openSigningKey(
  db: SandboxDatabase,
  folder: string,
  pem: string | null,
  at: number,
): SigningKey {
  const privateKey = pem === null ? ownKey(folder) : createPrivateKey(pem);
  const { id, publicKey } = toPublicKey(privateKey);
  inTransaction(db, () => {
    db.prepare("UPDATE evidence_keys SET until = ? WHERE id <> ? AND until IS NULL").run(at, id);
    db.prepare(
      `INSERT INTO evidence_keys (id, public_key, since, until) VALUES (?, ?, ?, NULL)
       ON CONFLICT (id) DO UPDATE SET until = NULL`,
    ).run(id, publicKey, at);
  });
  return { id, privateKey };
}

function ownKey(folder: string): KeyObject {
  const file = join(folder, FILE);
  try {
    return createPrivateKey(readFileSync(file, "utf8"));
  } catch (fault) {
    // An unreadable key is not replaced, because existing signatures were made with it.
    if ((fault as NodeJS.ErrnoException).code !== "ENOENT") throw fault;
  }
  const { privateKey } = generateKeyPairSync("ed25519");
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  return privateKey;
}

/** Lists all keys ever used for signing, newest first. */
export function publicKeys(db: SandboxDatabase): EvidenceKeys {
  const rows = db
    .prepare("SELECT id, public_key, since, until FROM evidence_keys ORDER BY since DESC, id")
    .all() as { id: string; public_key: string; since: number; until: number | null }[];
  return {
    keys: rows.map(({ id, public_key, since, until }) => ({
      id,
      algorithm: "Ed25519",
      publicKey: public_key,
      since: new Date(since).toISOString(),
      until: until === null ? null : new Date(until).toISOString(),
    })),
  };
}
