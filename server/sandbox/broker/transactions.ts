// Transactions of a broker. Failed work is rolled back completely. Several units of work can share one commit, and so
// one write to the disk. Each is still rolled back separately.
import type { SandboxDatabase } from "../store/database.ts";

/** Cached rows that a transaction can change. */
export type TransactionCache = {
  /** Reloads the changed rows after a rollback. */
  revert(): void;
  /** Called at the end of the transaction: clears the list of changed rows. */
  end(): void;
};

const SAVEPOINT = "piece";

export class Transactions<Event> {
  readonly #db: SandboxDatabase;
  readonly #caches: TransactionCache[] = [];
  readonly #publish: (events: readonly Event[]) => void;
  #events: Event[] = [];
  #isOpen = false;

  /** `publish` receives the events of a transaction after its commit. */
  constructor(db: SandboxDatabase, publish: (events: readonly Event[]) => void) {
    this.#db = db;
    this.#publish = publish;
  }

  addCache(cache: TransactionCache): void {
    this.#caches.push(cache);
  }

  /** Publishes an event after the current transaction commits. */
  emit(event: Event): void {
    this.#events.push(event);
  }

  /** Runs `work` in a separate transaction, or as a savepoint of the open one. */
  run<T>(work: () => T): T {
    return this.#isOpen ? this.#savepoint(work) : this.#transaction(work);
  }

  #transaction<T>(work: () => T): T {
    this.#db.exec("BEGIN IMMEDIATE");
    this.#isOpen = true;
    let events: Event[] = [];
    try {
      const result = work();
      this.#db.exec("COMMIT");
      events = this.#events;
      return result;
    } catch (fault) {
      this.#rollBack();
      for (const cache of this.#caches) cache.revert();
      throw fault;
    } finally {
      this.#isOpen = false;
      this.#events = [];
      for (const cache of this.#caches) cache.end();
      if (events.length > 0) this.#publish(events);
    }
  }

  #rollBack(): void {
    try {
      this.#db.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back, for example on a full disk.
    }
  }

  #savepoint<T>(work: () => T): T {
    const eventsBefore = this.#events.length;
    this.#db.exec(`SAVEPOINT ${SAVEPOINT}`);
    try {
      const result = work();
      this.#db.exec(`RELEASE ${SAVEPOINT}`);
      return result;
    } catch (fault) {
      this.#db.exec(`ROLLBACK TO ${SAVEPOINT}; RELEASE ${SAVEPOINT}`);
      for (const cache of this.#caches) cache.revert();
      this.#events.length = eventsBefore;
      throw fault;
    }
  }
}
