// What is said over data that is kept.
export const text = {
  seenAsOf: "The service that keeps this data does not answer just now. You see it as of {moment}.",
} as const;
