// Consents in the store. A consent is valid for ten minutes, accepts up to five wrong codes and is granted or denied
// once. It yields one tokenId, which can be exchanged once for an access token.
import { randomUUID } from "node:crypto";
import { inTransaction, type SandboxDatabase } from "../store/database.ts";
import { findAnyClient } from "./api-accounts.ts";
import { type App, findApp } from "./apps.ts";
import {
  type Admission,
  type Attempt,
  beginAttempt,
  settleFailure,
  settleSuccess,
  withdrawAttempt,
} from "./attempts.ts";
import type { SandboxClient } from "./clients.ts";
import { type CheckedCodes, checkCodes, claimTotpStep, type TypedCodes } from "./codes.ts";
import { type IssuedToken, issueAppToken, issueSignIn } from "./tokens.ts";

export const LOGIN_LIMITS = {
  consentForMs: 10 * 60_000,
  triesPerConsent: 5,
  /** Maximum number of consents per minute that an app may create, and that an address may create on platforms. */
  consentsPerMinute: 20,
} as const;

export type ConsentState = "open" | "expired" | "used" | "denied" | "too_many_tries" | "unknown";
type ConsentRow = {
  id: string;
  expires_at: number;
  client_id: string | null;
  tries: number;
  token_id: string | null;
  consumed_at: number | null;
  /** The requesting app; null for the partner's site. */
  app_id: string | null;
  state: string | null;
  denied_at: number | null;
  /** The request of an OAuth client as JSON. */
  oauth: string | null;
};

/**
 * Creates a consent. `requester` is the app that requests it, with the `state` that the redirect returns; null for the
 * partner's site.
 */
export function createConsent(
  db: SandboxDatabase,
  now: number,
  requester: { appId: string; state: string | null } | null = null,
): string {
  db.prepare("DELETE FROM consents WHERE expires_at < ?").run(now - 24 * 60 * 60_000);
  const id = randomUUID();
  db.prepare("INSERT INTO consents (id, created_at, expires_at, app_id, state) VALUES (?, ?, ?, ?, ?)").run(
    id,
    now,
    now + LOGIN_LIMITS.consentForMs,
    requester?.appId ?? null,
    requester?.state ?? null,
  );
  return id;
}

/** Returns the requester of an existing consent: an app with its `state`, or null for the partner's site. */
export function findRequester(
  db: SandboxDatabase,
  id: string,
): { app: App; state: string | null; isOAuth: boolean } | null {
  const row = readConsent(db, id);
  const app = row?.app_id == null ? undefined : findApp(db, row.app_id);
  if (row === undefined || app === undefined) return null;
  const { state } = row;
  if (row.oauth === null) return { app, state, isOAuth: false };
  const { redirectUri, scopes } = JSON.parse(row.oauth) as { redirectUri: string; scopes: App["scopes"] };
  return { app: { ...app, redirectUrl: redirectUri, scopes }, state, isOAuth: true };
}

/** Records the client's denial. Returns false when the consent was answered or has expired. */
export function denyConsent(db: SandboxDatabase, id: string, now: number): boolean {
  return inTransaction(db, () => {
    if (consentState(db, id, now) !== "open") return false;
    db.prepare("UPDATE consents SET denied_at = ? WHERE id = ?").run(now, id);
    return true;
  });
}

export function consentState(db: SandboxDatabase, id: string, now: number): ConsentState {
  const row = readConsent(db, id);
  if (row === undefined) return "unknown";
  if (row.token_id !== null) return "used";
  if (row.denied_at !== null) return "denied";
  if (row.tries >= LOGIN_LIMITS.triesPerConsent) return "too_many_tries";
  return row.expires_at < now ? "expired" : "open";
}

type AttemptRefusal = Exclude<Admission, { kind: "admitted" }>;
export type LoginAttemptResult =
  | { kind: "ok"; tokenId: string }
  | { kind: "wrong"; triesLeft: number }
  | { kind: "closed"; state: ConsentState }
  | AttemptRefusal;
type LoginAttempt = { clientId: string; address: string; codes: TypedCodes };

const toAttempt = ({ clientId, address, codes }: LoginAttempt): Attempt => ({
  clientId,
  address,
  hasBoth: codes.pin !== undefined && codes.totp !== undefined,
});

/**
 * Verifies a PIN, a TOTP code or both for a client id, and grants the consent. An unknown client id fails in the same
 * way as a wrong code. Throws VaultBusyError.
 */
