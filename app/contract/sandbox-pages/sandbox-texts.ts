// Texts of the sandbox's pages (frame, sign-in, order window, partner platforms), its chat, and its push messages and
// mails.
import { SCOPE_DESCRIPTIONS } from "../trading-api/scopes.ts";

export const frameText = {
  skipToContent: "Skip to content",
  main: "Main",
  algos: "Algos",
  markets: "Markets",
  apis: "APIs",
  docs: "Docs",
  sandbox: "Sandbox",
  simulatedMarket: "simulated market",
  documentation: "Documentation",
  support: "Support",
  disclosures: "Disclosures",
  privacy: "Privacy",
  ordersStayHere: "{legalName}. Orders placed in the sandbox go to its simulated market and nowhere else.",
  table: (label: string) => `Table: ${label}`,
  seconds: (count: number) => `${count} seconds`,
  minutes: (count: number) => `${count} minutes`,
  waitForCodes: (time: string) => `Too many wrong codes from your address. Try again in ${time}.`,
  notFound: "Page not found",
  nothingHere: "The sandbox has no page at this address.",
  formRefused: "The form was not accepted",
  wrongFormType: (type: string) => `Send the form as ${type}.`,
};

export const loginText = {
  signIn: "Sign in",
  authorise: (name: string) => `Authorise ${name}`,
  demonstration: "This is a demonstration",
  oneTap: "Sign in as a client with one tap.",
  as: "As {name}",
  demoClient: "{id}, PIN\u00a0{pin}",
  backWhereYouWere: "After sign-in, you return to your page.",
  promises: {
    paper: "Paper first: same rules, no money",
    limits: "You set every limit",
    stop: "One kill switch, always in reach",
  },
  noAccount: "No account yet? {create}.",
  createOne: "Create a sandbox account",
  wantsAccount: "{name} wants to use your account:",
  noRedirectAddress: "The app has no redirect address: you get a code to enter in the app.",
  goBackTo: "You return to {host}.",
  revocable:
    "The app does not see your PIN or codes. You can revoke its access at any time under Connected apps.",
  wantsOrders:
    "{name} wants to view your orders and positions, and place the orders you approve. It does not see your PIN or codes.",
  deny: "Deny",
  clientId: "Client id",
  continue: "Continue",
  bothNeeded:
    "Wrong codes were entered for this client id. For safety, enter the PIN and the authenticator's code together.",
  pin: "PIN, six digits",
  totp: "Code of your authenticator app, six digits",
  confirmWith: "Confirm with",
  withPin: "PIN",
  withTotp: "Code of your authenticator app",
  sixDigits: "Six digits",
  clientIdIs: "Client id {id}.",
  notYou: "Not you?",
  expired: (minutes: number) => `This sign-in was started more than ${minutes} minutes ago and has expired.`,
  used: "This sign-in is already completed.",
  denied: "This sign-in was denied; no access was given.",
  tooManyTries: (tries: number) => `Wrong codes were entered ${tries} times, so this sign-in has ended.`,
  unknown: "This sign-in does not exist.",
  cannotContinue: "This sign-in cannot continue",
  startInApp: "Start again in the app that sent you here.",
  startAgain: "Start again",
  backToSite: "Back to the site",
  backTo: (brand: string) => `Back to ${brand}`,
  isAuthorised: (name: string) => `${name} is authorised`,
  exchangeToken:
    "The app can exchange this token id for a token once, within ten minutes. The app has no registered redirect address: enter the token id in the app, or register an address in the {portal}.",
  portal: "portal",
  tokenId: "Token id",
  cannotAuthorise: "This request cannot be authorised",
  notRegistered:
    "The program that sent you here is not registered, or its redirect address is not registered. The program received no access. Start again in the program.",
  tooManySignIns: "Too many sign-ins",
  waitSeconds: (seconds: number) =>
    `Too many sign-ins from your address. Wait ${seconds} seconds and start again in the program.`,
  wasDenied: (name: string) => `${name} was denied`,
  noAccess: "The app received no access. You can close this page.",
  tenDigits: "A client id must have ten digits.",
  sixDigitsNeeded: "A code must have six digits.",
  busy: "Too many people are signing in. Try again.",
  wrongOneLeft: "Client id or code is incorrect. One try is left.",
  wrong: (tries: number) => `Client id or code is incorrect. ${tries} tries are left.`,
  ownSandbox: (brand: string) => `${brand} sandbox`,
};

/** Descriptions of a token's scopes, on the pages that request or list them. */
export const scopeText = { ...SCOPE_DESCRIPTIONS };

export const orderWindowText = {
  orderWindow: "Order window",
  addressIncomplete: "The address is incomplete.",
  nothingToConfirm:
    "There is nothing to confirm: the basket is already confirmed or declined, or has expired.",
  invalidForm: "The form is invalid.",
  foreignReturn: "The return address must belong to the site.",
  noBasket: "This basket does not exist.",
  closed: "The order window is closed",
  backToSite: "Back to the site",
  title: "Confirm this deployment",
  leadLive: "{algo} {version}, algo id {ids}, live.",
  leadPaper: "{algo} {version}, algo id {ids}, on paper: no money moves.",
  amountAndMargin: "Amount and margin",
  amount: "Amount",
  marginOfPosition: "Margin required by its largest position",
  marginOfOrders: "Margin of these orders",
  availableMargin: "Available margin",
  addMoney: "{add}, or deploy on paper: margin and charges exceed the available margin.",
  add: (amount: string) => `Add ${amount}`,
  confirm: "Confirm",
  decline: "Decline",
  nothingSentBefore: "Nothing is sent before you confirm.",
  dailyLossLimit: "Daily loss limit",
  maxLoss: "Max loss",
  largestLoss: "Typical max loss of one position",
  stressLoss: "Stress-test loss of one position",
  whatCouldBeLost: "What could be lost",
  noLimit: "no limit",
  entryCharges: "Entry charges",
  exitCharges: "Exit charges",
  sentNow: "What would be sent now",
  noneSentNow: "No orders would be sent now: the algo waits for its signal.",
  sentNowMeans: "Prices move, so the algo may send different orders.",
  ordersToBeSent: "Orders to be sent",
  instrument: "Instrument",
  side: "Side",
  quantity: "Quantity",
  priceOfOne: "Price per unit",
  buy: "Buy",
  sell: "Sell",
};

