// Lets calls of the trading API do their work one after the other, with pauses between them: however many wait, a request for the
// catalogue waits for one of them at most, and a good part of the process stays free for it.
import { ApiFault } from "./fault.ts";

export const CALL_QUEUE_LIMITS = {
  /** Most waiting calls; further ones get 429. */
  waitingAtMost: 500,
  retryAfterSeconds: 1,
  /** After work of this length or more the next turn comes only after a pause half as long, ms. */
  pausedFromMs: 1,
  pausedAtMostMs: 8,
} as const;

export class CallQueue {
  readonly #waiting: (() => void)[] = [];
  #isRunning = false;

  /** Resolves when it is the call's turn. Throws ApiFault if too many wait. */
  turn(): Promise<void> {
    if (this.#waiting.length >= CALL_QUEUE_LIMITS.waitingAtMost)
      throw new ApiFault("DH-904", "The sandbox has too much to do at this moment. Try again in a second.", {
        headers: { "Retry-After": String(CALL_QUEUE_LIMITS.retryAfterSeconds) },
      });
    return this.pause();
  }

  /** Within a call: lets the next calls run and continues after them. */
  pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#isRunning) return;
      this.#isRunning = true;
      setImmediate(() => this.#next());
    });
  }

  #next(): void {
    const startedAt = performance.now();
    this.#waiting.shift()?.();
    setImmediate(() => {
      if (this.#waiting.length === 0) {
        this.#isRunning = false;
        return;
      }
      const took = performance.now() - startedAt;
      if (took < CALL_QUEUE_LIMITS.pausedFromMs) this.#next();
      else setTimeout(() => this.#next(), Math.min(took / 2, CALL_QUEUE_LIMITS.pausedAtMostMs));
    });
  }
}
