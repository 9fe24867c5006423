// Text of the tray of algos to compare.
import { plural } from "../format/locale.ts";

export const text = {
  algosToCompare: "Algos to compare",
  toCompare: "{algos} to compare",
  theMost: ", the most there can be",
  clear: "Clear",
  compare: "Compare",

  count: (count: number) => `${count} ${plural(count, { one: "algo", other: "algos" })}`,
} as const;
