// Text of the curve of a record.
export const text = {
  curve: ({ evidence, from, to }: { evidence: string; from: string; to: string }) =>
    `${evidence}: capital set aside and what was made with it, ${from} to ${to}`,

  noTrades: "No trades",
  begins: ({ evidence, day }: { evidence: string; day: string }) => `${evidence} begins ${day}`,

  drawdown: "Drawdown",
} as const;
