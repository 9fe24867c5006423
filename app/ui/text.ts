// Text of bare parts.

export const breadcrumbsText = {
  youAreHere: "You are here",
} as const;
