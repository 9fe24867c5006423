// Fault rules and their counts: decides whether a rule applies to a call, an order or a message.
import { LRUCache } from "lru-cache";
import {
  FAULT_BY_NAME,
  FAULT_SOCKETS,
  type FaultKind,
  type FaultRule,
  faultRules,
} from "../../../../app/contract/trading-api/faults.ts";
import { TRADING_OPERATION_LIST } from "../../../../app/contract/trading-api/operations.ts";
import { entriesUpTo } from "../../../rate-limits/entries-up-to.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { ApiFault } from "./fault.ts";
import { readIst } from "./wire-format.ts";

type CountedRule = { rule: FaultRule; kind: FaultKind; seen: number; struck: number };

const OPERATION_IDS = new Set(TRADING_OPERATION_LIST.map(({ operationId }) => operationId));
const SOCKETS = new Set<string>(FAULT_SOCKETS);

export class FaultRules {
  readonly #counted: CountedRule[];

  constructor(rules: readonly FaultRule[]) {
    this.#counted = rules.map((rule) => ({ rule, kind: faultKind(rule), seen: 0, struck: 0 }));
  }

  list(): (FaultRule & { seen: number; struck: number })[] {
    return this.#counted.map(({ rule, seen, struck }) => ({ ...rule, seen, struck }));
  }

  /**
   * Counts a call, an order or a message for the matching rules, up to the first rule that is due, and returns that
   * rule. Null if no rule is due. `nowMs` is the time of the account's clock.
   */
  countAndMatch(kind: FaultKind, subject: string, nowMs: number): FaultRule | null {
    for (const counted of this.#counted) {
      const { rule } = counted;
      if (counted.kind !== kind || !isTarget(rule, subject) || !isInPeriod(rule, nowMs)) continue;
      counted.seen += 1;
      const { after = 0, every = 1, times = Number.POSITIVE_INFINITY } = rule;
      const isDue = counted.seen > after && (counted.seen - after) % every === 0;
      if (!isDue || counted.struck >= times) continue;
      counted.struck += 1;
      return rule;
    }
    return null;
  }

  /** True while a `token-expired` rule without targets applies. */
  isTokenExpired(nowMs: number): boolean {
    return this.#counted.some(
      ({ rule, struck }) =>
        rule.fault === "token-expired" &&
        rule.on === undefined &&
        isInPeriod(rule, nowMs) &&
        struck < (rule.times ?? Number.POSITIVE_INFINITY),
    );
  }
}

const faultKind = ({ fault }: FaultRule): FaultKind => FAULT_BY_NAME.get(fault)?.kind ?? "call";

const isTarget = ({ on }: FaultRule, subject: string): boolean => on?.includes(subject) ?? true;

function isInPeriod({ from, until }: FaultRule, nowMs: number): boolean {
  return (
    (from === undefined || nowMs >= (readIst(from) ?? 0)) &&
    (until === undefined || nowMs < (readIst(until) ?? Number.POSITIVE_INFINITY))
  );
}

/**
 * Throws ApiFault for a rule with an unknown operation or socket, or an invalid time. `field` is the name of the list
 * in the request.
 */
export function checkRules(rules: readonly FaultRule[], field: string): void {
  for (const [index, rule] of rules.entries()) {
    const known = faultKind(rule) === "socket" ? SOCKETS : OPERATION_IDS;
    const unknown = (rule.on ?? []).findIndex((name) => !known.has(name));
    if (unknown >= 0)
      throw refusal(
        `${field}.${index}.on.${unknown}`,
        faultKind(rule) === "socket" ? `one of ${[...SOCKETS].join(", ")}` : "no operation has this id",
      );
    for (const name of ["from", "until"] as const)
      if (rule[name] !== undefined && readIst(rule[name]) === null)
        throw refusal(`${field}.${index}.${name}`, "this time does not exist");
  }
}

function refusal(field: string, message: string): ApiFault {
  return new ApiFault("DH-905", `${field}: ${message}.`, { errors: [{ field, message }] });
}

const CACHED_ACCOUNTS = 20_000;
const NO_RULES = new FaultRules([]);

/** Fault rules by account. The rules are stored; their counts are reset when the process starts. */
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
