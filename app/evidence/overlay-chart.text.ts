// What curves over one another say.
export const text = {
  change: ({ from, to }: { from: string; to: string }) => `Change of each capital, ${from} to ${to}`,
} as const;
