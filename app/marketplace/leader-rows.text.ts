// What the first algos by each order say.
export const text = {
  since: (day: string) => `since ${day}`,
} as const;
