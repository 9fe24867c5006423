// Text of the second step of deploying around the consent.
export const text = {
  nothingWasSent: "Nothing was sent",
  liveWithMoney: "live, with your money",
  onPaper: "on paper, with no money of yours",
  changeTheTerms: "Change the terms",
  largestMargin: "Margin of its largest position",
  firstCharges: "Charges of the first orders",
  noOrderNow: "no order right now",
  availableMargin: "Available margin",
  paperMoney: "Paper money",
  shortBy: "Short by",
  marketClosedOn: (days: string) => `The market is closed on ${days}.`,
  shortOfCapital: (amount: string) =>
    `Available margin is ${amount} short of the capital. Add funds, choose a smaller amount, or deploy on paper; there is nothing to consent to before that.`,
  iConsent: ({ algo, version }: { algo: string; version: string }) =>
    `I have read this text and consent to it for ${algo}, version ${version}.`,
  consent: "Consent and go to the order window",
  sentOnlyOnceConfirmed:
    "Nothing is sent before you have confirmed it there too. The text is stored with its time and its hash; the receipt can be downloaded.",
} as const;
