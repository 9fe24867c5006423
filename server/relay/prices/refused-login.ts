// Stores a token that the provider refused. A feed tries this token once at every address, and again after a minute. A
// different token is tried immediately.
import type { Clock } from "../clock.ts";
import type { FeedTarget } from "./feeds/feed-definition.ts";

export type RefusedLoginLimits = {
  upstreamRefusedRetryMs: number;
  upstreamLoginPollMs: number;
};

type Refusal = {
  token: string;
  /** Addresses that refused the token. */
  urls: Set<string>;
  /** Monotonic ms at which all addresses are tried again. */
  retryAt: number;
};

export class RefusedLogin {
  readonly #clock: Clock;
  readonly #limits: RefusedLoginLimits;
  #refusal: Refusal | null = null;

  constructor(clock: Clock, limits: RefusedLoginLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  add({ url, login }: FeedTarget): void {
    if (this.#refusal?.token !== login.token)
      this.#refusal = { token: login.token, urls: new Set(), retryAt: 0 };
    this.#refusal.urls.add(url);
    this.#refusal.retryAt = this.#clock.mono() + this.#limits.upstreamRefusedRetryMs;
  }

  clear(): void {
    this.#refusal = null;
  }

  /**
   * Returns address and login for the next attempt; null while all addresses refuse the token. `target(n)` returns the
   * n-th address after `first`.
   */
  choose(first: FeedTarget, target: (step: number) => FeedTarget | null): FeedTarget | null {
    const refusal = this.#refusal;
    if (refusal === null || refusal.token !== first.login.token || this.#clock.mono() >= refusal.retryAt) {
      this.#refusal = null;
      return first;
    }
    for (let step = 0; step <= refusal.urls.size; step += 1) {
      const next = target(step);
      if (next !== null && !refusal.urls.has(next.url)) return next;
    }
    return null;
  }
}
