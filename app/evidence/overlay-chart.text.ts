// Text of curves over one another.
export const text = {
  change: ({ from, to }: { from: string; to: string }) => `Change of each capital, ${from} to ${to}`,
} as const;
