// Text of the studies of a record.
export const text = {
  beingComputed: (progress: string) =>
    `Backtests with other costs, parameters and capital are being computed. ${progress}`,
  sameRules: (span: string) => `The same rules over ${span}, each time with one thing changed.`,
  signatureVerified: "Signature verified: signed by the operator.",
  verificationFailed: "Verification failed",
  notWhatWasSigned: (fault: string) =>
    `These studies aren’t what was signed. Don’t rely on any figure of them. ${fault}`,
  change: "Change",
  netResult: "Net result",
  maxDrawdown: "Max drawdown",
  trades: "Trades",
  asJson: "Studies as JSON, signed",
} as const;
