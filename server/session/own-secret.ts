// The secret of a site without SESSION_SECRETS. It is generated once and stored in the data folder, readable only by
// its owner. Replicas need SESSION_SECRETS, because they must have the same secret.
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = "session-secret";

export function ownSecret(dataDir: string): string {
  const file = join(dataDir, FILE);
  try {
    const known = readFileSync(file, "utf8").trim();
    if (known.length >= 32) return known;
  } catch {
    // The file does not exist at the first start.
  }
  const secret = randomBytes(32).toString("base64url");
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}
