// Text of the first algos by each order.
export const text = {
  since: (day: string) => `since ${day}`,
} as const;
