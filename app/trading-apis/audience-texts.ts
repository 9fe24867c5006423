// Texts of the API pages for each audience (audiences.ts), and of the tiles on all of these pages.

export const TILE_TEXTS = {
  placements: { title: "Order placements", value: (count: number) => `${count} orders/sec` },
  latency: { title: "API response latency", value: (ms: number) => `under ${ms} ms` },
  orders: { title: "Max order requests", value: (count: string) => `${count} orders/day` },
  ohlc: { title: "OHLC data", value: (count: number) => `${count} requests/sec` },
  modifications: { title: "Modifications", value: (count: number) => `${count} per order` },
  feeds: { title: "Market feeds", value: "realtime" },
};

/** Texts of the selling points. `tryIt` and `otherwise` are labels of links. */
export const POINT_TEXTS = {
  free: {
    title: "Free access",
    text: "No monthly fee. You pay brokerage and charges on your trades.",
    tryIt: "Get a token and call",
  },
  sandbox: {
    title: "Sandbox",
    text: "The same rules and limits, without money.",
    tryIt: "Try a call in the playground",
  },
  portal: {
    title: "Developer portal",
    text: "Keys, postbacks, requests and faults in one place.",
    tryIt: "Open the portal",
  },
  slicing: {
    title: "Order slicing",
    text: "Send one order above the freeze limit. It is split into several.",
    tryIt: "Slice an order",
    otherwise: "Freeze quantity and slicing",
  },
  advanced: {
    title: "Advanced orders",
    text: "Entry, target and stop in one call. Triggers that stay active for up to a year.",
    tryIt: "Place a super order",
    otherwise: "Super order",
  },
  margin: {
    title: ({ times, stocks }: { times: number; stocks: number }) =>
      `Margin up to ${times}x on ${stocks}+ stocks`,
    text: "Buy shares for delivery and pay only part of the price.",
    tryIt: "Compute a margin",
    otherwise: "Funds and margin",
  },
  clients: {
    title: "Clients",
    text: "Python, TypeScript and a command line.",
    tryIt: "Get a client",
  },
  feed: {
    title: "Live market feed at no extra cost",
    text: "Prices and depth over one socket, as they happen.",
    tryIt: "Live market feed",
  },
};

type AudienceTexts = {
  name: string;
  heading: string;
  description: string;
  /** Short description of the programs that this audience writes. */
  whoFor: string;
  timeToIntegrate: string;
  gets: Record<string, string>;
  firstSteps: Record<string, { title: string; text: string }>;
  needs: Record<string, string>;
};

/** Texts by audience id. */
export const AUDIENCE_TEXTS: Record<string, AudienceTexts> = {
  "individuals-geeks": {
    name: "Individuals and geeks",
    heading: "Your own code, your own orders",
    description:
      "Trade your own account from a script, a notebook or a spreadsheet. Free trading APIs, live prices and history.",
    whoFor: "Your own rules, your own account.",
    timeToIntegrate: "An evening",
    gets: {
      first: "Orders, positions, funds and statements of your own account by REST.",
      second: "Live prices and 20-level depth over sockets.",
      third: "Daily and one-minute price history for your backtests.",
    },
    firstSteps: {
      first: {
        title: "Read how to sign a request",
        text: "Send your token in a header. Reading needs nothing else.",
      },
      second: { title: "Place an order", text: "One call returns the order id and its state." },
      third: { title: "Stream a price", text: "One socket carries up to 5,000 instruments." },
    },
    needs: {
      first: "A trading account with the provider.",
      second:
        "A static IP address for calls that place, change or cancel orders. Other calls work from any address.",
      third: "Registration with the exchange if you send more than ten orders a second.",
    },
  },
  fintechs: {
    name: "Fintechs",
    heading: "Investing inside your product",
    description:
      "Let your customers connect their account and trade without leaving your app. Consent login, order updates and statements.",
    whoFor: "Investing inside your product.",
    timeToIntegrate: "Weeks",
    gets: {
      first:
        "Consent login: your customer signs in with the provider, you receive a token for that customer.",
      second: "One order-update stream for all connected customers.",
      third: "Holdings and ledger data for your existing reports.",
    },
    firstSteps: {
      first: {
        title: "How a customer connects",
        text: "The customer signs in here and allows your app. You never see a password.",
      },
      second: { title: "Order updates", text: "Fills and rejections arrive as they happen." },
      third: { title: "Portfolio", text: "Holdings and positions of a customer, in one call each." },
    },
    needs: {
      first: "A partner id and secret.",
      second: "A registered redirect address for the consent login.",
      third: "A security review of how you store tokens.",
    },
  },
  "brokers-pms": {
    name: "Brokers and PMS",
    heading: "Execution for many accounts",
    description:
      "Run model portfolios and client mandates over many accounts, with slicing, basket margin and statements for each client.",
    whoFor: "One decision, many clients.",
    timeToIntegrate: "Under 5 hours",
    gets: {
      first: "Order slicing above the exchange's freeze quantity.",
      second: "Margin for a whole basket before the first order is sent.",
      third: "Trades with every charge itemised, by client and day.",
    },
    firstSteps: {
      first: { title: "Orders and slicing", text: "One order above the freeze quantity becomes several." },
      second: { title: "Funds and margin", text: "Check the margin before you send." },
      third: { title: "Statements", text: "Every trade with its charges, by day." },
    },
    needs: {
      first: "Your regulator's registration number.",
      second: "A mandate from each client.",
      third: "Static IP addresses for the servers that send orders.",
    },
  },
  "algo-platforms": {
    name: "Algo platforms",
    heading: "Run your strategies in your traders’ accounts",
    description:
      "Traders consent once. Every order carries its exchange algo id, and you see fills as they happen.",
    whoFor: "Your platform, connected accounts.",
    timeToIntegrate: "Under 5 hours",
    gets: {
      first: "Consent login for every trader, without their passwords.",
      second: "An algo id on every order, as the exchange requires.",
      third: "Live feed, depth and order updates over sockets, at no extra cost.",
    },
    firstSteps: {
      first: { title: "Live market feed", text: "Subscribe to prices and depth over one socket." },
      second: { title: "Orders", text: "Your exchange algo id goes on every order." },
      third: { title: "Order updates", text: "See fills and rejections as they happen." },
    },
    needs: {
      first: "Empanelment with the exchange as an algo provider.",
      second: "Registration of each algo; black-box logic needs a research analyst's registration.",
      third: "Servers for your strategies that meet the exchange's rules.",
    },
  },
  banks: {
    name: "Banks",
    heading: "A trading desk for your customers",
    description:
      "Three-in-one accounts with trading inside your own channels: consent login, portfolio, orders and statements, by contract.",
    whoFor: "Trading in your own app.",
    timeToIntegrate: "6 to 8 weeks",
    gets: {
      first: "Accounts linked by consent, revocable by the customer.",
      second: "Portfolio and statements for your own pages.",
      sandbox: "A sandbox for each stage of your release process.",
    },
    firstSteps: {
      first: { title: "How access works", text: "The customer signs in here and links the account." },
      second: { title: "Portfolio", text: "Holdings and positions for your own pages." },
      third: { title: "Statements", text: "Trades, charges and ledger for your books." },
    },
    needs: {
      first: "A contract and a named contact on both sides.",
      second: "A private network connection or static IP addresses.",
      third: "Your security questionnaire, which we answer together.",
    },
  },
};
