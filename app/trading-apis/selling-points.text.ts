// Text above the points.
export const text = {
  includedForEveryone: "Included for everyone",
} as const;
