// Text of the table of prices.
export const text = {
  instrumentsAndPrices: "Instruments and prices",
  instrument: "Instrument",
  lastChangeTime: "Last, change, time",
  daysRange: "Day's range",
  lastHourAndAHalf: "Last hour and a half",
  depth: "depth",
  ofName: (name: string) => `of ${name}`,
} as const;
