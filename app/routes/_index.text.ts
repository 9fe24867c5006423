// Text of the start page.
export const text = {
  title: "Ready-made algos and trading APIs",
  description:
    "Deploy professionally managed trading algos without writing code, or trade with your own over free APIs. What you could lose is said first.",

  find: "Find",
  findMeans:
    "Filter by what it trades, how much it needs and how much it can lose, or answer three questions.",
  read: "Read",
  readMeans:
    "Each algo's page says how it works, what could go wrong, and what a bad day costs for your own amount.",
  deploy: "Deploy",
  deployMeans:
    "On paper first or with money, after one consent that names the version, the charges and the limits.",
  control: "Control",
  controlMeans: "Watch its orders, pause it, close its positions or stop it. Nothing restarts on its own.",

  questions: "Questions",

  readyMadeAlgos: "Trade with ready-made algos",
  tradeReadyMade:
    "Filter by what they trade, need and can lose. Deploy on paper or live, with one consent and a kill switch always in reach.",
  startWithApis: (brand: string) => `Start with ${brand} APIs`,
  apisAre: "Orders, portfolio, live prices and history. Free.",
  apisAndSandboxAre:
    "Orders, portfolio, live prices and history. Free, with a sandbox that fills orders like an exchange.",

  howItWorks: "How it works",
  notSure: "Not sure where to start? Answer three questions",

  seeTheAlgos: "See the algos",
  seeTheApis: "See the APIs",
  browse: "Browse by what matters to you",

  whatTheApisAllow: "What the APIs allow",

  myAmountRupees: "My amount (₹)",
  showMe: "Show me",

  headline: "Algos run by registered managers. Losses shown first.",
  lead: "Type an amount. Every figure on this site is then stated in your rupees: what each algo could lose, what it costs, and what it made.",
  orAnswer: "Or {link}",
  answerThreeQuestions: "answer three questions",
  seeAllAlgos: "see all algos",
} as const;
