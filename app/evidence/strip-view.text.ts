// Text of the strip of a record.
export const text = {
  net: ({ evidence, from, to, share }: { evidence: string; from: string; to: string; share: string }) =>
    `${evidence}, net, ${from} to ${to}: ${share}`,

  aYear: "a year",
  inTotal: "in total",

  notDisclosed: "Performance not disclosed",
  notShownHere: "Performance not shown on this site",
  onRequestSignedIn: "Record shown on request, signed in",
  onRequest: "Record shown on request",
  noneVerified: "No verified record",

  beingMade: "Record is being made",
  notAvailable: "Record not available at the moment",

  netOf: ({ evidence, growth }: { evidence: string; growth: string }) => `${evidence}, net ${growth}`,
  maxDrawdown: "Max drawdown",
  costs: ({ costs, amount }: { costs: string; amount: string }) => `Costs ${costs} a year, for ${amount}`,
  live: ({ share, months }: { share: string; months: string }) => `live ${share} in ${months}`,
  lastTrade: (day: string) => `last trade ${day}`,
} as const;
