// Removes unused accounts with all of their rows. The demo clients never expire.
//
// Calls, open sockets, portal pages, sign-ins and deployments that have not ended count as use. Downtime of the sandbox
// does not count. The first step removes the account, its tokens and its sessions, so that nobody can use the account
// during the removal. The account stays in `expired_accounts` until its last row is removed, so that a restart resumes
// the removal.
import { DAY_MS } from "../../../app/domain/time.ts";
import type { WorkSteps } from "../slices.ts";
import { inTransaction, type SandboxDatabase } from "../store/database.ts";
import { removeAccountRows } from "./account-rows.ts";
import { ACCOUNT_USE_RECORDED_EVERY_MS } from "./api-accounts.ts";
import { SANDBOX_CLIENTS } from "./clients.ts";

export const EXPIRY_LIMITS = {
  /** Number of rows removed per step. */
  rowsPerStep: 40,
  everyMs: 60_000,
} as const;

/** Time of the latest steps in the table `meta`, epoch ms. */
const RAN_AT_KEY = "account_expiry_ran_at";
const FIXED_CLIENT_IDS = SANDBOX_CLIENTS.map(({ id }) => `'${id}'`).join(", ");
const LEAST_RECENTLY_USED = `
  SELECT client_id AS id, EXISTS (
    SELECT 1 FROM deployments
    WHERE deployments.client_id = api_accounts.client_id AND state NOT IN ('stopped', 'failed')
  ) AS is_running
  FROM api_accounts WHERE last_used_at < ? AND client_id NOT IN (${FIXED_CLIENT_IDS}) ORDER BY last_used_at LIMIT 1`;

type Options = {
  db: SandboxDatabase;
  now: () => number;
  unusedDays: number;
  /** Drops the cached data of an account. */
  forget: (clientId: string) => void;
};

export class AccountExpiry {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
    // The orders of an account whose removal was interrupted must not be matched after the restart.
    for (const clientId of this.#unfinished()) options.forget(clientId);
    this.#addDowntime();
  }

  #addDowntime(): void {
    const { db, now } = this.#options;
    const row = db.prepare("SELECT value FROM meta WHERE key = ?").get(RAN_AT_KEY) as
      | { value: string }
      | undefined;
    const downtimeMs = row === undefined ? 0 : now() - Number(row.value);
    if (downtimeMs <= 0) return;
    db.prepare("UPDATE api_accounts SET last_used_at = min(?, last_used_at + ?)").run(now(), downtimeMs);
    this.#noteTime();
  }

  #noteTime(): void {
    const { db, now } = this.#options;
    db.prepare(
      "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    ).run(RAN_AT_KEY, String(now()));
  }

  *steps(): WorkSteps {
    this.#noteTime();
    for (const clientId of this.#unfinished()) yield* this.#clear(clientId);
    const { db, now, unusedDays } = this.#options;
    for (;;) {
      const before = now() - unusedDays * DAY_MS - ACCOUNT_USE_RECORDED_EVERY_MS;
      const oldest = db.prepare(LEAST_RECENTLY_USED).get(before) as
        | { id: string; is_running: number }
        | undefined;
      if (oldest === undefined) return;
      if (oldest.is_running === 1)
        db.prepare("UPDATE api_accounts SET last_used_at = ? WHERE client_id = ?").run(now(), oldest.id);
      else {
        this.#expire(oldest.id);
        yield* this.#clear(oldest.id);
      }
      yield;
    }
  }

  #expire(clientId: string): void {
    const { db, forget } = this.#options;
    inTransaction(db, () => {
      db.prepare("INSERT INTO expired_accounts (client_id) VALUES (?)").run(clientId);
      for (const table of ["access_tokens", "portal_sessions", "pnl_exits", "api_accounts"])
        db.prepare(`DELETE FROM ${table} WHERE client_id = ?`).run(clientId);
    });
    forget(clientId);
  }

  *#clear(clientId: string): WorkSteps {
    const { db } = this.#options;
    let isDone = false;
    while (!isDone) {
      yield;
      isDone = inTransaction(db, () => {
        if (removeAccountRows(db, clientId, EXPIRY_LIMITS.rowsPerStep) > 0) return false;
        db.prepare("DELETE FROM expired_accounts WHERE client_id = ?").run(clientId);
        return true;
      });
    }
  }

  #unfinished(): string[] {
    const rows = this.#options.db.prepare("SELECT client_id AS id FROM expired_accounts").all();
    return (rows as { id: string }[]).map(({ id }) => id);
  }
}
