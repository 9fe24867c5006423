// Text of the two steps of deploying an algo.

export const pageText = {
  noSuchAlgo: "There is no algo at this address.",

  termsNotComplete: "The terms are not complete. Go back to them.",
  tickToConsent: "Tick the box to consent, or leave this page.",
  formNotUnderstood: "The form was not understood. Load the page again.",
  changedSinceRead: "The algo or its terms have changed since you read this. Read it again, then consent.",
  sumsHaveMoved:
    "Margin or charges have moved since you read this. Load the page again and read the new sums.",
  brokerNotAnswering:
    "The broker does not answer just now. Send it again in a moment: it will be one deployment, however often you do.",

  title: "Deploy",
  titleOf: (algo: string) => `Deploy ${algo}`,
  description: "Amount, risk limits and days; the exact text that is consented to; then the order window.",

  algos: "Algos",
  stepOne: "Step 1 of 3: your terms.",
  stepTwo: "Step 2 of 3: read and consent. The order window is step 3.",
  cannotBeDeployed: "This algo cannot be deployed now",
  notOpenHere: "Deploying is not open on this site.",
  killSwitchIsOn: "Your kill switch is on",
  nothingNewBegins: "Nothing new starts until it is lifted.",
  lookAtTheKillSwitch: "Look at the kill switch",
  youHaveItAlready: (mode: string) => `You have it ${mode} already:`,
  oneOfEach: "{link}. There is one of each at a time.",
  live: "live",
  onPaper: "on paper",
  seeThatDeployment: "see that deployment",
  backToTheAlgo: "Back to the algo",
} as const;

export const couldLoseText = {
  noStop: "no stop in its rules",
  whatYouCouldLose: "What you could lose",
  onOneTrade: "On one trade",
  onOneDay: "On one day",
  forCapital: ({ capital, multiples, minimum }: { capital: string; multiples: number; minimum: string }) =>
    `With ${capital} at work (${multiples} × ${minimum}). Trade and day: by its own stops.`,
  atWorst: "At worst:",
} as const;

export const reviewText = {
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

export const termsFormText = {
  notComplete: "The terms are not complete",
  paperOrLive: "Paper or live",
  paperMeans: "It trades the market's prices with no money of yours. The same rules and risk limits.",
  onPaper: "On paper",
  liveMeans: "It sends orders for your account. Available margin:",
  live: "Live",
  howMuch: "How much",
  minimumOfHoldings: (amount: string) =>
    `The minimum is ${amount} for the holdings. It works in whole multiples of that.`,
  amountInRupees: "Amount, in rupees",
  amountHint: "Such as 75,000 or 1.5L; what is over a multiple stays idle.",
  orMultiples: "or multiples of the minimum",
  multiplesHint: (most: number) => `1 to ${most}; if given, it counts.`,
  whenItMayOpen: "When it may open positions",
  from: "From",
  onTheseDays: ({ from, to }: { from: string; to: string }) => `On these days, ${from} to ${to} IST`,
  yourRiskLimits: "Your risk limits",
  brokerChecksLimits:
    "The broker checks them at every step, beside the algo's own stops. Leave a field empty for no limit.",
  dailyLossLimit: "Daily loss limit",
  dayLimitMeans: "When reached: squared off, then paused.",
  dayLimitBesideOwnStop: (amount: string) =>
    `When reached: squared off, then paused. The algo's own day stop is ${amount} for the minimum.`,
  maxLoss: "Max loss",
  maxLossMeans: "When reached: squared off, then stopped.",
  maxTradesADay: "Max trades a day",
  maxTradesMeans: "When reached: it opens nothing more today.",
  goToReview: "Go on to the review",

  minimumWithBuffer: ({ margin, buffer, sum }: { margin: string; buffer: string; sum: string }) =>
    `The minimum is ${margin} margin or purchase + ${buffer} buffer = ${sum}. It works in whole multiples of that.`,
} as const;
