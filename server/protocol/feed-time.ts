// Timestamps of the feeds. Live feeds reportedly count seconds since 1970 in Indian local time rather than UTC. Both
// time bases are supported; the sandbox uses Indian time.

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
