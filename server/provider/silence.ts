// Measures for how long another process has been silent. Suspensions of this process (a paused machine, a frozen
// container) do not count.

export type Silence = {
  noteMessage(): void;
  /** Returns the duration of the silence so far, in ms. Must be called every `lookEveryMs`. */
  look(): number;
};

/** A later call counts as if it had been made after this multiple of the interval. */
const LATE_AT_MOST = 2;

export function createSilence(options: { now: () => number; lookEveryMs: number }): Silence {
  const { now, lookEveryMs } = options;
  let silentMs = 0;
  let lookedAt = now();
  return {
    noteMessage() {
      silentMs = 0;
    },
    look() {
      const at = now();
      silentMs += Math.min(at - lookedAt, LATE_AT_MOST * lookEveryMs);
      lookedAt = at;
      return silentMs;
    },
  };
}
