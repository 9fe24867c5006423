// Text of the panel of losses before an algo is deployed.
export const text = {
  noStop: "no stop in its rules",
  whatYouCouldLose: "What you could lose",
  onOneTrade: "On one trade",
  onOneDay: "On one day",
  forCapital: ({ capital, multiples, minimum }: { capital: string; multiples: number; minimum: string }) =>
    `With ${capital} at work (${multiples} × ${minimum}). Trade and day: by its own stops.`,
  atWorst: "At worst:",
} as const;