export const platformText = {
  partnerPlatform: "Partner platform",
  lead: (summary: string) => `${summary} This page simulates the platform's own site.`,
  notStartedHere: "This connection was not started in this browser. Start again.",
  denied: "You denied access. Nothing is connected.",
  consentUsed: "This consent was already used or has expired.",
  connectedTo: (clientId: string) => `Connected to account ${clientId}.`,
  availableMargin: "Available margin",
  holdings: "Holdings",
  may: "Permissions",
  disconnect: "Disconnect",
  connectedApps: "Connected apps of your account",
  connect: (brand: string) => `Connect your ${brand} account`,
  ownPage: ({ brand, platform }: { brand: string; platform: string }) =>
    `${brand} asks for your consent on its own page; ${platform} never sees your PIN.`,
};

/** Next action of a deployment, and reasons why a limit ended it, paused it, or stopped its trading for the day. */
export const deploymentNoteText = {
  legsOpen: (legs: number) => `${legs} ${legs === 1 ? "leg" : "legs"} open`,
  flat: "Flat.",
  managed: (legs: string) => `${legs}, managed by the rules until closed.`,
  startsOn: (day: string) => `Starts on ${day}.`,
  isKilled: "The kill switch is on: no positions are opened.",
  exitBy: ({ legs, time }: { legs: string; time: string }) => `${legs}, exit by ${time}.`,
  exitWithSession: (legs: string) => `${legs}, exit by the end of its session.`,
  held: ({ legs, period }: { legs: string; period: string }) => `${legs}, held ${period}.`,
  notToday: "It does not trade today.",
  looksFrom: ({ from, to }: { from: string; to: string }) =>
    `No position. Looks for an entry from ${from} to ${to}.`,
  looksAlways: "No position. Looks for an entry at any time of day: this market never closes.",
  maxLossReached: (limit: string) => `The loss reached the max loss of ${limit}.`,
  dayLossReached: (limit: string) => `Today's loss reached the daily loss limit of ${limit}.`,
  tradesReached: (trades: number) =>
    `${trades} ${trades === 1 ? "trade" : "trades"} today: no more positions are opened before tomorrow.`,
  loss_per_day: "The account's daily loss limit was reached today: no positions are opened before tomorrow.",
  profit_lock: "The account's profit lock was reached today: no positions are opened before tomorrow.",
  live: "live algos",
  paper: "paper algos",
  accountLoss: ({ algos, loss, limit }: { algos: string; loss: string; limit: string }) =>
    `All ${algos} together lost ${loss} today: the account's daily loss limit is ${limit}.`,
  accountLock: ({ algos, pnl, high }: { algos: string; pnl: string; high: string }) =>
    `Profit lock of the account: the P&L of all ${algos} together fell to ${pnl} from today's high of ${high}.`,
};

export const messageText = {
  ownOrder: "Your own order",
  onPaper: (algo: string) => `${algo} (paper)`,
  events: (count: string) => `${count} events on your account`,
  more: (count: string) => `and ${count} more`,
  moreInLog: (count: string) => `and ${count} more, in the log`,
  settings: (place: string) => `All events and message settings: ${place}`,
  settingsPage: (brand: string) => `${brand}, Account, Notifications`,
  test: (brand: string) => `${brand}: test message`,
  browserReceives: "This browser receives messages.",
  addressReceives: (place: string) => `This address receives messages. Message settings: ${place}`,
};

export const chatText = {
  personTerms:
    "person, human, agent, representative, somebody, someone, operator, call me, phone me, talk to",
  aPersonReads: "A person will read this.",
  notKnown: "I don't know. I have passed your question to a person.",
  reference: ({ words, reference }: { words: string; reference: string }) =>
    `${words} Your reference is ${reference}. Leave an email address in the next message if you want an answer by email.`,
  otherWays: "Other ways to reach us",
  whatDoes: (algo: string) => `What does ${algo} do?`,
  algo: ({ algo, summary, amount }: { algo: string; summary: string; amount: string }) =>
    `${algo}: ${summary} Minimum amount ${amount}.`,
  howMuchLose: (algo: string) => `How much can I lose with ${algo}?`,
  lossTerms: "could lose, largest loss, worst, risk, stop, drawdown",
  whoIs: (manager: string) => `Who is ${manager}?`,
  manager: "manager",
  withAmount: ({ algo, amount }: { algo: string; amount: string }) => `${algo}, with ${amount}:`,
  positionAtMost: (amount: string) => `Typical max loss of one position: ${amount}`,
  positionUnderStress: (amount: string) => `Stress-test loss of one position: ${amount}; it can be larger`,
  noStop: "Its rules have no stop-loss.",
  stopPerTrade: (amount: string) => `Stop-loss per trade: ${amount}`,
  stopPerDay: (amount: string) => `Stop-loss per day: ${amount}`,
  gaps: "A price gap can skip a stop-loss, and losses of several positions add up.",
};
