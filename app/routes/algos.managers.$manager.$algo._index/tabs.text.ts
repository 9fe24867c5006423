// The names of the tabs.
export const text = {
  about: "About",
  performance: "Performance",
  pastTrades: "Past trades",

  partsOfThisPage: "Parts of this page",
} as const;
