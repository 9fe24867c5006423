// Changes that are written to the store in batches, because a call must not wait for the disk.
import { inTransaction, type SandboxDatabase } from "./database.ts";

type DelayedWritesOptions<Change> = {
  db: SandboxDatabase;
  /** A change is written after at most this time. */
  afterMs: number;
  /** Limit of unwritten changes, for example on a full disk. Above it, the older half is dropped. */
  atMost?: number;
  /** Writes the changes, in one transaction. If it throws, they are written together with the next ones. */
  write(changes: readonly Change[]): void;
  /** Receives the faults of writes that no caller waits for. */
  onFault(fault: unknown): void;
};

export class DelayedWrites<Change> {
  readonly #options: DelayedWritesOptions<Change>;
  readonly #changes = new Map<unknown, Change>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DelayedWritesOptions<Change>) {
    this.#options = options;
  }

  /** Adds a change, in place of an unwritten one with the same key. */
  add(change: Change, key: unknown = change): void {
    const { afterMs, atMost = Number.POSITIVE_INFINITY, onFault } = this.#options;
    this.#changes.set(key, change);
    if (this.#changes.size > atMost)
      for (const oldest of [...this.#changes.keys()].slice(0, -atMost / 2)) this.#changes.delete(oldest);
    this.#timer ??= setTimeout(() => {
      try {
        this.flush();
      } catch (fault) {
        onFault(fault);
      }
    }, afterMs).unref();
  }

  /** Returns the change with this key if it has not been written to the database yet. */
  pending(key: unknown): Change | undefined {
    return this.#changes.get(key);
  }

  /** Writes the changes. Call it before a read of them, and before closing the store. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { db, write } = this.#options;
    if (this.#changes.size === 0 || !db.open) return;
    inTransaction(db, () => write([...this.#changes.values()]));
    this.#changes.clear();
  }
}
