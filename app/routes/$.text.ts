// What is said at an address where nothing is.
export const text = {
  noSuchPage: "There is no page at this address.",

  nothingCanBeSent: "Nothing can be sent to this address.",
} as const;
