// Text of the frame of account pages.
export const text = {
  yourAccount: "Your account",
} as const;
