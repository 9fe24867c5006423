// Text of limits where there is little room.
export const text = {
  stop: "Stop",
  noStop: "the rules have no stop",
  stopForTheDay: "Stop for the day",
  stopOnOneTrade: "Stop on one trade",
  largestLoss: "Largest loss of one position",
  largestPossible: "the largest possible",
  underStress: "under stress, not a limit",
} as const;
