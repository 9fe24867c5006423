// A clock that only the test advances. Timers run in order, and the effects of each timer are awaited before the next
// one.
import type { Clock } from "../../server/relay/clock.ts";

type Timer = { at: number; order: number; everyMs: number | null; run: () => void };

export class ManualClock implements Clock {
  #mono = 1_000_000;
  #wall: number;
  #order = 0;
  readonly #timers = new Set<Timer>();

  constructor(wall: string) {
    this.#wall = Date.parse(wall);
  }

  wall(): number {
    return this.#wall;
  }

  mono(): number {
    return this.#mono;
  }

  after(ms: number, run: () => void): () => void {
    return this.#add({ at: this.#mono + ms, order: this.#order++, everyMs: null, run });
  }

  every(ms: number, run: () => void): () => void {
    return this.#add({ at: this.#mono + ms, order: this.#order++, everyMs: ms, run });
  }

  /** Changes only the wall clock, as when the system time is set. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  async advance(ms: number): Promise<void> {
    const end = this.#mono + ms;
    for (;;) {
      const next = [...this.#timers].sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (next === undefined || next.at > end) break;
      this.#moveTo(next.at);
      if (next.everyMs === null) this.#timers.delete(next);
      else next.at += next.everyMs;
      next.run();
      await settle();
    }
    this.#moveTo(end);
    await settle();
  }

  #moveTo(mono: number): void {
    this.#wall += mono - this.#mono;
    this.#mono = mono;
  }

  #add(timer: Timer): () => void {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
}

/** Waits until pending promises and immediates have run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}
