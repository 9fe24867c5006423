// Idempotency keys of writes, which are stored with their results. A request with a stored key has no further effect.
import type { SandboxDatabase } from "./database.ts";

export const IDEMPOTENCY_LIMITS = {
  /** Retention time of a key, in ms. */
  storedForMs: 24 * 3_600_000,
} as const;

export function removeExpiredKeys(
  db: SandboxDatabase,
  table: "idempotent_answers" | "once_answers" | "deployment_actions",
  now: number,
): void {
  db.prepare(`DELETE FROM ${table} WHERE at < ?`).run(now - IDEMPOTENCY_LIMITS.storedForMs);
}
