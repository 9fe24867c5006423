// Texts of the basic components.

export const breadcrumbsText = {
  youAreHere: "You are here",
  home: "Home",
  algos: "Algos",
  portfolio: "Portfolio",
} as const;

export const pageMetaText = {
  socialCard: "A column of figures next to a line chart",
} as const;
