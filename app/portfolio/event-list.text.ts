// What the list of events says.
export const text = {
  yourOwnOrder: "Your own order",
  live: "Live",
  paper: "Paper",
} as const;
