// Detects jumps of the wall clock by comparing it with the monotonic clock. A jump affects sessions, leases and the
// ages of prices.

export type ClockWatch = {
  /** Number of jumps of the wall clock since the process started. */
  jumps(): number;
  /** Compares the clocks. A timer and tests call this. */
  poll(): void;
  stop(): void;
};

export function watchClock(options: {
  /** Largest change in ms, between two comparisons, that is treated as gradual adjustment instead of a jump. */
  boundMs: number;
  everyMs: number;
  /** Returns the wall-clock time, epoch ms. */
  wallMs: () => number;
  /** Returns the monotonic time, ms. */
  steadyMs: () => number;
  /** Called with the size of a jump in ms; negative if the clock was set back. */
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
  return { jumps: () => jumps, poll: look, stop: () => clearInterval(timer) };
}
