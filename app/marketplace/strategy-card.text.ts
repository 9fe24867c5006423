// Text of the card of an algo.
export const text = {
  minimumAmount: "Minimum amount",
  risk: "Risk",
  trades: "Trades",
  holds: "Holds",
  deployedAndTracked: ({ deployed, tracked }: { deployed: string; tracked: string }) =>
    `Deployed by ${deployed} · Tracked by ${tracked}`,
  chosen: "Chosen",
  compare: "Compare",
} as const;
