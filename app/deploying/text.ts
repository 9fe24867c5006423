// Texts around a consent: charges, actions, changed terms, new versions, receipts, the risk disclosure.

export const chargeListText = {
  brokerage: "Brokerage",
  exchangeTransaction: "Exchange transaction charges",
  sebiTurnoverFee: "SEBI turnover fee",
  stampDuty: "Stamp duty",
  dpCharges: "DP charges",
  notSplitByLine: "Not itemised",

  totalCharges: "Total charges",
} as const;

/** Validation messages of the deployment terms form, by field. */
export const termsFaultText = {
  mode: "Choose paper or live.",
  startOn: (days: number) => `Choose a day from today up to ${days} days ahead.`,
  days: "Choose at least one day for opening positions.",
  lossPerDay: "Daily loss limit must be an amount in rupees, such as 5,000, or empty.",
  lossInAll: "Max loss must be an amount in rupees, such as 5,000, or empty.",
  tradesPerDay: (most: number) => `Max trades a day must be a whole number from 1 to ${most}, or empty.`,
  multiplier: (most: number) => `Multiples must be a whole number from 1 to ${most}.`,
  notAnAmount: "Enter the amount in rupees, such as 75,000 or 1.5L.",
  tooSmall: (least: string) => `The amount must be at least ${least}.`,
  tooLarge: ({ most, multiples }: { most: string; multiples: number }) =>
    `The amount must be at most ${most}, ${multiples} times the minimum.`,
} as const;

export const actionText = {
  thereIsNoSuchAction: "There is no such action.",

  noteTooLong: (characters: number) => `A note has at most ${characters} characters.`,
  notKnownWhetherDone:
    "The broker does not respond, so the result is unknown. Send the form again; the action is executed only once.",

  title: "Action",
  description: "The orders that would be cancelled and sent, with a button to confirm.",

  nothingWasDone: "Nothing was done",
  now: "Now:",
  note: "Note for the audit trail (optional)",
  leaveAsItIs: "Leave it as it is",
  notPossible: "This action is not possible in this state.",
  toTheDeployment: "Open the deployment",

  whatWouldBeSentNow: "What would be sent now",
  noOrderNothingOpen: "No orders: no open positions.",
  cancelled: "Cancelled",
  estimatedResult: "Estimated P&L",
  beforeCharges: "at the last price, before charges",
  afterCharges: (charges: string) => `at the last price, after exit charges of ${charges}`,
  sentAtTheMarket: "Sent at market",
  lastPrice: (price: string) => `last ${price}`,
  pricesMove: "Prices move; these orders are computed again when you confirm.",

  openPositions: "Open positions, unrealised P&L",
  noneIsOpen: "None.",
  sold: "Sold",
  bought: "Bought",
  riskLimits: "Risk limits used",

  noOrderPositionsStay: "No orders are sent. Positions stay open.",
} as const;

