// Text of the choice of a tracklist.
import { plural } from "../../format/locale.ts";

export const text = {
  track: "Track {algo}",
  noneYet: "You have no tracklist yet; make one below and it is on it.",
  hasIt: "has it",
  algos: (count: number) => `${count} ${plural(count, { one: "algo", other: "algos" })}`,
  remove: "Remove",
  add: "Add",
  from: "from",
  to: "to",
} as const;
