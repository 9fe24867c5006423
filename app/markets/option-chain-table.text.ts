// Text of an option chain.
export const text = {
  chainOf: (name: string) => `Option chain of ${name}, scrolls sideways`,
  caption: ({ name, expiry }: { name: string; expiry: string }) =>
    `Calls and puts on ${name} that expire on ${expiry}, prices in rupees`,
  calls: "Calls",
  puts: "Puts",
  volume: "Volume",
  call: "Call",
  strike: "Strike",
  put: "Put",
  callAt: (strike: number) => `call ${strike}`,
  atm: "ATM",
  putAt: (strike: number) => `put ${strike}`,

  inTheMoney: ", in the money",
} as const;
