// Text of the filters of a list.
import { plural } from "../format/locale.ts";

export const text = {
  moreFilters: "More filters",
  maxDrawdown: "Max drawdown",
  any: "Any",
  under: (percent: string) => `Under ${percent}%`,
  onlyShownRecords: "Only algos whose record may be shown to you.",
  applyFilters: "Apply filters",

  algos: (count: number) => plural(count, { one: "algo", other: "algos" }),
} as const;
