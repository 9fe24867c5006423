// Limits on guessing PINs and TOTP codes. All counts are in the database, so that a restart does not reset them. An
// attempt counts as wrong from its start until it is settled as right, so that parallel attempts have no advantage.
//
// - An address with too many wrong codes has to wait, longer each time.
// - A client id with several wrong codes is not locked, but requires PIN and TOTP together. After many more wrong
//   codes, each address has to wait after its first wrong code.
// - A client id also has two ceilings for wrong codes an hour, each with a delay that grows up to 15 minutes:
//     - addresses that the client has signed in from before: every wrong attempt counts;
//     - all other addresses: only attempts with the right PIN count, which are guesses of the TOTP code.
//
// The two ceilings are separate so that no attacker can lock the owner out permanently. The first ceiling can be
// reached only from an address of the owner, the second only with the right PIN. An attacker with such an address and
// the PIN can delay the owner by at most 15 minutes per attempt.
import { MINUTE_MS } from "../../../app/domain/time.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { recordAccountUse } from "./api-accounts.ts";

export const ATTEMPT_LIMITS = {
  /** Period within which wrong codes are counted. */
  countedForMs: 60 * MINUTE_MS,
  /** Number of wrong codes for a client id after which PIN and TOTP are required together. */
  wrongUntilBoth: 5,
  /** Number of wrong attempts after which an address has to wait: with PIN or TOTP only, and with both together. */
  wrongPerAddress: 20,
  wrongPerAddressWithBoth: 100,
  /** Number of wrong codes for a client id after which each address has to wait after its first wrong code. */
  wrongPerClient: 50,
  /**
   * Maximum number of wrong codes for a client id from the addresses of earlier sign-ins, and from all others. Above
   * it, attempts from that group of addresses have to wait.
   */
  wrongPerClass: 30,
  waitFirstMs: MINUTE_MS / 2,
  waitAtMostMs: 15 * MINUTE_MS,
  /** Maximum number of known addresses per client, which are stored after successful sign-ins. */
  knownAddresses: 20,
  addressKnownForMs: 90 * 24 * 60 * MINUTE_MS,
} as const;

/**
 * `address` is empty if it cannot be determined. Attempts without an address are counted together, and never as
 * attempts from a known address.
 */
export type Attempt = { clientId: string; address: string; hasBoth: boolean };
export type Admission =
  | { kind: "admitted"; attemptId: number }
  | { kind: "needs_both" }
  | { kind: "wait"; seconds: number };

type Count = { wrong: number; lastAt: number | null };

function countWrong(db: SandboxDatabase, where: string, values: (string | number)[], since: number): Count {
  return db
    .prepare(`SELECT count(*) AS wrong, max(at) AS lastAt FROM login_failures WHERE ${where} AND at > ?`)
    .get(...values, since) as Count;
}

function isKnownAddress(db: SandboxDatabase, clientId: string, address: string, now: number): boolean {
  if (address === "") return false;
  const row = db
    .prepare("SELECT 1 FROM login_addresses WHERE client_id = ? AND address = ? AND last_at > ?")
    .get(clientId, address, now - ATTEMPT_LIMITS.addressKnownForMs);
  return row !== undefined;
}

/** True if this client id requires PIN and TOTP together from this address. */
export function requiresBothCodes(
  db: SandboxDatabase,
  { clientId, address }: Pick<Attempt, "clientId" | "address">,
  now: number,
): boolean {
  const since = now - ATTEMPT_LIMITS.countedForMs;
  const own = isKnownAddress(db, clientId, address, now)
    ? countWrong(db, "client_id = ? AND address = ?", [clientId, address], since)
    : countWrong(db, "client_id = ?", [clientId], since);
  return own.wrong >= ATTEMPT_LIMITS.wrongUntilBoth;
}

const KNOWN_ADDRESSES = "SELECT address FROM login_addresses WHERE client_id = ? AND last_at > ?";

/**
 * Counts the wrong attempts on a client id: all attempts from the client's known addresses, or only those with the
 * right PIN from other addresses.
 */
