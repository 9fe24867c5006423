// Texts of the pages of the trading APIs.

export const limitTilesText = {
  limitsAndFigures: "Limits and figures",
  firstOrder: "Time to first order",
  orders: {
    title: "Orders",
    value: (count: number) => `${count} a second`,
    note: (count: string) => `${count} a day`,
  },
  response: { title: "API response", value: (ms: number) => `under ${ms} ms` },
  fee: { title: "Monthly fee", value: "₹0", note: "brokerage and charges on trades" },
};

export const exampleCallText = {
  title: "Example call and response",
  quickStart: "Quick start",
  sendIt: "Send this call",
} as const;

export const partnerPlatformsText = {
  tradeWithoutCode: "Trade without code on partner platforms",
  connectOnce: (brand: string) => `Connect your ${brand} account once and trade on their platform.`,
  connect: "Connect",
} as const;

export const requestAccessText = {
  yourName: "Your name",
  email: "Email",
  organisation: "Organisation",

  requestAccess: "Request access",
  keptHere: "Your request is stored",
  arrived: "Request received",
  reference: "Reference {reference}",
  storedUntilSent: "The request service is not available now. Your request will be sent as soon as it is.",
  answerByEmail: "You will get an answer by email.",
  notSent: "The request was not sent",
  whatToBuild: "What do you want to build?",
  leaveThisFieldEmpty: "Leave this field empty",
  weKeep: "We store your request to answer it. If the form fails, write to {address}.",
  sendTheRequest: "Send the request",

  optional: "(optional)",
} as const;

export const sellingPointsText = {
  includedForEveryone: "Included for everyone",
} as const;

export const audienceText = {
  noSuchPage: "There is no API page for this audience.",
  apisFor: (audience: string) => `APIs for ${audience}`,

  noForm: "There is no form at this address.",
  hiddenFieldFilled: "A hidden field was filled in.",
  tooMany: (seconds: number) => `Too many requests from your address. Try again in ${seconds} seconds.`,

  home: "Home",
  tradingApis: "Trading APIs",
  startReading: "Start reading",
  tryIt: "Try it in the sandbox",
  sandboxStep: { title: "Sandbox", text: "One API call creates an account with simulated money." },
  requestAccess: "Request access",
  whatYouGet: "What you get",
  whatYouNeed: "What you need",
  whereToBegin: "Steps to go live",
  otherAudiences: "Other audiences",
  tradingApisFor: (audience: string) => `Trading APIs for ${audience}`,
} as const;

export const tradingApisText = {
  title: "Trading and data APIs",
  description:
    "Orders, portfolio, funds, live prices, depth and history over free APIs, with published limits and a page for each kind of user.",

  heading: "Your broker as a function call.",
  lead: "Orders, funds, live prices and history. Free, with published limits.",
  getASandboxKey: "Get a sandbox key",
  quickStart: "Quick start",
  language: "Language",
  orderIn: (language: string) => `An order in ${language}`,
  recordedAnswer: "Recorded response",
  whoItIsFor: "Who it is for",
  audienceTable: "Table of audiences",
  for: "For",
  whatYouBuild: "What you build",
  firstOrderAfter: "Time to first order",
  home: "Home",
  tradingApis: "Trading APIs",
} as const;
