// For how long somebody has been silent, as far as we were awake to hear: time in which this process itself stood still (a suspended
// machine, a frozen container) does not count against the other.

export type Silence = {
  heard(): void;
  /** To be called every `lookEveryMs`; gives back the silence so far, ms. */
  look(): number;
};

/** A look that comes later than this many times its spacing counts as if it had come then. */
const LATE_AT_MOST = 2;

export function createSilence(options: { now: () => number; lookEveryMs: number }): Silence {
  const { now, lookEveryMs } = options;
  let silentMs = 0;
  let lookedAt = now();
  return {
    heard() {
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
