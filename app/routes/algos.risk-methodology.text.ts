// Text of the risk method.
export const text = {
  title: "Risk methodology",
  description:
    "How an algo's risk word follows from its positions under stress and from the losses of its record.",

  times: (ratio: string) => `${ratio} times`,

  lead: "A risk word is the result of a rule, not an opinion. This is the rule.",
  inForce: ({ version, day }: { version: string; day: string }) =>
    `Version ${version}, in force since ${day}. Every change of a band, of the table or of an input is a new version.`,
  theRule: "The rule",
  eachInput: (bands: string) => `Each input below is computed and falls into a band: ${bands}.`,
  worstBand: "The word is the worst band of all inputs. No input makes up for another.",
  soldWithoutCover: "Options sold without cover are never called less than Moderately high.",
  ratedRecord: (days: number) =>
    `The record is the backtest of the present version, rated again whenever it grows. Where a record may not be shown to everybody, or has fewer than ${days} days, the word doesn't use it: it comes from structure and stress alone, and the algo's page says so.`,
  liveRecordLeaves:
    "If a live record leaves the band of the word, the algo's Performance tab says so, and the operator is told, until the algo is rated again.",
  notSaid: "What the word doesn't say",
  notSaidInFull:
    "It says how much could be lost for the amount deployed, not how likely that is, and nothing about returns. A loss can be larger than every figure on this page: prices can jump further than the table goes, orders can fail, and stops are orders, not promises.",

  inputsAndBands: "Inputs and bands",
  inputsCaption: "Each input with the largest value of each band",
  input: "Input",
  from: "From",
  structureAndStress: "Structure and stress",
  record: "Record",
  above: "above",
  upTo: (limit: string) => `up to ${limit}`,

  stressTable: "The stress table",
  stressMethod: (shocks: string) =>
    `All positions that may be open at once are valued again after a sudden move of the market, combined with a change of implied volatility to ${shocks} times what it was. Options are valued by Black and Scholes without interest. Stops don't help in this table: the move comes at once.`,
  ratedMoves: ({
    overnight,
    sameDay,
    factor,
    extreme,
  }: {
    overnight: string;
    sameDay: string;
    factor: number;
    extreme: string;
  }) =>
    `Rated are moves up to ${overnight} for what is held overnight and up to ${sameDay} for what is closed the same day; a single share moves ${factor} times as far. The extreme loss is at ${extreme} for all. At 10%, 15% and 20% the exchanges halt all trading.`,
  exampleLabel: "Example of a stress table",
  exampleCaption:
    "Example: an iron condor a week before expiry, strikes 2% and 3% away, on an index worth ten times the amount. Result as a share of the amount.",
  move: "Move",
  volatility: "Volatility",
  rated: ", rated",
  extreme: ", extreme",
  countOfCells: ({ moves, shocks }: { moves: number; shocks: number }) =>
    `${moves} moves by ${shocks} shocks of volatility.`,
} as const;
