// Titles and descriptions of the fixed pages (site-map.ts), for search, the 404 page and llms.txt.

export const PAGE_TEXTS = {
  home: { title: "Home", description: "Ready-made algos and trading APIs from one broker" },
  algos: { title: "All algos", description: "Search, filter and sort every listed algo" },
  find: { title: "Find your algo", description: "Answer three questions and see which algos fit, and why" },
  markets: { title: "Markets", description: "Prices, charts and option chains by instrument" },
  managers: { title: "Managers", description: "Who runs the algos" },
  riskMethodology: {
    title: "Risk methodology",
    description: "The rule that computes an algo's risk level from stress losses and its record",
  },
  riskDisclosure: {
    title: "Risk disclosures on derivatives",
    description: "The regulator's study of traders in futures and options",
  },
  evidence: {
    title: "How records are verified",
    description: "The record format, public keys, and how to verify a record",
  },
  status: {
    title: "Status",
    description: "Current state of live prices, order updates and the broker's services, and incidents",
  },
  tradingApis: {
    title: "Trading APIs",
    description: "Trading and data APIs, their limits, and who they are for",
  },
  docs: { title: "API documentation", description: "All pages of the API documentation" },
  playground: {
    title: "API playground",
    description: "Every operation of the trading API as a form, sent to the sandbox",
  },
  support: { title: "Support", description: "How to reach a person, and answers to common questions" },
  myAlgos: { title: "My algos", description: "The algos you have deployed" },
  tracklist: { title: "Tracklists", description: "The algos you follow" },
  compare: { title: "Compare algos", description: "Two to four algos side by side" },
  portfolio: { title: "Algos as one portfolio", description: "Two to five algos that share one amount" },
};

export const LEGAL_TEXTS = {
  terms: "Terms of use",
  disclosures: "Disclosures",
  privacy: "Privacy",
  regulatory: "Regulatory information",
};

export const SITE_MAP_TEXTS = {
  collections: (group: string) => `Collections of algos ${group}`,
  apisFor: (audience: string) => `APIs for ${audience}`,
};
