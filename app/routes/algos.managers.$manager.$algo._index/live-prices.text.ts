// Text of the prices of an algo's instruments.
import { plural } from "../../format/locale.ts";

export const text = {
  withPrices: (count: number) =>
    `${count} ${plural(count, { one: "instrument", other: "instruments" })}, with prices`,
  marketDepth: "Market depth",
  noOrderBook:
    "No order book is shown here: indices have none, and twenty levels come for NSE shares and NSE derivatives only.",
} as const;
