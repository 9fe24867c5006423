// Texts of the basic components.

export const breadcrumbsText = {
  youAreHere: "You are here",
} as const;
