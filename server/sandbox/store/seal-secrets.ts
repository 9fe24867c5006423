// What earlier versions wrote in plain text is sealed when the store is opened, and what the file still held of it is overwritten. PINs
// are sealed first, since hashing thousands takes minutes; each becomes a hash when it is next used.
import type { SandboxDatabase } from "./database.ts";
import { isHashed, isSealed, type Vault } from "./vault.ts";

type Row = { client_id: string; pin: string; totp_secret: string; postback_secret: string | null };

/** True when there was something to seal. */
export function sealSecrets(db: SandboxDatabase, vault: Vault): boolean {
  const plain = (
    db.prepare("SELECT client_id, pin, totp_secret, postback_secret FROM api_accounts").all() as Row[]
  ).filter(
    ({ pin, totp_secret, postback_secret }) =>
      !(isHashed(pin) || isSealed(pin)) ||
      !isSealed(totp_secret) ||
      (postback_secret !== null && !isSealed(postback_secret)),
  );
  if (plain.length === 0) return false;
  const sealed = (text: string) => (isSealed(text) || isHashed(text) ? text : vault.seal(text));
  db.exec("PRAGMA secure_delete = ON; BEGIN IMMEDIATE");
  try {
    const write = db.prepare(
      "UPDATE api_accounts SET pin = ?, totp_secret = ?, postback_secret = ? WHERE client_id = ?",
    );
    for (const row of plain)
      write.run(
        sealed(row.pin),
        sealed(row.totp_secret),
        row.postback_secret === null ? null : sealed(row.postback_secret),
        row.client_id,
      );
    db.exec("COMMIT");
  } catch (fault) {
    db.exec("ROLLBACK");
    throw fault;
  }
  // Old pages, and the log that they went through.
  db.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
  return true;
}
