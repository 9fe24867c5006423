// Pause of a dialler before the next try: full jitter below a ceiling that doubles with every try, so that processes that lost a provider
// together do not reconnect together.

const DOUBLINGS_AT_MOST = 16;

export class Backoff {
  readonly #firstMs: number;
  readonly #random: () => number;
  #attempt = 0;

  constructor(firstMs: number, random: () => number) {
    this.#firstMs = firstMs;
    this.#random = random;
  }

  /** Tries since the last success. */
  get attempt(): number {
    return this.#attempt;
  }

  /** Ms to wait before the next try, at most `mostMs`. */
  next(mostMs: number): number {
    const ceiling = Math.min(mostMs, this.#firstMs * 2 ** Math.min(this.#attempt, DOUBLINGS_AT_MOST));
    this.#attempt += 1;
    return this.#random() * ceiling;
  }

  /** As the other side asked: not before `atLeastMs`, and then within `overMs`. */
  told(atLeastMs: number, overMs: number): number {
    this.#attempt += 1;
    return atLeastMs + this.#random() * overMs;
  }

  /** The connection has held. */
  reset(): void {
    this.#attempt = 0;
  }
}
