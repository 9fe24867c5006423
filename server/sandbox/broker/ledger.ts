// The ledger: every money movement of an account. It is append-only; balances and the sums of a period are also cached
// in memory.
import { LRUCache } from "lru-cache";
import { entriesUpTo } from "../../rate-limits/entries-up-to.ts";
import type { SandboxDatabase } from "../store/database.ts";
import type { TransactionCache } from "./transactions.ts";

export type LedgerKind = "opening" | "trade" | "charges" | "fee";
export type LedgerPost = {
  account: string;
  deploymentId: string | null;
  at: number;
  kind: LedgerKind;
  amountPaise: number;
  tradeNumber: number | null;
};
type Sums = Record<LedgerKind, number>;
export type LedgerRow = { number: number; at: number; kind: LedgerKind; amount_paise: number };

/** Maximum number of accounts with cached sums. */
const CACHED_SUMS = 20_000;

export class Ledger implements TransactionCache {
  readonly #db: SandboxDatabase;
  readonly #balances = new Map<string, number | null>();
  /** By account: the sums of its entries since `fromMs`, the start of the period that was requested last. */
  readonly #since = new LRUCache<string, { fromMs: number; sums: Sums }>(entriesUpTo(CACHED_SUMS));
  readonly #touched = new Set<string>();

  constructor(db: SandboxDatabase) {
    this.#db = db;
  }

  post({ account, deploymentId, at, kind, amountPaise, tradeNumber }: LedgerPost): void {
    this.#db
      .prepare(
        "INSERT INTO ledger (account, deployment_id, at, kind, amount_paise, trade_number) VALUES (?, ?, ?, ?, ?, ?)",
      )
      .run(account, deploymentId, at, kind, amountPaise, tradeNumber);
    this.#touched.add(account);
    const balance = this.#balances.get(account);
    if (balance !== undefined) this.#balances.set(account, (balance ?? 0) + amountPaise);
    const period = this.#since.peek(account);
    if (period !== undefined && at >= period.fromMs) period.sums[kind] += amountPaise;
  }

  revert(): void {
    for (const account of this.#touched) this.forget(account);
  }
  end(): void {
    this.#touched.clear();
  }

  forget(account: string): void {
    this.#balances.delete(account);
    this.#since.delete(account);
  }

  /** Returns the balance in paise; null for an account that was never opened. */
  balance(account: string): number | null {
    const known = this.#balances.get(account);
    if (known !== undefined) return known;
    const row = this.#db
      .prepare("SELECT sum(amount_paise) AS balance FROM ledger WHERE account = ?")
      .get(account) as { balance: number | null };
    this.#balances.set(account, row.balance);
    return row.balance;
  }

  /**
   * Returns the sums in paise of the entries since `fromMs`, by kind. Money that is added to an open account also has
   * the kind `opening`.
   */
  since(account: string, fromMs: number): Readonly<Sums> {
    const known = this.#since.get(account);
    if (known?.fromMs === fromMs) return known.sums;
    const rows = this.#db
      .prepare(
        "SELECT kind, sum(amount_paise) AS sum FROM ledger WHERE account = ? AND at >= ? GROUP BY kind",
      )
      .all(account, fromMs) as { kind: LedgerKind; sum: number }[];
    const sums = { opening: 0, trade: 0, charges: 0, fee: 0 };
    for (const { kind, sum } of rows) sums[kind] = sum;
    this.#since.set(account, { fromMs, sums });
    return sums;
  }

  /** Returns the fees booked to a deployment in paise, as a positive number. */
  feesOf(deploymentId: string): number {
    const row = this.#db
      .prepare(
        "SELECT coalesce(sum(amount_paise), 0) AS sum FROM ledger WHERE deployment_id = ? AND kind = 'fee'",
      )
      .get(deploymentId) as { sum: number };
    return -row.sum;
  }

  feeRowsOf(deploymentId: string): LedgerRow[] {
    return this.#db
      .prepare(
        "SELECT number, at, kind, amount_paise FROM ledger WHERE deployment_id = ? AND kind = 'fee' ORDER BY number",
      )
      .all(deploymentId) as LedgerRow[];
  }

  /** Returns the entries of an account, by default all of them, in the order of booking. */
  of(account: string, fromMs = 0, untilMs = Number.MAX_SAFE_INTEGER): LedgerRow[] {
    return this.#db
      .prepare(
        "SELECT number, at, kind, amount_paise FROM ledger WHERE account = ? AND at >= ? AND at < ? ORDER BY number",
      )
      .all(account, fromMs, untilMs) as LedgerRow[];
  }

  /** Returns the balance in paise of the entries before a time. */
  balanceBefore(account: string, untilMs: number): number {
    const row = this.#db
      .prepare("SELECT coalesce(sum(amount_paise), 0) AS balance FROM ledger WHERE account = ? AND at < ?")
      .get(account, untilMs) as { balance: number };
    return row.balance;
  }
}
