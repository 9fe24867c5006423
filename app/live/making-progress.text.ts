// Text of pages that wait for records.
export const text = {
  recordsMade: "Records made",
  madeOf: ({ done, total }: { done: string; total: string }) => `${done} of ${total} records are made.`,
  checkAgain: "Check again",
  checksEvery: (seconds: number) => `This page checks every ${seconds} seconds.`,
  stopChecking: "Stop checking",
  checkEvery: (seconds: number) => `Check every ${seconds} seconds`,
} as const;
