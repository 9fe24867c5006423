// The sandbox's clock: real time, shifted when somebody sets it. One clock for market, feeds and everything dated.

export type SandboxClock = {
  /** Epoch ms. */
  now(): number;
  /** Sets the clock; it runs on from this time. */
  set(epochMs: number): void;
};

export function createSandboxClock(startAt: number | null): SandboxClock {
  let shiftMs = startAt === null ? 0 : startAt - Date.now();
  return {
    now: () => Date.now() + shiftMs,
    set(epochMs) {
      shiftMs = epochMs - Date.now();
    },
  };
}
