// Verifies a client's PIN and authenticator code. The codes of fixed clients are constants. Other PINs are stored
// hashed, and other TOTP secrets encrypted. Checking an unknown client id takes as long as checking a wrong PIN.
import { Secret, TOTP } from "otpauth";
import { isSameSecret } from "../../crypto/constant-time.ts";
import { getVault, type SandboxDatabase } from "../store/database.ts";
import { findClient } from "./clients.ts";

export type TypedCodes = { pin?: string; totp?: string };

const STEP_MS = 30_000;
type CredentialsRow = { pin: string; totp_secret: string };

/** `totpStep`: time step of the TOTP code, which the caller has to claim; null if no TOTP code was entered. */
export type CheckedCodes =
  | { isRight: true; totpStep: number | null }
  /** `isPinRight` is also false if no PIN was entered. */
  | { isRight: false; isPinRight: boolean };

/** Checks the entered codes of a client. Throws VaultBusyError if too many PINs are being hashed. */
export async function checkCodes(
  db: SandboxDatabase,
  clientId: string,
  typed: TypedCodes,
  now: number,
): Promise<CheckedCodes> {
  const fixed = findClient(clientId);
  const row = db.prepare("SELECT pin, totp_secret FROM api_accounts WHERE client_id = ?").get(clientId) as
    | CredentialsRow
    | undefined;
  const isPinRight =
    typed.pin !== undefined &&
    (fixed === undefined
      ? await getVault(db).isPin(typed.pin, row?.pin ?? "")
      : isSameSecret(typed.pin, fixed.pin));
  if (typed.totp === undefined)
    return isPinRight ? { isRight: true, totpStep: null } : { isRight: false, isPinRight };
  const secret = fixed?.totpSecret ?? getVault(db).open(row?.totp_secret ?? "");
  const totpStep = secret === null ? null : matchTotpStep(secret, typed.totp, now);
  return totpStep !== null && (isPinRight || typed.pin === undefined)
    ? { isRight: true, totpStep }
    : { isRight: false, isPinRight };
}

/**
 * Returns the time step of a TOTP code by RFC 6238: six digits, thirty seconds, one step of tolerance in each
 * direction. Null for an invalid code.
 */
function matchTotpStep(secret: string, code: string, atMs: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: STEP_MS / 1_000 });
  const delta = totp.validate({ token: code, timestamp: atMs, window: 1 });
  return delta === null ? null : Math.floor(atMs / STEP_MS) + delta;
}

/**
 * Claims a time step, so that its code works only once. Returns false when the client has used the code of this step or
 * a later step.
 */
export function claimTotpStep(db: SandboxDatabase, clientId: string, step: number): boolean {
  const { changes } = db
    .prepare(
      `INSERT INTO totp_steps (client_id, step) VALUES (?, ?)
       ON CONFLICT (client_id) DO UPDATE SET step = excluded.step WHERE excluded.step > totp_steps.step`,
    )
    .run(clientId, step);
  return changes === 1;
}
