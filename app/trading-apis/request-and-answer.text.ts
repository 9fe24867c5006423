// Text above a request and its answer.
export const text = {
  theRequestsBody: "The request's body",
  recordedAnswer: (status: number) => `${status}, its recorded answer`,
  theAnswer: "The answer",
  run: "Run this request",
} as const;
