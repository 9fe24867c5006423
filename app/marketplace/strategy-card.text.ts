// What the card of an algo says.
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
