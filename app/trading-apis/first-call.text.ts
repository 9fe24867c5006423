// Text of the first call.
export const text = {
  yourFirstCall: "Your first call, within five minutes",
  threeLines:
    "Three lines in a terminal: an account in the sandbox, its token, and what it can spend. Nothing has to be signed or installed.",
  commandsLabel: "Commands of the first call",
  toFilledOrder: "Go on to a filled order",
  withoutTerminal: "Or without a terminal",
  limits: "Limits",
} as const;
