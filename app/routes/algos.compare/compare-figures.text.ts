// Text of figures side by side.
export const text = {
  recordsSideBySide: "Records, side by side",
  figuresFor: (amount: string) => `Figures of the records, for ${amount}`,
  recordsFor: (amount: string) => `Records, for ${amount}, net of costs and fees`,
  record: "Record",
  recordOf: ({
    evidence,
    from,
    to,
    amount,
  }: {
    evidence: string;
    from: string;
    to: string;
    amount: string;
  }) => `${evidence}, ${from} to ${to}, ${amount} at work`,
  moreTerms: "Volatility, ratios, trades and exposure",
  moreSideBySide: "More figures of the records, side by side",
  moreCaption: "More figures of the records",

  deploy: "Deploy",
  remove: "Remove",
} as const;
