// Text of the page of a newer version.
export const text = {
  tickToConsent: "Tick the box to consent, or leave this page.",
  changedSinceRead: "The text has changed since you read it. Read it again, then consent.",

  title: "New version",
  titleOf: ({ version, algo }: { version: string; algo: string }) => `Version ${version} of ${algo}`,
  description: "What is different in the newer version of an algo you have deployed.",

  portfolio: "Portfolio",
  versionOf: (version: string) => `Version ${version}`,
  algoVersion: ({ algo, version }: { algo: string; version: string }) => `${algo}: version ${version}`,
  lead: (version: string) =>
    `You consented to ${version}. The newer one trades for you only after you have consented to it.`,
  whatIsDifferent: "What is different",
  nothingShown: "Nothing that this page shows; the manager has given it a new version all the same.",
  before: (version: string) => `Before, ${version}`,
  now: (version: string) => `Now, ${version}`,
  nothingWasChanged: "Nothing was changed",
  iConsent: (version: string) => `I have read what is different, and consent to version ${version}.`,
  consentTo: (version: string) => `Consent to version ${version}`,
  staysPaused: "The deployment stays paused until you resume it.",
} as const;
