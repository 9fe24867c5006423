// Text of the part about risk.
export const text = {
  riskWord: (word: string) => `Risk: ${word}`,
  worstOfAll: ({ day, word }: { day: string; word: string }) =>
    `The word is the worst band of structure, stress and the backtest to ${day}. By structure and stress alone it is ${word}.`,
  structureAlone: "The word comes from structure and stress alone; it uses no record.",
  byStructure: (word: string) => `By structure and stress alone the word is ${word}.`,
  soldWithoutCover: "Options are sold without cover, so it's Moderately high at the least.",
  methodVersion: (version: string) => `Risk methodology, version ${version}`,
  inputs: "Inputs of the risk word",
  stressTable: "Stress table",

  inputsFor: (amount: string) => `Inputs of the risk word, for ${amount}`,
  forAmount: (amount: string) => `For ${amount}`,
  value: "Value",
  inRupees: "In rupees",
  riskBand: "Risk band",
  times: (ratio: string) => `${ratio} times`,
  byOwnPayoff: "By its own payoff: no price makes it larger, charges apart.",
  worstOfStress: "The worst of the stress table; a larger move loses more.",
  manyPositions: (positions: number) => `Up to ${positions} positions may be open at once.`,

  stressCaption:
    "All positions that may be open at once, after a sudden move of the market with a change of implied volatility, as a share of the amount",
  move: "Move",
  volatility: "Volatility",
  rated: ", rated",
} as const;
