// SHA-256 digests. Secrets that are only compared are stored in this form.
import { createHash } from "node:crypto";

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
