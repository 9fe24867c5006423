// SHA-256 digests; secrets are stored only in this form.
import { createHash } from "node:crypto";

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
