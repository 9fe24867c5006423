// Texts of the page frame, the home page, and the pages on sign-in, sessions and connected apps.

export const amountFormText = {
  myAmountRupees: "My amount (₹)",
  update: "Update",
  amountMeans: "Losses, costs and results are shown for this amount. Stored in a cookie.",

  myAmount: "My amount",
} as const;

export const cachedNoticeText = {
  seenAsOf: "Delayed. Last updated {moment}.",
} as const;

export const errorPageText = {
  unavailable: "This page is not available now",
  broken: "This page could not be displayed",
  refused: "The request was not accepted",
  notFound: "Page not found",
  failed: "Something went wrong",

  error: (status: number) => `Error ${status}`,
  didYouMean: "Did you mean",
  search: "Search",
  searchHint: "Search algos, docs",
  orGoTo: "Or go to {algos}, {docs} or {support}.",
  allAlgos: "all algos",
  docs: "docs",
  support: "support",
  tryAgain: "Try again",
  downSince: (time: string) => `No response since ${time}.`,
  status: "Status of the services",
  goToStart: "Go to the home page",
  quoteRequestId: "If you report this, quote the request id {id}.",
} as const;

export const footerText = {
  sandbox: "Sandbox",
  developerPortal: "Developer portal",
  apiPlayground: "API playground",

  quickLinks: "Quick links",
  allAlgos: "All algos",
  findYourAlgo: "Find your algo",
  myAlgos: "My algos",
  tracklists: "Tracklists",
  managers: "Managers",
  evidence: "Evidence",
  howRiskIsRated: "How risk is rated",
  support: "Support",
  status: "Status",
  developers: "Developers",
  tradingApis: "Trading APIs",
  documentation: "Documentation",
  algoStrategies: "Algo strategies",
  algoTradingStyles: "Algo trading styles",
  importantLinks: "Important links",
  nationalStockExchange: "National Stock Exchange",
  bse: "BSE",
  sebiComplaintsScores: "Complaints (SCORES)",
  importantInformation: "Important information",
  termsOfUse: "Terms of use",
  disclosures: "Disclosures",
  privacy: "Privacy",
  regulatoryInformation: "Regulatory information",
  customerService: "Customer service",

  chat: "Chat",
  marketRisks:
    "Investments in securities markets are subject to market risks; read all related documents carefully before investing. Registration with the regulator and approval by an exchange do not assure returns.",
  runsWithSandbox: "Demonstration: managers, algos and prices are simulated; no order reaches an exchange.",
  grievances: ({ officer, version }: { officer: string; version: string }) =>
    `Grievances: ${officer} · v${version}`,

  site: "Site",
  allPlaces: "All pages",

  system: "System",
  light: "Light",
  dark: "Dark",

  colourScheme: "Colour scheme",
} as const;

export const bottomNavigationText = {
  home: "Home",
  algos: "Algos",
  markets: "Markets",
  portfolio: "Portfolio",
  apis: "APIs",

  mainPages: "Main pages",
} as const;

export const headerText = {
  skipToContent: "Skip to content",
  main: "Main",
  discover: "Discover",
  algos: "Algos",
  markets: "Markets",
  apis: "APIs",
  docs: "Docs",
  searchDocs: "Search docs",
  searchEverythingLabel: "Search algos, docs and errors",
  search: "Search",
  searchEverything: "Search algos, docs",
  killSwitch: "Kill switch",
  signIn: "Sign in",
  portfolio: "Portfolio",
  today: "today",
  events: "Notifications",

  signedInAs: "Signed in as",
  clientUntil: ({ clientId, moment }: { clientId: string; moment: string }) =>
    `Client ${clientId}. Your session ends ${moment}, or after 30 minutes without activity.`,
  tracklists: "Tracklists",
  whereSignedIn: "Where you are signed in",
  connectedApps: "Connected apps",
  signOut: "Sign out",

  notSure: "Not sure? Answer three questions",
  seeAllAlgos: "See all algos",
} as const;

export const paperHeaderText = {
  clientOf: ({ name, clientId }: { name: string; clientId: string }) => `${name}, client ${clientId}`,
} as const;

export const unknownPageText = {
  noSuchPage: "The page may have moved, or the address is wrong.",

  nothingCanBeSent: "This address accepts no forms.",
} as const;

