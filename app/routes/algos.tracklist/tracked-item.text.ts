// Text of a tracked algo.
import { plural } from "../../format/locale.ts";

export const text = {
  remove: "Remove",

  myNote: "My note",
  onAlgo: (algo: string) => `on ${algo}`,
  save: "Save",
  theNoteOn: (algo: string) => `the note on ${algo}`,

  since: (day: string) => `Since ${day}:`,
  noTradingDay: "no trading day in its record yet",
  inDays: ({ share, days, evidence }: { share: string; days: number; evidence: string }) =>
    `(${share}) in ${days} ${plural(days, { one: "day", other: "days" })}, ${evidence}`,
} as const;
