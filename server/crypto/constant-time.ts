// Compares secrets in a time that does not depend on the position of the first difference.
import { createHash, timingSafeEqual } from "node:crypto";

export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
