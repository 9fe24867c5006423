// Texts of the basic components.

export const breadcrumbsText = {
  youAreHere: "You are here",
  home: "Home",
  algos: "Algos",
} as const;

export const pageMetaText = {
  socialCard: "A column of figures beside a line chart",
} as const;
