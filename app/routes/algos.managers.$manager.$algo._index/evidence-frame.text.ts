// Text around a record: reasons for a missing one, its seal, the choice of another.
export const text = {
  checkAgain: "Check again",
  signIn: "Sign in",
  requestRecord: "Request this record",

  hashChainVerified: ({ days, hash }: { days: string; hash: string }) =>
    `Hash chain verified: ${days} days, last hash ${hash}.`,
  howToCheck: "How to check it yourself",
  verificationFailed: "Verification failed",
  failsVerification:
    "This record fails verification: it was changed after it was signed. Don’t rely on any figure of it.",
  madeOn: ({ day, step }: { day: string; step: string }) =>
    `Made on ${day}; the rules looked at the market every ${step}.`,
  ended: (reason: string) => `Ended: ${reason}`,
  signalsPassed: (count: string) => `${count} signals weren’t traded because the capital didn’t carry them.`,

  minute: "minute",
  minutes: (count: number) => `${count} minutes`,
  seconds: (count: number) => `${count} seconds`,

  whichRecord: "Which record",
  evidence: "Evidence",
  version: "Version",
  versionShort: (version: string) => `v${version}`,
} as const;
