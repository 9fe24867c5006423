// What the frame of account pages says.
export const text = {
  yourAccount: "Your account",
} as const;
