// Timestamps of the feeds. Live feeds are reported to count Indian wall-clock seconds since 1970 rather than UTC. Both bases
// are supported, and the sandbox writes the first.

export type FeedTimeBase = "ist" | "utc";
const IST_OFFSET_S = 19_800;

/** Returns epoch milliseconds, UTC. */
export function feedTimeToEpochMs(seconds: number, base: FeedTimeBase): number {
  return (base === "ist" ? seconds - IST_OFFSET_S : seconds) * 1_000;
}

export function epochMsToFeedTime(epochMs: number, base: FeedTimeBase): number {
  const seconds = Math.floor(epochMs / 1_000);
  return base === "ist" ? seconds + IST_OFFSET_S : seconds;
}
