// Text of the page of an option chain.
export const text = {
  noOptions: (name: string) => `No options are listed on ${name}.`,
  noneExpire: (name: string) => `${name} has no options that expire on this day.`,
  chainOf: (expiry: string) => `Option chain, ${expiry}`,

  title: ({ name, expiry, part }: { name: string; expiry: string; part: string }) =>
    `${name} option chain, ${expiry}${part}`,
  allStrikesPart: ", all strikes",
  description: ({ calls, name, expiry }: { calls: string; name: string; expiry: string }) =>
    `${calls} and puts on ${name} expiring ${expiry}: price, implied volatility, volume and open interest by strike.`,
  allCalls: "All calls",
  calls: "Calls",

  home: "Home",
  markets: "Markets",
  optionChain: "Option chain",
  heading: ({ name, expiry }: { name: string; expiry: string }) => `${name}: option chain, ${expiry}`,
  priceAsOf: "{name} at {price} as of {moment}. In-the-money prices are shaded.",
  refresh: "Refresh",
  lastKept: "The service that keeps prices does not answer just now; this is the last chain that it gave.",
  expiry: "Expiry",
  nearTheMoneyOnly: "Strikes near the money only",
  allStrikes: (count: string) => `All ${count} strikes`,
} as const;
