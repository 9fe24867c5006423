// The name of the path to a page.
export const text = {
  youAreHere: "You are here",
} as const;
