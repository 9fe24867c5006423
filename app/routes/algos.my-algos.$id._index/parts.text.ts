// What the parts of a deployment's page say.
export const text = {
  changed: "Changed. Your new consent is stored; the receipt has it.",
  deployed: "Deployed. Orders appear below as soon as the algo sends them.",
  deployedAlready: "You have deployed this algo already; this is it. Nothing was made twice.",
  newVersion: (version: string) => `The manager has published version ${version}`,
  newVersionMeans: (version: string) =>
    `Version ${version} opens nothing more. See what changed and its record before you consent; silence is not consent.`,
  seeWhatChanged: "See what changed",

  whatYouCanDo: "What you can do",
  changeCapitalOrRisk: "Change capital or risk limits",

  todaysPnl: (mode: string) => `Today's P&L, ${mode}`,
  netPnlOf: (mode: string) => `Net P&L since start, ${mode}`,
  today: "Today's P&L",
  itHasNotTradedYet: "It has not traded yet",
  pnlFollows: "P&L follows with the next prices",
  itNeverTraded: "It never traded",
  netPnlSinceStart: "Net P&L since start",
  charges: "Charges",
  managersFeesWithGst: "Manager's fees, with GST",
  tradesToday: "Trades today",
  algoSinceStart: (algo: string) => `${algo}: net P&L since start`,
  now: (amount: string) => `Now ${amount}.`,
  liveYours: "Live, yours",
  paperYours: "Paper, yours",
  backtestSameDays: "Backtest, same days and capital",

  auditTrail: "Audit trail",
  eventBy: "{event}, by {actor} {moment}",
  yourNote: (note: string) => `Your note: ${note}`,
  auditTrailAsCsv: "Audit trail as CSV",

  terms: "Terms",
  capital: "Capital",
  multiples: "Multiples",
  version: "Version",
  from: "From",
  on: "On",
  consentGiven: "Consent given",
  receiptOfYourConsent: "Receipt of your consent",
  theAlgosPage: "The algo's page",
} as const;
