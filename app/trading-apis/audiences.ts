// The five audiences of the API pages with their texts, and tiles with the limits of the trading API. Features that can
// be tried have a link; the documentation has the full guides.

/** Limits that the API pages show and the sandbox enforces. */
export const API_CONSTANTS = {
  ordersPerSecond: 25,
  answerWithinMs: 100,
  ordersPerDay: 5_000,
  ohlcPerSecond: 10,
  modificationsPerOrder: 25,
  marginTimes: 4,
  marginStocks: 950,
} as const;

export type FeatureTile = { title: string; value: string };

export const FEATURE_TILES: FeatureTile[] = [
  { title: "Order placements", value: `${API_CONSTANTS.ordersPerSecond} orders/sec` },
  { title: "API response latency", value: `under ${API_CONSTANTS.answerWithinMs} ms` },
  { title: "Max order requests", value: "5,000 orders/day" },
  { title: "OHLC data", value: `${API_CONSTANTS.ohlcPerSecond} requests/sec` },
  { title: "Modifications", value: `${API_CONSTANTS.modificationsPerOrder} per order` },
  { title: "Market feeds", value: "realtime" },
];

export type SellingPoint = {
  title: string;
  text: string;
  tryIt: { label: string; path: string };
  /** Target on a site without a sandbox; null omits the point. */
  otherwise?: { label: string; path: string } | null;
};

export const SELLING_POINTS: SellingPoint[] = [
  {
    title: "Free access",
    text: "No monthly fee. You pay brokerage and charges on your trades.",
    tryIt: { label: "Get a token and call", path: "/docs/v2/quick-start" },
  },
  {
    title: "Sandbox",
    text: "The same rules and limits, without money.",
    tryIt: { label: "Try a call in the playground", path: "/docs/v2/playground" },
    otherwise: null,
  },
  {
    title: "Developer portal",
    text: "Keys, postbacks, requests and faults in one place.",
    tryIt: { label: "To the portal", path: "/docs/v2/#developer-portal" },
    otherwise: null,
  },
  {
    title: "Order slicing",
    text: "Send more than the freeze limit once. It leaves as several orders.",
    tryIt: { label: "Slice an order", path: "/docs/v2/playground?op=placeSlicedOrder" },
    otherwise: { label: "Freeze quantity and slicing", path: "/docs/v2/freeze-and-slicing" },
  },
  {
    title: "Advanced orders",
    text: "Entry, target and stop in one call. Triggers that wait up to a year.",
    tryIt: { label: "Place a super order", path: "/docs/v2/playground?op=placeSuperOrder" },
    otherwise: { label: "Super order", path: "/docs/v2/super-order" },
  },
  {
    title: `Margin up to ${API_CONSTANTS.marginTimes}x on ${API_CONSTANTS.marginStocks}+ stocks`,
    text: "Buy for delivery with part of the price.",
    tryIt: { label: "Compute a margin", path: "/docs/v2/playground?op=calculateMargin" },
    otherwise: { label: "Funds and margin", path: "/docs/v2/funds" },
  },
  {
    title: "Clients",
    text: "Python, TypeScript and a command line.",
    tryIt: { label: "Get a client", path: "/docs/v2/clients" },
  },
  {
    title: "Live market feed at no extra cost",
    text: "Prices and depth over one socket, as they happen.",
    tryIt: { label: "Live market feed", path: "/docs/v2/live-market-feed" },
  },
];

export type Audience = {
  id: string;
  /** Path of the audience's short link. */
  shortLink: string;
  name: string;
  heading: string;
  description: string;
  seoKey: string;
  /** Short description of this audience's programs. */
  whoFor: string;
  gets: string[];
  firstSteps: { title: string; path: string }[];
  timeToIntegrate: string;
  needs: string[];
};

