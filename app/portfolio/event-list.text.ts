// Text of the list of events.
export const text = {
  yourOwnOrder: "Your own order",
  live: "Live",
  paper: "Paper",
} as const;