export const homeText = {
  title: "Ready-made algos and trading APIs",
  description:
    "Deploy professionally managed trading algos without writing code, or trade with your own over free APIs. Possible losses are shown first.",

  headline: "Trading algos, losses shown first.",
  lead: "Type an amount to see each algo's possible loss, costs and results in rupees.",
  myAmountRupees: "My amount (₹)",
  showAlgos: "Show algos",
  notSure: "Not sure?",
  answerThreeQuestions: "Answer three questions",

  fits: (amount: string) => `Fits ${amount}, smallest drawdown first`,
  noneFits: (amount: string) => `No algo fits ${amount}`,
  seeAll: "See all algos",

  readyMadeAlgos: "Trade with ready-made algos",
  threeSteps: "The same three steps for every algo.",
  judge: "Check the possible loss",
  judgeMeans: "Max drawdown and costs in rupees, and the live record.",
  tryIt: "Try on paper",
  tryMeans: "Live prices, no money, the same limits.",
  goLive: "Go live with limits",
  goLiveMeans: "You set the daily loss limit. One switch stops all algos.",
  seeTheAlgos: "See the algos",

  startWithApis: (brand: string) => `Start with ${brand} APIs`,
  apisAre: "Free trading and data APIs.",
  apisAndSandboxAre: "Free trading and data APIs, with a sandbox.",
  seeTheApis: "See the APIs",
  readTheDocs: "Read the docs",
  request: "Request",
  run: "Run this request",

  questions: "Questions",
} as const;

export const appsText = {
  title: "Connected apps",
  description: "Apps and platforms that you authorised to use this account, and how to revoke each.",

  mayRead: "view your profile, funds, holdings, positions and orders",
  mayTrade: "place, change and cancel orders, and close positions",

  lead: ({ name, clientId }: { name: string; clientId: string }) =>
    `${name}, client ${clientId}. Revoking an app ends its access at once; its orders remain.`,
  noAppIsConnected: "No app is connected",
  appearsOnceAuthorised: "An app appears here once you authorise it. It never sees your PIN.",
  partnerPlatforms: "Partner platforms",
  anApp: "An app",
  mayDo: ({ app, permissions }: { app: string; permissions: string }) => `${app} can ${permissions}.`,
  it: "It",
  authorised: "Authorised",
  lastUsed: "Last used",
  ends: "Expires",
  revoke: "Revoke",
  thisApp: "this app",
} as const;

export const sessionsText = {
  title: "Where you are signed in",
  description: "Every browser that is signed in to this account, and how to sign each one out.",

  lead: ({ name, clientId }: { name: string; clientId: string }) =>
    `${name}, client ${clientId}. Sign out devices that you don't recognise, then change your PIN.`,
  signIns: "Sign-ins",
  tableCaption: "Sign-ins of this account, newest first",
  device: "Device",
  endIt: "Action",
  apiToken: "Trading API token",
  aBrowser: "A browser",
  deviceOn: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
  deviceFrom: ({ device, place }: { device: string; place: string }) => `${device}, from ${place}`,
  thisBrowser: "This browser",
  since: "Since",
  lastUsed: "Last used",
  endsBy: "Expires",
  end: "Revoke",
  signOut: "Sign out",
  here: "here",
  deviceSince: ({ device, moment }: { device: string; moment: string }) => `${device}, since ${moment}`,
  browserUnnamed: "a browser",
  signOutEverywhereElse: "Sign out others",
  signOutEverywhere: "Sign out all",
  tokensAreEndedApart:
    "This signs out browsers only. To revoke a trading API token, use its row in the table.",
} as const;

export const amountPageText = {
  notAnAmount: (typed: string) => `“${typed}” is not an amount. Type rupees, such as 75,000 or 1.5 lakh.`,
  outOfRange: ({ least, most }: { least: string; most: string }) =>
    `Type an amount from ${least} to ${most}.`,

  title: "My amount",
  description: "Every rupee figure of this site is based on this amount.",

  lead: "Losses, costs and results on this site are stated in rupees, based on this amount.",
  notChanged: "The amount was not changed",
} as const;

export const signInFailedText = {
  nobodySignsIn: "This site has no sign-in.",

  title: "Sign-in not completed",
  description: "This sign-in could not be completed. You can start again.",

  denied: "You denied access, so this site received nothing. Pages that need no account still work.",
  notBegunHere:
    "This sign-in was not started in this browser, or it was started more than ten minutes ago. For your safety it was not completed.",
  otherSignIn:
    "The link belongs to a different sign-in. Someone may have sent it to you. For your safety it was not used.",
  refused: "The broker did not accept this sign-in: it was used already, or it has expired.",

  notSignedIn: "You are not signed in",
  beginAgain: "Start again",
  seeTheAlgos: "See the algos",
} as const;

export const loginText = {
  title: "Sign in",
  description: "Sign in with your trading account.",

  tooMany: "Too many sign-ins from your address. Wait a minute, then try again.",
  notOpen:
    "Sign-in is not available on this site. You can still find and compare algos, and read the documentation.",
  unavailable:
    "Sign-in is not available now. Your algos, orders and stop-losses are not affected. The status page shows when it works again.",
  status: "Status",
  goBack: "Go back",
  support: "Support",
} as const;

export const logoutText = {
  title: "Sign out",
  description: "Signs you out here and at the broker.",

  signOutQuestion: "Sign out?",
  signedInAs: (name: string) => `You are signed in as ${name}.`,
} as const;

export const noticeText = {
  label: "Notice",
};
