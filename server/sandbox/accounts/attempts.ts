// How often codes may be tried. An address that is wrong too often waits, longer each time; a client id that is tried too often is not
// locked, it asks for PIN and TOTP together from addresses that never signed in as this client. Everything is counted in the store, so a
// restart forgives nobody. Every attempt counts as wrong from its beginning until it proves right, so many at once gain nothing.
import type { SandboxDatabase } from "../store/database.ts";

const MINUTE_MS = 60_000;

export const ATTEMPT_LIMITS = {
  /** How long a wrong code counts. */
  countedForMs: 60 * MINUTE_MS,
  /** Wrong codes for a client id until one code alone does not suffice any more. */
  wrongUntilBoth: 5,
  /** Wrong codes of an address until it waits; of attempts with both codes it may make more. */
  wrongPerAddress: 20,
  wrongPerAddressWithBoth: 100,
  /** Wrong codes for a client id until each address waits after its own first wrong one. */
  wrongPerClient: 50,
  waitFirstMs: MINUTE_MS / 2,
  waitAtMostMs: 15 * MINUTE_MS,
  /** Addresses that a client has signed in from. */
  addressesKnown: 20,
  addressKnownForMs: 90 * 24 * 60 * MINUTE_MS,
} as const;

/** `address` is empty where nobody said it: all of those are one, and never a known one. */
export type Attempt = { clientId: string; address: string; hasBoth: boolean };
export type Admission =
  | { kind: "admitted"; attemptId: number }
  | { kind: "needs_both" }
  | { kind: "wait"; seconds: number };

type Count = { wrong: number; lastAt: number | null };

function count(db: SandboxDatabase, where: string, values: (string | number)[], since: number): Count {
  return db
    .prepare(`SELECT count(*) AS wrong, max(at) AS lastAt FROM login_failures WHERE ${where} AND at > ?`)
    .get(...values, since) as Count;
}

function isKnown(db: SandboxDatabase, clientId: string, address: string, now: number): boolean {
  if (address === "") return false;
  const row = db
    .prepare("SELECT 1 FROM login_addresses WHERE client_id = ? AND address = ? AND last_at > ?")
    .get(clientId, address, now - ATTEMPT_LIMITS.addressKnownForMs);
  return row !== undefined;
}

/** Whether this client id asks for both codes at this address. */
export function needsBoth(
  db: SandboxDatabase,
  { clientId, address }: Pick<Attempt, "clientId" | "address">,
  now: number,
): boolean {
  const since = now - ATTEMPT_LIMITS.countedForMs;
  const own = isKnown(db, clientId, address, now)
    ? count(db, "client_id = ? AND address = ?", [clientId, address], since)
    : count(db, "client_id = ?", [clientId], since);
  return own.wrong >= ATTEMPT_LIMITS.wrongUntilBoth;
}

/** Seconds until the next attempt after `over` wrong ones too many; 0 when it may be made. */
function waitS(over: number, lastAt: number | null, now: number): number {
  if (over < 0 || lastAt === null) return 0;
  const { waitFirstMs, waitAtMostMs } = ATTEMPT_LIMITS;
  const until = lastAt + Math.min(waitAtMostMs, waitFirstMs * 2 ** Math.min(over, 20));
  return Math.max(0, Math.ceil((until - now) / 1_000));
}

/** Admits an attempt and counts it as a wrong one. To be called within a transaction. */
export function beginAttempt(db: SandboxDatabase, attempt: Attempt, now: number): Admission {
  const { clientId, address, hasBoth } = attempt;
  const limits = ATTEMPT_LIMITS;
  const since = now - limits.countedForMs;
  db.prepare("DELETE FROM login_failures WHERE at <= ?").run(since);
  // The owner, with everything, from where he has been before: always looked at.
  const isOwner = hasBoth && isKnown(db, clientId, address, now);
  if (!isOwner) {
    const ofAddress = count(db, "address = ?", [address], since);
    const atMost = hasBoth ? limits.wrongPerAddressWithBoth : limits.wrongPerAddress;
    const ofClient = count(db, "client_id = ?", [clientId], since);
    const ofBoth = count(db, "client_id = ? AND address = ?", [clientId, address], since);
    const seconds = Math.max(
      waitS(ofAddress.wrong - atMost, ofAddress.lastAt, now),
      ofClient.wrong < limits.wrongPerClient ? 0 : waitS(ofBoth.wrong - 1, ofBoth.lastAt, now),
    );
    if (seconds > 0) return { kind: "wait", seconds };
    if (!hasBoth && needsBoth(db, attempt, now)) return { kind: "needs_both" };
  }
  const { lastInsertRowid } = db
    .prepare("INSERT INTO login_failures (client_id, address, at) VALUES (?, ?, ?)")
    .run(clientId, address, now);
  return { kind: "admitted", attemptId: Number(lastInsertRowid) };
}

/** The attempt was right: it counts no more, and its address is one that the client signs in from. */
export function settleRight(db: SandboxDatabase, attempt: Attempt, attemptId: number, now: number): void {
  withdrawAttempt(db, attemptId);
  const { clientId, address } = attempt;
  if (address === "") return;
  db.prepare(
    `INSERT INTO login_addresses (client_id, address, last_at) VALUES (?, ?, ?)
     ON CONFLICT (client_id, address) DO UPDATE SET last_at = excluded.last_at`,
  ).run(clientId, address, now);
  db.prepare(
    `DELETE FROM login_addresses WHERE client_id = ? AND address NOT IN
       (SELECT address FROM login_addresses WHERE client_id = ? ORDER BY last_at DESC LIMIT ?)`,
  ).run(clientId, clientId, ATTEMPT_LIMITS.addressesKnown);
}

/** The attempt was not looked at after all. */
export function withdrawAttempt(db: SandboxDatabase, attemptId: number): void {
  db.prepare("DELETE FROM login_failures WHERE rowid = ?").run(attemptId);
}
