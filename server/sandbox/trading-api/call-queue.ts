// Lets calls of the trading API begin one after the other, each in a turn of the event loop of its own: however many wait, a request
// for the catalogue waits for one of them at most.
import { ApiFault } from "./fault.ts";

export const CALL_QUEUE_LIMITS = {
  /** Calls that wait for their turn; more are told to come back. */
  waitingAtMost: 500,
  retryAfterSeconds: 1,
} as const;

export class CallQueue {
  readonly #waiting: (() => void)[] = [];
  #isRunning = false;

  /** Resolves when the call's turn has come. Throws ApiFault when too many wait. */
  turn(): Promise<void> {
    if (this.#waiting.length >= CALL_QUEUE_LIMITS.waitingAtMost)
      throw new ApiFault("DH-904", "The sandbox has too much to do at this moment. Try again in a second.", {
        "Retry-After": String(CALL_QUEUE_LIMITS.retryAfterSeconds),
      });
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#isRunning) return;
      this.#isRunning = true;
      setImmediate(() => this.#next());
    });
  }

  #next(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#next());
    else this.#isRunning = false;
  }
}
