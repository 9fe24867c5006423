// Counts the viewers of each instrument. An instrument stays subscribed for a while after its last viewer has left, so
// that a page change does not unsubscribe and subscribe again. Several changes are reported in one call.
import type { Clock } from "../clock.ts";

export class Interest {
  readonly #clock: Clock;
  readonly #lingerMs: number;
  readonly #onChange: (keys: ReadonlySet<string>) => void;
  readonly #counts = new Map<string, number>();
  /** Instruments without viewers, with the monotonic time at which each is unsubscribed. */
  readonly #lingering = new Map<string, number>();
  #notifiedKeys = new Set<string>();
  #isNotifyPending = false;

  constructor(options: {
    clock: Clock;
    lingerMs: number;
    onChange: (keys: ReadonlySet<string>) => void;
  }) {
    this.#clock = options.clock;
    this.#lingerMs = options.lingerMs;
    this.#onChange = options.onChange;
  }

  acquire(keys: Iterable<string>): void {
    for (const key of keys) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#notifySoon();
  }

  release(keys: Iterable<string>): void {
    for (const key of keys) {
      const count = (this.#counts.get(key) ?? 0) - 1;
      if (count > 0) this.#counts.set(key, count);
      else {
        this.#counts.delete(key);
        this.#lingering.set(key, this.#clock.mono() + this.#lingerMs);
      }
    }
  }

  /** Adds the instruments of a poll. They expire like instruments whose last viewer has left. */
  touch(keys: Iterable<string>): void {
    for (const key of keys) this.#lingering.set(key, this.#clock.mono() + this.#lingerMs);
    this.#notifySoon();
  }

  /** Removes instruments that had no viewer for too long. Called about once a second. */
  sweep(): void {
    const now = this.#clock.mono();
    for (const [key, until] of this.#lingering) if (until <= now) this.#lingering.delete(key);
    this.#notify();
  }

  keys(): Set<string> {
    return new Set([...this.#counts.keys(), ...this.#lingering.keys()]);
  }

  #notifySoon(): void {
    if (this.#isNotifyPending) return;
    this.#isNotifyPending = true;
    queueMicrotask(() => {
      this.#isNotifyPending = false;
      this.#notify();
    });
  }

  #notify(): void {
    const next = this.keys();
    if (next.size === this.#notifiedKeys.size && [...next].every((key) => this.#notifiedKeys.has(key)))
      return;
    this.#notifiedKeys = next;
    this.#onChange(next);
  }
}
