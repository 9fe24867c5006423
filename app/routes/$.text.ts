// Text of the page for unknown addresses.
export const text = {
  noSuchPage: "There is no page at this address.",

  nothingCanBeSent: "Nothing can be sent to this address.",
} as const;
