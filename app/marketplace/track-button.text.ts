// Text of the button that tracks an algo.
export const text = {
  track: "Track",

  isTracked: (algo: string) => `${algo} is tracked.`,
  isNoLongerTracked: (algo: string) => `${algo} is no longer tracked.`,
  remove: "Tracked: remove",
} as const;
