// Text of the page of changed terms.
export const text = {
  whatChanges: "What changes",
  changedLine: ({ what, before, after }: { what: string; before: string; after: string }) =>
    `${what}: from ${before} to ${after}.`,

  noLimit: "no limit",
  capital: "Capital",
  dailyLossLimit: "Daily loss limit",
  maxLoss: "Max loss",
  maxTradesADay: "Max trades a day",

  termsNotComplete: "The terms are not complete. Go back to them.",
  tickToConsent: "Tick the box to consent, or leave this page.",
  changedSinceRead: "The terms or the text have changed since you read them. Read them again, then consent.",

  title: "Change",
  titleOf: (algo: string) => `Change ${algo}`,
  description: "Capital and risk limits of a running algo, with the difference and a new consent.",

  portfolio: "Portfolio",
  lead: "Capital and risk limits take effect as soon as you consent. The algo keeps running.",
  nothingWasChanged: "Nothing was changed",
  now: "Now",
  usedNow: "Used of your limits now",
  newTerms: "New",
  positionsKeepSize: "Open positions keep their size; the next entry uses the new capital.",
  shortOfCapital: (amount: string) =>
    `Available margin is ${amount} short of the new capital. Add funds or choose less.`,
  iConsent: "I have read this text and consent to the change.",
  consentAndChange: "Consent and change",
  backToTheTerms: "Back to the terms",

  capitalInMultiples: (amount: string) => `Capital, in multiples of ${amount}`,
  multiplesHint: ({ most, amount }: { most: number; amount: string }) => `1 to ${most}; now ${amount}.`,
  dailyLossLimitRupees: "Daily loss limit, ₹",
  dayLimitMeans: "When reached, positions are squared off and the algo pauses. Empty for none.",
  dayLimitSuggested: ({ amount, percent }: { amount: string; percent: number | null }) =>
    `When reached, positions are squared off and the algo pauses. Suggested: ${amount}, the algo's own day stop of ${percent}%.`,
  maxLossRupees: "Max loss, ₹",
  maxLossMeans: "When reached, positions are squared off and the algo stops. Empty for none.",
  maxTradesMeans: "When reached, it opens nothing more today. Empty for none.",
  nothingIsDifferent: "Nothing is different",
  notComplete: "The terms are not complete",
  changeSomething: "Change the capital or a limit, or leave this page.",
  reviewTheChange: "Review the change",
  cancel: "Cancel",
} as const;
