// Fault rules by account. The rules are stored; their counts are reset when the process starts.
import { LRUCache } from "lru-cache";
import { type FaultRule, faultRules } from "../../../../app/contract/trading-api/faults.ts";
import { entriesUpTo } from "../../../rate-limits/entries-up-to.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { checkRules, FaultRules } from "./fault-rules.ts";

const CACHED_ACCOUNTS = 20_000;
const NO_RULES = new FaultRules([]);

export class AccountFaults {
  readonly #db: SandboxDatabase;
  readonly #cached = new LRUCache<string, FaultRules>(entriesUpTo(CACHED_ACCOUNTS));

  constructor(db: SandboxDatabase) {
    this.#db = db;
  }

  of(clientId: string): FaultRules {
    let rules = this.#cached.get(clientId);
    if (rules === undefined) {
      rules = this.#read(clientId);
      this.#cached.set(clientId, rules);
    }
    return rules;
  }

  /** Replaces all rules of an account. Throws ApiFault for rules with unknown names. */
  set(clientId: string, rules: readonly FaultRule[]): void {
    checkRules(rules, "faults");
    if (rules.length === 0) this.#db.prepare("DELETE FROM account_faults WHERE client_id = ?").run(clientId);
    else
      this.#db
        .prepare(
          `INSERT INTO account_faults (client_id, document) VALUES (?, ?)
           ON CONFLICT (client_id) DO UPDATE SET document = excluded.document`,
        )
        .run(clientId, JSON.stringify(rules));
    this.#cached.set(clientId, rules.length === 0 ? NO_RULES : new FaultRules(rules));
  }

  /** Drops the cached rules of an account after its rows were removed from the store. */
  forget(clientId: string): void {
    this.#cached.delete(clientId);
  }

  #read(clientId: string): FaultRules {
    const row = this.#db.prepare("SELECT document FROM account_faults WHERE client_id = ?").get(clientId) as
      | { document: string }
      | undefined;
    if (row === undefined) return NO_RULES;
    // If an earlier version stored a rule that this version does not support, all rules of the account are ignored.
    const stored = faultRules.safeParse(JSON.parse(row.document));
    return stored.success ? new FaultRules(stored.data) : NO_RULES;
  }
}
