// What is kept of a secret: its SHA-256, never itself.
import { createHash } from "node:crypto";

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