export const AUDIENCES: Audience[] = [
  {
    id: "individuals-geeks",
    shortLink: "/individuals",
    name: "Individuals and geeks",
    heading: "Your own code, your own orders",
    description:
      "Trade your own account from a script, a notebook or a spreadsheet. Free trading APIs, live prices and history.",
    seoKey: "individual-trading-api",
    whoFor: "Your own rules, your own account.",
    gets: [
      "Orders, positions, funds and statements of your own account by REST.",
      "Live prices and 20-level depth over sockets.",
      "Daily and minute history for tests of your own.",
    ],
    firstSteps: [
      { title: "Read how to sign a request", path: "/docs/v2/authentication" },
      { title: "Place an order", path: "/docs/v2/orders" },
      { title: "Stream a price", path: "/docs/v2/live-market-feed" },
    ],
    timeToIntegrate: "An evening",
    needs: [
      "A trading account with the provider.",
      "A static IP address for calls that write orders; reading needs none.",
      "Registration with the exchange above ten orders a second.",
    ],
  },
  {
    id: "fintechs",
    shortLink: "/fintechs",
    name: "Fintechs",
    heading: "Investing inside your product",
    description:
      "Let your customers connect their account and trade without leaving your app. Consent login, order updates and statements.",
    seoKey: "fintech-trading-api",
    whoFor: "Investing inside your product.",
    gets: [
      "Consent login: your customer signs in with the provider, you receive a token for that customer.",
      "One order-update stream for all connected customers.",
      "Holdings and ledger for the reports you already make.",
    ],
    firstSteps: [
      { title: "How a customer connects", path: "/docs/v2/authentication" },
      { title: "Order updates", path: "/docs/v2/order-update" },
      { title: "Portfolio", path: "/docs/v2/portfolio" },
    ],
    timeToIntegrate: "Weeks",
    needs: [
      "A partner id and secret.",
      "A registered return address for the consent login.",
      "A security review of how you keep tokens.",
    ],
  },
  {
    id: "brokers-pms",
    shortLink: "/pms",
    name: "Brokers and PMS",
    heading: "Execution for many accounts",
    description:
      "Run model portfolios and client mandates over many accounts, with slicing, basket margin and statements for each client.",
    seoKey: "broker-pms-trading-api",
    whoFor: "One decision, many clients.",
    gets: [
      "Order slicing above the exchange's freeze quantity.",
      "Margin for a whole basket before the first order is sent.",
      "Trades with every charge itemised, by client and day.",
    ],
    firstSteps: [
      { title: "Orders and slicing", path: "/docs/v2/orders" },
      { title: "Funds and margin", path: "/docs/v2/funds" },
      { title: "Statements", path: "/docs/v2/statements" },
    ],
    timeToIntegrate: "Under 5 hours",
    needs: [
      "Your regulator's registration number.",
      "A mandate of each client.",
      "Static addresses for your order servers.",
    ],
  },
  {
    id: "algo-platforms",
    shortLink: "/algo-platforms",
    name: "Algo platforms",
    heading: "Your platform, connected accounts",
    description:
      "Offer strategies to traders of this broker: consent login, exchange algo ids on each order, live feed and order stream.",
    seoKey: "algo-platform-trading-api",
    whoFor: "Your platform, connected accounts.",
    gets: [
      "Consent login for every trader, without their passwords.",
      "An algo id on every order, as the exchange asks.",
      "Live feed, depth and order updates over sockets, at no extra cost.",
    ],
    firstSteps: [
      { title: "Live market feed", path: "/docs/v2/live-market-feed" },
      { title: "Orders", path: "/docs/v2/orders" },
      { title: "Order updates", path: "/docs/v2/order-update" },
    ],
    timeToIntegrate: "Under 5 hours",
    needs: [
      "Empanelment with the exchange as an algo provider.",
      "Registration of each algo; black-box logic needs a research analyst's registration.",
      "Strategies hosted where the rules allow.",
    ],
  },
  {
    id: "banks",
    shortLink: "/banks",
    name: "Banks",
    heading: "A trading desk for your customers",
    description:
      "Three-in-one accounts with trading inside your own channels: consent login, portfolio, orders and statements, by contract.",
    seoKey: "bank-trading-api",
    whoFor: "Trading in your own app.",
    gets: [
      "Accounts linked by consent, revocable by the customer.",
      "Portfolio and statements for your own pages.",
      "Sandbox environments for each stage of your release process.",
    ],
    firstSteps: [
      { title: "How access works", path: "/docs/v2/authentication" },
      { title: "Portfolio", path: "/docs/v2/portfolio" },
      { title: "Statements", path: "/docs/v2/statements" },
    ],
    timeToIntegrate: "6 to 8 weeks",
    needs: [
      "A contract and a named contact on both sides.",
      "Private connectivity or fixed addresses.",
      "Your security questionnaire, answered together.",
    ],
  },
];

export function findAudience(id: string): Audience | undefined {
  return AUDIENCES.find((audience) => audience.id === id);
}

/** Short addresses and where they redirect. */
export const SHORT_LINKS: Record<string, string> = Object.fromEntries(
  AUDIENCES.map((audience) => [audience.shortLink, `/trading-apis/${audience.id}`]),
);

/** An audience's name within a sentence: "individuals and geeks", "brokers and PMS". */
export function audienceInSentence(name: string): string {
  return name.replace(/\S+/g, (word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()));
}
