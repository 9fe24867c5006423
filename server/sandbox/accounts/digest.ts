// Secrets are stored as their SHA-256 only.
import { createHash } from "node:crypto";

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
