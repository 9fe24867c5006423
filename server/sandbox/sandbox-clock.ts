// The sandbox's clock: real time with an optional offset. Market, feeds and all timestamps use this one clock.

export type SandboxClock = {
  /** Returns the time in epoch ms. */
  now(): number;
  /** Sets the time; the clock continues running. */
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