export const changeText = {
  whatChanges: "What changes",
  changedLine: ({ what, before, after }: { what: string; before: string; after: string }) =>
    `${what}: from ${before} to ${after}.`,

  noLimit: "no limit",
  capital: "Capital",
  dailyLossLimit: "Daily loss limit",
  maxLoss: "Max loss",
  maxTradesPerDay: "Max trades a day",

  termsNotComplete: "The terms are not complete. Go back and complete them.",
  tickToConsent: "Tick the box to consent, or leave this page.",
  changedSinceRead: "The terms or the text have changed since you read them. Read them again, then confirm.",

  title: "Change",
  titleOf: (algo: string) => `Change ${algo}`,
  description: "Capital and risk limits of a running algo, with the difference.",

  lead: "Changes take effect as soon as you confirm them. The algo keeps running. Only more risk needs a new consent.",
  nothingWasChanged: "Nothing was changed",
  now: "Now",
  usedNow: "Limits used now",
  newTerms: "New",
  positionsKeepSize: "Open positions keep their size; the next entry uses the new capital.",
  dayLimitReached:
    "Today's loss already reaches the new daily loss limit. As soon as you confirm, positions are squared off at market and the algo pauses.",
  maxLossReached:
    "The loss already reaches the new max loss. As soon as you confirm, positions are squared off at market and the algo stops.",
  shortOfCapital: (amount: string) =>
    `Available margin is ${amount} short of the new capital. Add funds or reduce the capital.`,
  iConsent: "I have read this text and consent to the change.",
  consentAndChange: "Consent and change",
  apply: "Apply the change",
  completeTerms: "Complete terms after the change",
  noConsentNeeded: "The change adds no risk, so it was applied without a new consent.",
  backToTheTerms: "Back to the terms",

  capitalInMultiples: (amount: string) => `Capital, in multiples of ${amount}`,
  multiplesHint: ({ most, amount }: { most: number; amount: string }) => `1 to ${most}; now ${amount}.`,
  dailyLossLimitRupees: "Daily loss limit, ₹",
  dayLimitMeans: "At this loss, positions are squared off and the algo pauses. Empty for no limit.",
  dayLimitSuggested: ({ amount, percent }: { amount: string; percent: number | null }) =>
    `At this loss, positions are squared off and the algo pauses. Suggested: ${amount}, the algo's own daily stop-loss of ${percent}%.`,
  maxLossRupees: "Max loss, ₹",
  maxLossMeans: "At this loss, positions are squared off and the algo stops. Empty for no limit.",
  maxTradesMeans: "After this number of trades, no positions are opened today. Empty for no limit.",
  nothingIsDifferent: "No changes",
  notComplete: "The terms are not complete",
  changeSomething: "Change the capital or a limit, or leave this page.",
  reviewTheChange: "Review the change",
  cancel: "Cancel",
} as const;

export const receiptText = {
  title: "Receipt",
  titleOf: (algo: string) => `Receipt: ${algo}`,
  description: "The text you consented to, with its hash, time and version.",

  receiptOfYourConsent: "Receipt of your consent",
  algoAndVersion: ({ algo, version }: { algo: string; version: string }) => `${algo}, version ${version}.`,
  given: "Given",
  byClient: "By client",
  deployment: "Deployment",
  wordingVersion: "Text version",
  riskDisclosure: "Risk disclosure acknowledged",
  facts: "Details of the consent",
  hashOfTheText: "SHA-256 of the text:",
  downloadTheText: "Download the text",
  toTheDeployment: "Open the deployment",
} as const;

export const versionText = {
  tickToConsent: "Tick the box to consent, or leave this page.",
  changedSinceRead: "The text has changed since you read it. Read it again, then consent.",

  title: "New version",
  titleOf: ({ version, algo }: { version: string; algo: string }) => `Version ${version} of ${algo}`,
  description: "The changes in a newer version of an algo that you have deployed.",

  versionOf: (version: string) => `Version ${version}`,
  algoVersion: ({ algo, version }: { algo: string; version: string }) => `${algo}: version ${version}`,
  lead: (version: string) =>
    `You consented to version ${version}. The new version trades for you only after you consent to it.`,
  whatIsDifferent: "What changed",
  nothingShown: "No difference in the details on this page.",
  before: (version: string) => `Before, ${version}`,
  now: (version: string) => `Now, ${version}`,
  nothingWasChanged: "Nothing was changed",
  iConsent: (version: string) => `I have read what changed and consent to version ${version}.`,
  consentTo: (version: string) => `Consent to version ${version}`,
  staysPaused: "The deployment stays paused until you resume it.",
} as const;

export const riskDisclosureText = {
  textHasChanged: "The text has changed. Read it again, then acknowledge it.",
  tickOnceRead: "Tick the box once you have read the disclosures.",

  description: "The regulator's study of individual traders in futures and options.",

  source: (source: string) => `Source: ${source}`,
  version: (version: string) => `Version ${version} of this text.`,
  back: "Back",
  notAcknowledged: "Not acknowledged yet",
  iHaveRead: "I have read these risk disclosures.",
  acknowledge: "Acknowledge and continue",
  leave: "Leave",
  acknowledgedOn: (moment: string) => `You acknowledged this version on ${moment}.`,
} as const;
