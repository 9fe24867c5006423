// Text of the footer.
export const text = {
  sandbox: "Sandbox",
  developerPortal: "Developer portal",
  apiPlayground: "API playground",

  quickLinks: "Quick links",
  allAlgos: "All algos",
  findYourAlgo: "Find your algo",
  myAlgos: "My algos",
  tracklists: "Tracklists",
  managers: "Managers",
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
  sebiComplaintsScores: "SEBI complaints (SCORES)",
  importantInformation: "Important information",
  termsOfUse: "Terms of use",
  disclosures: "Disclosures",
  privacy: "Privacy",
  regulatoryInformation: "Regulatory information",
  customerService: "Customer service",

  chat: "Chat",
  marketRisks:
    "Investments in securities markets are subject to market risks; read all related documents carefully before investing. Algos follow rules; rules can lose money. Registration with the regulator and approval of an algo by an exchange assure neither performance nor returns.",
  runsWithSandbox:
    "This site runs with its embedded sandbox: managers, algos and counts are invented and no order reaches an exchange.",
  grievances: ({ officer, version }: { officer: string; version: string }) =>
    `Grievances: ${officer} · v${version}`,

  site: "Site",
  allPlaces: "All places of this site, terms and disclosures",

  system: "System",
  light: "Light",
  dark: "Dark",

  colourScheme: "Colour scheme",

  homePlace: "Home",
  algoTrading: "Algo Trading",
  myAlgosPlace: "My Algos",
  apis: "APIs",

  mainPlaces: "Main places",
} as const;
