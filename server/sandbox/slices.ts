// Runs long work in slices. The work is a generator that yields after each small step. After some milliseconds of
// steps, other work of this process runs, such as page requests.
import { setImmediate } from "node:timers/promises";
import { MINUTE_MS } from "../../app/domain/time.ts";

export const SLICE_LIMITS = {
  /** Duration of a slice in ms. Other work runs between two slices. */
  sliceMs: 8,
} as const;

export type WorkSteps = Generator<void, void, void>;

export async function runInSlices(steps: WorkSteps): Promise<void> {
  let startedAt = performance.now();
  while (steps.next().done !== true) {
    if (performance.now() - startedAt < SLICE_LIMITS.sliceMs) continue;
    await setImmediate();
    startedAt = performance.now();
  }
}

/** Runs all steps without interruption, for tests and for work that must finish before the clock advances. */
export function runAtOnce(steps: WorkSteps): void {
  while (steps.next().done !== true);
}

/**
 * Runs the steps of concurrent requests in turn. The requests share one slice per turn of the event loop, so many
 * requests block it no longer than one.
 */
export function runInTurn<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  return new Promise((resolve, reject) => {
    requests.add(
      steps,
      (function* () {
        try {
          resolve(yield* steps);
        } catch (fault) {
          reject(fault);
        }
      })(),
    );
  });
}

/**
 * Repeats work. A round starts `everyMs` after the start of the previous round, but not before the previous round has
 * finished. The first round starts within a minute, so that a process that restarts often also does hourly work.
 */
export function repeatInSlices(everyMs: number, begin: () => WorkSteps, onFault: (fault: unknown) => void) {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const round = async () => {
    const startedAt = performance.now();
    try {
      const steps = begin();
      await runInSlices(
        (function* () {
          while (!isStopped && steps.next().done !== true) yield;
        })(),
      );
    } catch (fault) {
      onFault(fault);
    }
    if (!isStopped) timer = setTimeout(round, Math.max(1, everyMs - (performance.now() - startedAt)));
  };
  timer = setTimeout(round, Math.min(everyMs, MINUTE_MS));
  return {
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Runs the work of several owners step by step in turn, so that an owner with much work does not delay the others. */
export class FairWork<Owner> {
  readonly #waiting = new Map<Owner, WorkSteps[]>();
  readonly #onFault: (fault: unknown) => void;
  #isRunning = false;

  constructor(onFault: (fault: unknown) => void) {
    this.#onFault = onFault;
  }

  add(owner: Owner, steps: WorkSteps): void {
    const known = this.#waiting.get(owner);
    if (known === undefined) this.#waiting.set(owner, [steps]);
    else known.push(steps);
    if (this.#isRunning) return;
    this.#isRunning = true;
    void runInSlices(this.#all());
  }

  drop(owner: Owner): void {
    this.#waiting.delete(owner);
  }

  *#all(): WorkSteps {
    while (this.#waiting.size > 0)
      for (const [owner, queue] of this.#waiting) {
        let isDone = true;
        try {
          isDone = queue[0]?.next().done === true;
        } catch (fault) {
          this.#onFault(fault);
        }
        if (isDone) queue.shift();
        if (queue.length === 0) this.#waiting.delete(owner);
        yield;
      }
    this.#isRunning = false;
  }
}

const requests = new FairWork<Generator>((fault) => {
  throw fault;
});
