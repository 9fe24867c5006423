// Measures for how long another process has been silent. Suspensions of this process (a paused machine, a frozen
// container) do not count.

export type SilenceTimer = {
  noteMessage(): void;
  /** Returns the duration of the silence so far, in ms. Must be called every `pollEveryMs`. */
  poll(): number;
};

/** Upper bound of the time that one `poll` adds, as a multiple of `pollEveryMs`. */
const MAX_LATENESS_FACTOR = 2;

export function createSilenceTimer(options: { now: () => number; pollEveryMs: number }): SilenceTimer {
  const { now, pollEveryMs: lookEveryMs } = options;
  let silentMs = 0;
  let polledAt = now();
  return {
    noteMessage() {
      silentMs = 0;
    },
    poll() {
      const at = now();
      silentMs += Math.min(at - polledAt, MAX_LATENESS_FACTOR * lookEveryMs);
      polledAt = at;
      return silentMs;
    },
  };
}