export async function tryLogin(
  db: SandboxDatabase,
  typed: LoginAttempt & { consentId: string },
  now: number,
): Promise<LoginAttemptResult> {
  const { consentId, clientId } = typed;
  const attempt = toAttempt(typed);
  const changeTries = (tries: 1 | -1) =>
    db.prepare("UPDATE consents SET tries = tries + ? WHERE id = ?").run(tries, consentId);
  const begun = inTransaction(db, (): Admission | { kind: "closed"; state: ConsentState } => {
    const state = consentState(db, consentId, now);
    if (state !== "open") return { kind: "closed", state };
    const admission = beginAttempt(db, attempt, now);
    if (admission.kind === "admitted") changeTries(1);
    return admission;
  });
  if (begun.kind !== "admitted") return begun;
  const { attemptId } = begun;
  const checked = await checkCodes(db, clientId, typed.codes, now).catch((fault: unknown) => {
    inTransaction(db, () => {
      withdrawAttempt(db, attemptId);
      changeTries(-1);
    });
    throw fault;
  });
  return inTransaction(db, (): LoginAttemptResult => {
    const row = readConsent(db, consentId);
    // A parallel attempt may have closed the consent during the check. This attempt is then removed, and its result is
    // discarded.
    if (row === undefined || row.token_id !== null || row.denied_at !== null) {
      withdrawAttempt(db, attemptId);
      return { kind: "closed", state: consentState(db, consentId, now) };
    }
    const app = row.app_id === null ? null : findApp(db, row.app_id);
    const mayAuthorise =
      app === null || (app !== undefined && (app.audience === "any" || app.ownerClientId === clientId));
    const isKnown = findAnyClient(db, clientId) !== undefined;
    if (checked.isRight && isKnown && mayAuthorise && claimStep(db, clientId, checked.totpStep)) {
      const tokenId = randomUUID();
      db.prepare("UPDATE consents SET client_id = ?, token_id = ?, given_at = ? WHERE id = ?").run(
        clientId,
        tokenId,
        now,
        consentId,
      );
      settleSuccess(db, attempt, attemptId, now);
      return { kind: "ok", tokenId };
    }
    settleFailure(db, attemptId, isPinRight(checked, typed.codes));
    return { kind: "wrong", triesLeft: Math.max(0, LOGIN_LIMITS.triesPerConsent - row.tries) };
  });
}

/**
 * Verifies a PIN and a TOTP code together, without a consent. The attempt is counted like any other. Throws
 * VaultBusyError.
 */
export async function tryCodes(
  db: SandboxDatabase,
  typed: LoginAttempt,
  now: number,
): Promise<{ kind: "ok"; client: SandboxClient } | { kind: "wrong" } | AttemptRefusal> {
  const attempt = toAttempt(typed);
  const { clientId } = typed;
  const begun = inTransaction(db, () => beginAttempt(db, attempt, now));
  if (begun.kind !== "admitted") return begun;
  const { attemptId } = begun;
  const checked = await checkCodes(db, clientId, typed.codes, now).catch((fault: unknown) => {
    withdrawAttempt(db, attemptId);
    throw fault;
  });
  return inTransaction(db, () => {
    const client = findAnyClient(db, clientId);
    if (!checked.isRight || client === undefined || !claimStep(db, clientId, checked.totpStep)) {
      settleFailure(db, attemptId, isPinRight(checked, typed.codes));
      return { kind: "wrong" };
    }
    settleSuccess(db, attempt, attemptId, now);
    return { kind: "ok", client };
  });
}

/**
 * True if the entered PIN is right, even if the codes were rejected for another reason, such as a TOTP code that was
 * used before.
 */
function isPinRight(checked: CheckedCodes, typed: TypedCodes): boolean {
  return checked.isRight ? typed.pin !== undefined : checked.isPinRight;
}

function claimStep(db: SandboxDatabase, clientId: string, totpStep: number | null): boolean {
  return totpStep === null || claimTotpStep(db, clientId, totpStep);
}

/**
 * Exchanges a tokenId for an access token, once. The token belongs to the app, or to a sign-in on the partner's site.
 * Returns null when the tokenId is invalid or expired.
 */
export function consumeTokenId(
  db: SandboxDatabase,
  tokenId: string,
  now: number,
  forWhom: { app: App } | { label: string | null },
): (IssuedToken & { client: SandboxClient; consentId: string }) | null {
  const appId = "app" in forWhom ? forWhom.app.id : null;
  return inTransaction(db, () => {
    const row = db.prepare("SELECT * FROM consents WHERE token_id = ?").get(tokenId) as
      | ConsentRow
      | undefined;
    const client = findAnyClient(db, row?.client_id ?? "");
    if (
      row === undefined ||
      client === undefined ||
      row.consumed_at !== null ||
      row.expires_at < now ||
      row.app_id !== appId ||
      // Codes of OAuth clients require a verifier and are exchanged in oauth.ts.
      row.oauth !== null
    )
      return null;
    db.prepare("UPDATE consents SET consumed_at = ? WHERE id = ?").run(now, row.id);
    const issued =
      "app" in forWhom
        ? issueAppToken(db, client.id, forWhom.app, now)
        : issueSignIn(db, client.id, now, forWhom.label);
    return { client, consentId: row.id, ...issued };
  });
}

function readConsent(db: SandboxDatabase, id: string): ConsentRow | undefined {
  return db.prepare("SELECT * FROM consents WHERE id = ?").get(id) as ConsentRow | undefined;
}
