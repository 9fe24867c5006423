// Account clocks that run by themselves. Each has its turn, and all of them together have a share of the process, so that they fall behind
// instead of keeping calls and the common market waiting.
import { setImmediate } from "node:timers/promises";
import type { AccountClock } from "./simulations.ts";

export const RUN_LIMITS = {
  everyMs: 250,
  /** Work for all running clocks in each quarter of a second, ms. */
  shareMs: 60,
  /** Work before other requests are served, ms. */
  sliceMs: 4,
  /** Time that a clock may owe, in real ms; what it is further behind is not made up. */
  owedAtMostMs: 1_000,
} as const;
const SECOND_MS = 1_000;
/** Steps of a clock in a second are at most this many. */
const STEPS_A_SECOND = 60;
/** Below this speed a step is a quarter of a second: the market's own trades lie on it. */
const WHOLE_SECONDS_FROM = 4;
const FINE_STEP_MS = 250;

/** Length of a step at a speed, ms of the account's clock. */
export function stepMsOf(speed: number): number {
  if (speed < WHOLE_SECONDS_FROM) return FINE_STEP_MS;
  return Math.max(1, Math.ceil(speed / STEPS_A_SECOND)) * SECOND_MS;
}

type Running = { clock: AccountClock; owedMs: number };

export class RunningClocks {
  readonly #runStep: (clientId: string, stepMs: number) => boolean;
  readonly #onFault: (fault: unknown) => void;
  readonly #now: () => number;
  readonly #running = new Map<string, Running>();
  #timer: NodeJS.Timeout | null = null;
  #isWorking = false;
  #countedAt = 0;

  /** `runStep` works on a step of an account's clock, and returns true when the step is done. */
  constructor(
    runStep: (clientId: string, stepMs: number) => boolean,
    onFault: (fault: unknown) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#runStep = runStep;
    this.#onFault = onFault;
    this.#now = now;
  }

  /** Runs a clock with a speed, and removes a stopped clock. */
  set(clientId: string, clock: AccountClock): void {
    if (clock.speed === 0) {
      this.drop(clientId);
      return;
    }
    this.#running.set(clientId, { clock, owedMs: 0 });
    if (this.#timer !== null) return;
    this.#countedAt = this.#now();
    this.#timer = setInterval(() => void this.tick(), RUN_LIMITS.everyMs);
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

  /** Runs what the clocks owe since the last call, within their share of the process. */
  async tick(): Promise<void> {
    const passed = this.#now() - this.#countedAt;
    this.#countedAt += passed;
    for (const one of this.#running.values()) {
      const { speed } = one.clock;
      one.owedMs = Math.min(one.owedMs + passed * speed, RUN_LIMITS.owedAtMostMs * speed);
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
    let left = RUN_LIMITS.shareMs;
    while (left > 0) {
      const startedAt = performance.now();
      let isIdle = false;
      while (!isIdle && performance.now() - startedAt < RUN_LIMITS.sliceMs) isIdle = !this.#round();
      if (isIdle) return;
      left -= performance.now() - startedAt;
      await setImmediate();
    }
  }

  /** Each clock that owes a step works on it once. False if none does. */
  #round(): boolean {
    let hasWorked = false;
    for (const [clientId, one] of [...this.#running]) {
      const { clock } = one;
      const stepMs = stepMsOf(clock.speed);
      if (one.owedMs < stepMs) continue;
      hasWorked = true;
      let isDone = true;
      try {
        isDone = this.#runStep(clientId, stepMs);
      } catch (fault) {
        this.#onFault(fault);
      }
      if (!isDone) continue;
      one.owedMs -= stepMs;
      if (clock.nowMs < clock.untilMs) continue;
      clock.speed = 0;
      this.drop(clientId);
    }
    return hasWorked;
  }
}