function countClass(db: SandboxDatabase, clientId: string, isKnownAddress: boolean, now: number): Count {
  const where = isKnownAddress
    ? `client_id = ? AND address IN (${KNOWN_ADDRESSES})`
    : `client_id = ? AND is_pin_right = 1 AND address NOT IN (${KNOWN_ADDRESSES})`;
  const values = [clientId, clientId, now - ATTEMPT_LIMITS.addressKnownForMs];
  return countWrong(db, where, values, now - ATTEMPT_LIMITS.countedForMs);
}

/** Returns the seconds to wait when the limit is exceeded by `over` attempts; 0 if the attempt is allowed now. */
function waitSeconds(over: number, lastAt: number | null, now: number): number {
  if (over < 0 || lastAt === null) return 0;
  const { waitFirstMs, waitAtMostMs } = ATTEMPT_LIMITS;
  const until = lastAt + Math.min(waitAtMostMs, waitFirstMs * 2 ** Math.min(over, 20));
  return Math.max(0, Math.ceil((until - now) / 1_000));
}

/** Admits an attempt and counts it as a wrong one. Call it within a transaction. */
export function beginAttempt(db: SandboxDatabase, attempt: Attempt, now: number): Admission {
  const { clientId, address, hasBoth } = attempt;
  const limits = ATTEMPT_LIMITS;
  const since = now - limits.countedForMs;
  db.prepare("DELETE FROM login_failures WHERE at <= ?").run(since);
  const isFromKnown = isKnownAddress(db, clientId, address, now);
  const ofClass = countClass(db, clientId, isFromKnown, now);
  const classWait = waitSeconds(ofClass.wrong - limits.wrongPerClass, ofClass.lastAt, now);
  if (classWait > 0) return { kind: "wait", seconds: classWait };
  // Attempts with both codes from a known address skip the limits below, because attackers at other addresses could
  // exhaust them.
  if (!(hasBoth && isFromKnown)) {
    const ofAddress = countWrong(db, "address = ?", [address], since);
    const atMost = hasBoth ? limits.wrongPerAddressWithBoth : limits.wrongPerAddress;
    const ofClient = countWrong(db, "client_id = ?", [clientId], since);
    const ofBoth = countWrong(db, "client_id = ? AND address = ?", [clientId, address], since);
    const seconds = Math.max(
      waitSeconds(ofAddress.wrong - atMost, ofAddress.lastAt, now),
      ofClient.wrong < limits.wrongPerClient ? 0 : waitSeconds(ofBoth.wrong - 1, ofBoth.lastAt, now),
    );
    if (seconds > 0) return { kind: "wait", seconds };
    if (!hasBoth && requiresBothCodes(db, attempt, now)) return { kind: "needs_both" };
  }
  const { lastInsertRowid } = db
    .prepare("INSERT INTO login_failures (client_id, address, at) VALUES (?, ?, ?)")
    .run(clientId, address, now);
  return { kind: "admitted", attemptId: Number(lastInsertRowid) };
}

/** Settles a successful attempt: removes it from the counts and stores its address as known. */
export function settleSuccess(db: SandboxDatabase, attempt: Attempt, attemptId: number, now: number): void {
  withdrawAttempt(db, attemptId);
  const { clientId, address } = attempt;
  recordAccountUse(db, clientId, now);
  if (address === "") return;
  db.prepare(
    `INSERT INTO login_addresses (client_id, address, last_at) VALUES (?, ?, ?)
     ON CONFLICT (client_id, address) DO UPDATE SET last_at = excluded.last_at`,
  ).run(clientId, address, now);
  db.prepare(
    `DELETE FROM login_addresses WHERE client_id = ? AND address NOT IN
       (SELECT address FROM login_addresses WHERE client_id = ? ORDER BY last_at DESC LIMIT ?)`,
  ).run(clientId, clientId, ATTEMPT_LIMITS.knownAddresses);
}

/** Records whether the PIN of a wrong attempt was right. */
export function settleFailure(db: SandboxDatabase, attemptId: number, isPinRight: boolean): void {
  if (isPinRight) db.prepare("UPDATE login_failures SET is_pin_right = 1 WHERE rowid = ?").run(attemptId);
}

/** Removes an attempt whose codes were not checked. */
export function withdrawAttempt(db: SandboxDatabase, attemptId: number): void {
  db.prepare("DELETE FROM login_failures WHERE rowid = ?").run(attemptId);
}
