// Measures for how long the other side has been silent. Suspensions of this process itself (a paused machine, a frozen
// container) do not count.

export type Silence = {
  noteMessage(): void;
  /** Returns the silence so far, ms. Call it every `lookEveryMs`. */
  look(): number;
};

/** A call later than this multiple of the interval counts as if it had been made at that time. */
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
