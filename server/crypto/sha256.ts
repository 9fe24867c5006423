// SHA-256 digests in hexadecimal. Secrets that are only compared are stored in this form.
import { createHash } from "node:crypto";

export function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}
