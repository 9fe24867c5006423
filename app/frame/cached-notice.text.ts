// Text above cached data.
export const text = {
  seenAsOf: "The service that keeps this data does not answer just now. You see it as of {moment}.",
} as const;
