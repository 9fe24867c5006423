// Open orders in memory, by instrument, account and deployment, so that matching, funds and limits need no queries. The
// store remains authoritative: after a rollback the changed rows are read again.
import { LRUCache } from "lru-cache";
import { entriesUpTo } from "../../rate-limits/entries-up-to.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { isOpen, type OrderRow } from "./order-rows.ts";
import type { TransactionCache } from "./transactions.ts";

export const RESTING_LIMITS = {
  /** Maximum number of resting orders per account. Further orders are rejected. */
  ordersPerAccount: 1_000,
  /** Maximum number of resting orders over all accounts. */
  ordersInTotal: 100_000,
  /** Maximum number of resting orders beyond `ordersInTotal` that only close positions. */
  closingReserve: 10_000,
  /** Maximum number of cached final orders. */
  cachedFinalOrders: 20_000,
} as const;

const OPEN_STATUSES = "('TRANSIT', 'PENDING', 'PART_TRADED')";
type Index = Map<string, Map<string, OrderRow>>;

export class RestingOrders implements TransactionCache {
  readonly #db: SandboxDatabase;
  readonly #all = new Map<string, OrderRow>();
  readonly #byInstrument: Index = new Map();
  readonly #byAccount: Index = new Map();
  readonly #byDeployment: Index = new Map();
  /** Orders with a final status, whose rows never change again. */
  readonly #final = new LRUCache<string, OrderRow>(entriesUpTo(RESTING_LIMITS.cachedFinalOrders));
  readonly #changedIds = new Set<string>();

  constructor(db: SandboxDatabase) {
    this.#db = db;
    const rows = db
      .prepare(`SELECT * FROM orders WHERE status IN ${OPEN_STATUSES} ORDER BY created_at, id`)
      .all();
    for (const row of rows as OrderRow[]) this.#put(row);
  }

  get size(): number {
    return this.#all.size;
  }

  /** Updates the indexes with a row: adds it while it is open, removes it when it is final. */
  update(row: OrderRow): void {
    this.#changedIds.add(row.id);
    if (isOpen(row)) this.#put(row);
    else {
      this.#remove(row);
      this.#final.set(row.id, row);
    }
  }

  /** Returns an order by id, including cached final orders. */
  find(id: string): OrderRow | undefined {
    return this.#all.get(id) ?? this.#final.get(id);
  }

  /** Caches a final row that was read from the store. */
  cacheFinal(row: OrderRow): void {
    if (!isOpen(row)) this.#final.set(row.id, row);
  }

  revert(): void {
    const added: OrderRow[] = [];
    for (const id of this.#changedIds) {
      const known = this.#all.get(id);
      this.#final.delete(id);
      const row = this.#db.prepare("SELECT * FROM orders WHERE id = ?").get(id) as OrderRow | undefined;
      if (row !== undefined && isOpen(row)) {
        if (known === undefined) added.push(row);
        this.#put(row);
      } else if (known !== undefined) this.#remove(known);
    }
    this.#sortAffected(added);
  }

  /** Sorts the lists with restored rows by age, because a restored row was appended at the end. */
  #sortAffected(added: readonly OrderRow[]): void {
    if (added.length === 0) return;
    sortByAge(this.#all);
    for (const { instrument, account, deployment_id: deployment } of added)
      for (const rows of [
        this.#byInstrument.get(instrument),
        this.#byAccount.get(account),
        this.#byDeployment.get(deployment ?? ""),
      ])
        if (rows !== undefined) sortByAge(rows);
  }
  end(): void {
    this.#changedIds.clear();
  }

  /** Drops the orders of an account, except those of its deployments. */
  forget(clientId: string, account: string): void {
    for (const row of this.ofAccount(account)) if (row.deployment_id === null) this.#remove(row);
    for (const [id, row] of this.#final.entries())
      if (row.client_id === clientId && row.deployment_id === null) this.#final.delete(id);
  }

  read(id: string): OrderRow | undefined {
    return this.#all.get(id);
  }

  instruments(): string[] {
    return [...this.#byInstrument.keys()];
  }

  ofInstrument(key: string): OrderRow[] {
    return listRows(this.#byInstrument, key);
  }

  ofAccount(account: string): OrderRow[] {
    return listRows(this.#byAccount, account);
  }

  countOf(account: string): number {
    return this.#byAccount.get(account)?.size ?? 0;
  }

  ofDeployment(deploymentId: string): OrderRow[] {
    return listRows(this.#byDeployment, deploymentId);
  }

  all(): OrderRow[] {
    return [...this.#all.values()];
  }

  #put(row: OrderRow): void {
    this.#all.set(row.id, row);
    add(this.#byInstrument, row.instrument, row);
    add(this.#byAccount, row.account, row);
    if (row.deployment_id !== null) add(this.#byDeployment, row.deployment_id, row);
  }

  #remove(row: OrderRow): void {
    this.#all.delete(row.id);
    drop(this.#byInstrument, row.instrument, row.id);
    drop(this.#byAccount, row.account, row.id);
    if (row.deployment_id !== null) drop(this.#byDeployment, row.deployment_id, row.id);
  }
}

function sortByAge(rows: Map<string, OrderRow>): void {
  const sorted = [...rows.values()].sort(
    (one, other) => one.created_at - other.created_at || (one.id < other.id ? -1 : 1),
  );
  rows.clear();
  for (const row of sorted) rows.set(row.id, row);
}

function add(index: Index, key: string, row: OrderRow): void {
  const rows = index.get(key);
  if (rows === undefined) index.set(key, new Map([[row.id, row]]));
  else rows.set(row.id, row);
}

function drop(index: Index, key: string, id: string): void {
  const rows = index.get(key);
  rows?.delete(id);
  if (rows?.size === 0) index.delete(key);
}

function listRows(index: Index, key: string): OrderRow[] {
  return [...(index.get(key)?.values() ?? [])];
}
