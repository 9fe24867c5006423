// Notices when the wall clock is set: sessions, leases and prices' ages are counted by it. Compares it with the clock that only runs on.

export type ClockWatch = {
  /** Times the wall clock jumped by more than the bound, since the process started. */
  jumps(): number;
  /** Compares now; called on a timer, and by tests. */
  look(): void;
  stop(): void;
};

export function watchClock(options: {
  /** A difference between two looks up to this is the usual slewing. */
  boundMs: number;
  everyMs: number;
  /** Epoch ms. */
  wallMs: () => number;
  /** Monotonic ms. */
  steadyMs: () => number;
  /** By how much it was set forward (negative: back), ms. */
  onJump(byMs: number): void;
}): ClockWatch {
  let offset = options.wallMs() - options.steadyMs();
  let jumps = 0;
  function look(): void {
    const now = options.wallMs() - options.steadyMs();
    const byMs = now - offset;
    offset = now;
    if (Math.abs(byMs) <= options.boundMs) return;
    jumps += 1;
    options.onJump(Math.round(byMs));
  }
  const timer = setInterval(look, options.everyMs);
  timer.unref();
  return { jumps: () => jumps, look, stop: () => clearInterval(timer) };
}
