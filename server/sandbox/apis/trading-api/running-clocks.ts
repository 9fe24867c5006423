// Advances the running clocks of accounts in turn, within a shared time budget. Clocks that exceed the budget fall
// behind; they do not delay calls or the common market.
import { setImmediate } from "node:timers/promises";
import { SECOND_MS } from "../../../../app/domain/time.ts";
import type { AccountClock } from "./simulations.ts";

export const CLOCK_RUN_LIMITS = {
  everyMs: 250,
  /** Time budget of all running clocks per quarter of a second, in ms. */
  budgetMs: 60,
  /** Time in ms after which other requests are served. */
  sliceMs: 4,
  /** Largest backlog of a clock, in ms of real time. A larger backlog is skipped. */
  backlogMaxMs: 1_000,
} as const;
/** Maximum number of steps of a clock per second. */
const STEPS_PER_SECOND = 60;
/** From this speed a step is at least a second. Below it, a step is 250 ms, the interval of the market's trades. */
const WHOLE_SECOND_STEPS_MIN_SPEED = 4;
const FINE_STEP_MS = 250;

/** Returns the length of a step at a speed, in ms of the account's clock. */
export function clockStepMs(speed: number): number {
  if (speed < WHOLE_SECOND_STEPS_MIN_SPEED) return FINE_STEP_MS;
  return Math.max(1, Math.ceil(speed / STEPS_PER_SECOND)) * SECOND_MS;
}

type Running = { clock: AccountClock; backlogMs: number };

export class RunningClocks {
  readonly #runStep: (clientId: string, stepMs: number) => boolean;
  readonly #onFault: (fault: unknown) => void;
  readonly #now: () => number;
  readonly #running = new Map<string, Running>();
  #timer: NodeJS.Timeout | null = null;
  #isWorking = false;
  #countedAt = 0;

  /** `runStep` continues a step of an account's clock. Returns true when the step is complete. */
  constructor(
    runStep: (clientId: string, stepMs: number) => boolean,
    onFault: (fault: unknown) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#runStep = runStep;
    this.#onFault = onFault;
    this.#now = now;
  }

  /** Starts a clock; removes it if its speed is 0. */
  set(clientId: string, clock: AccountClock): void {
    if (clock.speed === 0) {
      this.drop(clientId);
      return;
    }
    this.#running.set(clientId, { clock, backlogMs: 0 });
    if (this.#timer !== null) return;
    this.#countedAt = this.#now();
    this.#timer = setInterval(() => void this.tick(), CLOCK_RUN_LIMITS.everyMs);
    this.#timer.unref();
  }

  drop(clientId: string): void {
    this.#running.delete(clientId);
    if (this.#running.size === 0) this.close();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Runs the steps due since the last call, within the time budget. */
  async tick(): Promise<void> {
    const passed = this.#now() - this.#countedAt;
    this.#countedAt += passed;
    for (const one of this.#running.values()) {
      const { speed } = one.clock;
      one.backlogMs = Math.min(one.backlogMs + passed * speed, CLOCK_RUN_LIMITS.backlogMaxMs * speed);
    }
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      await this.#work();
    } finally {
      this.#isWorking = false;
    }
  }

  async #work(): Promise<void> {
    let remainingMs = CLOCK_RUN_LIMITS.budgetMs;
    while (remainingMs > 0) {
      const startedAt = performance.now();
      let isIdle = false;
      while (!isIdle && performance.now() - startedAt < CLOCK_RUN_LIMITS.sliceMs) isIdle = !this.#round();
      if (isIdle) return;
      remainingMs -= performance.now() - startedAt;
      await setImmediate();
    }
  }

  /** Runs one slice of work for each clock with a due step. Returns false if no step is due. */
  #round(): boolean {
    let hasWorked = false;
    for (const [clientId, one] of [...this.#running]) {
      const { clock } = one;
      const stepMs = clockStepMs(clock.speed);
      if (one.backlogMs < stepMs) continue;
      hasWorked = true;
      let isDone = true;
      try {
        isDone = this.#runStep(clientId, stepMs);
      } catch (fault) {
        this.#onFault(fault);
      }
      if (!isDone) continue;
      one.backlogMs -= stepMs;
      if (clock.nowMs < clock.untilMs) continue;
      clock.speed = 0;
      this.drop(clientId);
    }
    return hasWorked;
  }
}
