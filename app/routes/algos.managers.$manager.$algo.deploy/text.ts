// Texts of the two steps of deploying an algo.

export const pageText = {
  noSuchAlgo: "There is no algo at this address.",

  termsNotComplete: "The terms are not complete. Go back and complete them.",
  tickToConsent: "Tick the box to consent, or leave this page.",
  formNotUnderstood: "The form is not valid. Load the page again.",
  changedSinceRead:
    "The algo or its terms have changed since you opened this page. Review the changes before you consent.",
  sumsHaveMoved:
    "Margin or charges have changed since you read this. Load the page again and check the new amounts.",
  brokerNotAnswering:
    "The broker does not respond. Send the form again in a moment; only one deployment is created.",

  title: "Deploy",
  titleOf: (algo: string) => `Deploy ${algo}`,
  description:
    "Set amount, risk limits and days. A paper deployment starts at once. A live one starts after you consent and confirm in the order window.",

  stepOne: "Terms",
  stepTwo: "Review and sign",
  cannotBeDeployed: "This algo cannot be deployed now.",
  notOpenHere: "Deploying is not available on this site.",
  needs: ({ needed, amount }: { needed: string; amount: string }) =>
    `Needs ${needed}. Your amount is ${amount}.`,
  whatFits: (amount: string) => `Algos that fit ${amount}`,
  killSwitchIsOn: "Your kill switch is on. No algo can start until you lift it.",
  lookAtTheKillSwitch: "See the kill switch",
  youHaveItAlready: (mode: string) => `You already run it ${mode}. It can run only once in this mode.`,
  live: "live",
  onPaper: "on paper",
  seeThatDeployment: "See that deployment",
  backToTheAlgo: "Back to the algo",
  similarThatFit: (amount: string) => `Similar algos that fit ${amount}`,
} as const;

export const couldLoseText = {
  noStop: "no stop",
  whatYouCouldLose: "What you could lose",
  deepestFall: "Max drawdown",
  costsPerYear: "Costs per year",
  onOneTrade: "One trade, at its stop-loss",
  onOneDay: "One day, at the daily stop-loss",
  forCapital: "{capital} used ({multiples} × {minimum}).",
} as const;

export const reviewText = {
  nothingWasSent: "Nothing was sent",
  changeTheTerms: "Change",
  yourTerms: "Your terms",
  mode: "Mode",
  live: "Live, real orders",
  onPaper: "On paper",
  capital: "Amount",
  tradesPerDay: "Trades a day",
  days: "Days",
  from: "From",
  version: "Version",
  maxDrawdown: "Max drawdown",
  dailyLossLimit: "Daily loss limit",
  maxLoss: "Max loss",
  costsPerYear: "Costs per year",
  notSet: "no limit",
  blockedAtMost: "Max blocked margin",
  available: "Available",
  entryCharges: "Entry charges",
  exitCharges: "Exit charges",
  noOrderNow: "no order now",
  marketClosedOn: (days: string) => `The market is closed on ${days}.`,
  shortOfCapital: (amount: string) =>
    `Available margin is ${amount} short of the capital. Add funds, reduce the capital, or deploy on paper.`,
  changeAmountOrMode: "Change amount or mode",
  iConsent: "I have read this and consent to it.",
  consent: "Consent and go to the order window",
  sentOnlyOnceConfirmed: "Nothing is sent before you confirm there. You get a receipt.",
} as const;

export const termsFormText = {
  notComplete: "The terms are not complete",
  startOnPaper: "Start on paper",
  paperOrLive: "Paper or live",
  onPaper: "On paper",
  paperMeans: "Live prices, no money. Same rules and limits.",
  live: "Live",
  liveMeans: "Sends real orders from your account.",
  howMuch: "Amount",
  available: (amount: string) => `${amount} available`,
  slider: "Slider for the amount",
  minimumOfHoldings: (amount: string) => `In whole lots of ${amount}.`,
  amountInRupees: "Amount, in rupees",
  whenItMayOpen: "When",
  from: "from",
  atAnyTime: "Opens positions at any time of day: this market never closes",
  onTheseDays: ({ from, to }: { from: string; to: string }) => `Opens positions ${from} to ${to} IST`,
  yourRiskLimits: "Your limits",
  brokerChecksLimits: "Empty for no limit.",
  limitsFromRecord: "Suggested from the record's worst results. Empty for no limit.",
  dailyLossLimit: "Daily loss limit",
  dayLimitMeans: "At this loss, the algo squares off and pauses.",
  dayLimitOf: "Worst day: {amount}. At your limit, the algo squares off and pauses.",
  maxLoss: "Max loss",
  maxLossMeans: "At this loss, the algo squares off and stops.",
  maxLossOf: "Max drawdown: {amount}. At your limit, the algo squares off and stops.",
  maxTradesPerDay: "Max trades a day",
  maxTradesMeans: "After this number of trades, the algo opens no positions that day.",
  goToReview: "Live: continue to the review",

  minimumWithBuffer: ({ margin, buffer, sum }: { margin: string; buffer: string; sum: string }) =>
    `In whole lots of ${sum}: ${margin} is used, ${buffer} stays free for losses.`,
} as const;
