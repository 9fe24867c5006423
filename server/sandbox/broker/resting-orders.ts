// The orders that are not final, in memory by instrument, account and deployment: what the matching, the funds and the limits look at
// without asking the store. The store remains the truth: after a rollback what was touched is read from it again.
import { LRUCache } from "lru-cache";
import type { SandboxDatabase } from "../store/database.ts";
import { isOpen, type OrderRow } from "./order-rows.ts";
import type { TransactionCache } from "./transactions.ts";

export const RESTING_LIMITS = {
  /** Orders of one account that rest at a time; one more is refused. */
  ordersAnAccount: 1_000,
  /** Orders of all accounts together. */
  ordersInAll: 100_000,
  /** Orders that are final and still known in memory. */
  finalKept: 20_000,
} as const;

const OPEN = "('TRANSIT', 'PENDING', 'PART_TRADED')";
type Index = Map<string, Map<string, OrderRow>>;

export class RestingOrders implements TransactionCache {
  readonly #db: SandboxDatabase;
  readonly #all = new Map<string, OrderRow>();
  readonly #byInstrument: Index = new Map();
  readonly #byAccount: Index = new Map();
  readonly #byDeployment: Index = new Map();
  /** Final rows do not change any more. */
  readonly #final = new LRUCache<string, OrderRow>({ max: RESTING_LIMITS.finalKept });
  readonly #touched = new Set<string>();

  constructor(db: SandboxDatabase) {
    this.#db = db;
    const rows = db.prepare(`SELECT * FROM orders WHERE status IN ${OPEN} ORDER BY created_at, id`).all();
    for (const row of rows as OrderRow[]) this.#put(row);
  }

  get size(): number {
    return this.#all.size;
  }

  /** Takes the row as it is now: in when it is open, out when it is final. */
  keep(row: OrderRow): void {
    this.#touched.add(row.id);
    if (isOpen(row)) this.#put(row);
    else {
      this.#remove(row);
      this.#final.set(row.id, row);
    }
  }

  /** Includes final orders that are still in memory. */
  known(id: string): OrderRow | undefined {
    return this.#all.get(id) ?? this.#final.get(id);
  }

  /** A final row that was read from the store. */
  remember(row: OrderRow): void {
    if (!isOpen(row)) this.#final.set(row.id, row);
  }

  revert(): void {
    const added: OrderRow[] = [];
    for (const id of this.#touched) {
      const known = this.#all.get(id);
      this.#final.delete(id);
      const row = this.#db.prepare("SELECT * FROM orders WHERE id = ?").get(id) as OrderRow | undefined;
      if (row !== undefined && isOpen(row)) {
        if (known === undefined) added.push(row);
        this.#put(row);
      } else if (known !== undefined) this.#remove(known);
    }
    this.#sortAgain(added);
  }

  /** Rows that came back are older than the last ones: the lists that they are in are put in order of age again. */
  #sortAgain(added: readonly OrderRow[]): void {
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
    this.#touched.clear();
  }

  /** Drops an account's own orders; those of its deployments stay. */
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
    return rowsOf(this.#byInstrument, key);
  }

  ofAccount(account: string): OrderRow[] {
    return rowsOf(this.#byAccount, account);
  }

  countOf(account: string): number {
    return this.#byAccount.get(account)?.size ?? 0;
  }

  ofDeployment(deploymentId: string): OrderRow[] {
    return rowsOf(this.#byDeployment, deploymentId);
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

function rowsOf(index: Index, key: string): OrderRow[] {
  return [...(index.get(key)?.values() ?? [])];
}
