// Runs the calls of the trading API one at a time, with pauses in between. However many calls are queued, other
// requests are delayed by at most one call. Queued writes share one transaction, and so one write to the disk.
import { ApiFault } from "./fault.ts";

export const CALL_QUEUE_LIMITS = {
  /** Maximum number of waiting calls. Further calls are rejected with status 429. */
  waitingAtMost: 500,
  retryAfterSeconds: 1,
  /** Minimum duration in ms of a read that is followed by a pause. The pause is half as long as the read. */
  pauseAfterReadMs: 1,
  pauseMaxMs: 8,
  /** Time budget in ms of the writes that share a transaction. The last write may exceed it. */
  sharedTransactionMs: 16,
} as const;

type Write = { work: () => unknown; resolve: (value: unknown) => void; reject: (fault: unknown) => void };
type Waiting = { kind: "turn"; begin: () => void } | ({ kind: "write" } & Write);

export class CallQueue {
  readonly #inTransaction: (work: () => void) => void;
  readonly #waiting: Waiting[] = [];
  #isRunning = false;

  /** `inTransaction` runs work in one transaction and throws when the commit fails. */
  constructor(inTransaction: (work: () => void) => void) {
    this.#inTransaction = inTransaction;
  }

  /** Resolves when the call may run. Throws ApiFault if too many calls wait. */
  waitForTurn(): Promise<void> {
    this.#checkRoom();
    return this.pause();
  }

  /** Interrupts a call. Resolves after the calls that were waiting have run. */
  pause(): Promise<void> {
    return new Promise((resolve) => this.#add({ kind: "turn", begin: resolve }));
  }

  /**
   * Runs `work` in a transaction, together with other waiting writes. Resolves after the commit. Throws ApiFault if too
   * many calls wait.
   */
  write<T>(work: () => T): Promise<T> {
    this.#checkRoom();
    return new Promise((resolve, reject) =>
      this.#add({ kind: "write", work, resolve: resolve as Write["resolve"], reject }),
    );
  }

  #checkRoom(): void {
    if (this.#waiting.length < CALL_QUEUE_LIMITS.waitingAtMost) return;
    throw new ApiFault("DH-904", "The sandbox is overloaded. Try again in a second.", {
      headers: { "Retry-After": String(CALL_QUEUE_LIMITS.retryAfterSeconds) },
    });
  }

  #add(entry: Waiting): void {
    this.#waiting.push(entry);
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    const startedAt = performance.now();
    const entry = this.#waiting.shift();
    if (entry?.kind === "turn") entry.begin();
    else if (entry !== undefined) this.#writeTogether(entry, startedAt);
    setImmediate(() => {
      if (this.#waiting.length === 0) {
        this.#isRunning = false;
        return;
      }
      const took = performance.now() - startedAt;
      // `setImmediate` lets other requests run before the next call. Short reads, and writes that mostly wait for the
      // disk, need no further pause.
      if (entry?.kind === "write" || took < CALL_QUEUE_LIMITS.pauseAfterReadMs) this.#next();
      else setTimeout(() => this.#next(), Math.min(took / 2, CALL_QUEUE_LIMITS.pauseMaxMs));
    });
  }

  #writeTogether(first: Write, startedAt: number): void {
    const batch: Write[] = [];
    const outcomes: (() => void)[] = [];
    try {
      this.#inTransaction(() => {
        for (let write: Write | undefined = first; write !== undefined; write = this.#nextWrite(startedAt)) {
          batch.push(write);
          outcomes.push(runWrite(write));
        }
      });
    } catch (fault) {
      // Nothing was committed, even if individual writes succeeded.
      for (const { reject } of batch) reject(fault);
      return;
    }
    for (const settle of outcomes) settle();
  }

  #nextWrite(startedAt: number): Write | undefined {
    if (performance.now() - startedAt >= CALL_QUEUE_LIMITS.sharedTransactionMs) return undefined;
    const index = this.#waiting.findIndex(({ kind }) => kind === "write");
    return index < 0 ? undefined : (this.#waiting.splice(index, 1)[0] as Write);
  }
}

/** Runs a write and returns a function that settles its promise. */
function runWrite({ work, resolve, reject }: Write): () => void {
  try {
    const value = work();
    return () => resolve(value);
  } catch (fault) {
    return () => reject(fault);
  }
}
