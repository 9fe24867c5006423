// Transactions of a broker. A piece of work that fails is undone as a whole. Several pieces can be committed together, so that one write to
// the disk serves all of them; each is still undone by itself.
import type { SandboxDatabase } from "../store/database.ts";

/** Rows in memory that a transaction can change. */
export type TransactionCache = {
  /** Reads the changed rows again, because their changes were undone. */
  revert(): void;
  /** The transaction has ended: forgets which rows it changed. */
  end(): void;
};

const SAVEPOINT = "piece";

export class Transactions<Event> {
  readonly #db: SandboxDatabase;
  readonly #caches: TransactionCache[] = [];
  readonly #publish: (events: readonly Event[]) => void;
  #events: Event[] = [];
  #isOpen = false;

  /** `publish` receives the events of a transaction once it is committed. */
  constructor(db: SandboxDatabase, publish: (events: readonly Event[]) => void) {
    this.#db = db;
    this.#publish = publish;
  }

  addCache(cache: TransactionCache): void {
    this.#caches.push(cache);
  }

  /** Publishes an event when the present transaction is committed. */
  emit(event: Event): void {
    this.#events.push(event);
  }

  /** Runs `work` in a transaction of its own, or as a piece of the open one. */
  run<T>(work: () => T): T {
    return this.#isOpen ? this.#piece(work) : this.#whole(work);
  }

  #whole<T>(work: () => T): T {
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
      // SQLite has already rolled back, as on a full disk.
    }
  }

  #piece<T>(work: () => T): T {
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
