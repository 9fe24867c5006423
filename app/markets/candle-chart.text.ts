// Text of candles.

import { plural } from "../format/locale.ts";
import { formatCount } from "../format/rupees.ts";

export const text = {
  noBars: "No bars.",
  up: "up",
  down: "down",
  summary: (words: {
    from: string;
    to: string;
    moved: string;
    low: string;
    high: string;
    bars: number;
    extended: string;
  }) =>
    `${words.from} to ${words.to}: ${words.moved}, between ${words.low} and ${words.high}. ${formatCount(words.bars)} ${plural(words.bars, { one: "bar", other: "bars" })}${words.extended}.`,
  extendedAmongThem: ", extended hours among them",

  asTable: "The bars as a table",
  newestOf: ({ shown, count }: { shown: number; count: string }) => `The newest ${shown} of ${count}; `,
  allAsCsv: "all as CSV",
  barsOf: (name: string) => `Bars of ${name}, scrolls sideways`,
  tableCaption: (name: string) => `Bars of ${name}, the newest first, prices in rupees`,
  day: "Day",
  beginsIst: "Begins, IST",
  open: "Open",
  high: "High",
  low: "Low",
  close: "Close",
  volume: "Volume",
} as const;
