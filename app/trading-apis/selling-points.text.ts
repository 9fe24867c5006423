// What stands over the points.
export const text = {
  includedForEveryone: "Included for everyone",
} as const;
