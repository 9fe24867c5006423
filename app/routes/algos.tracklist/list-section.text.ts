// Text of a tracklist.
import { plural } from "../../format/locale.ts";

export const text = {
  anybodyMayRead: "Anybody with this address may read it, without your notes:",
  nothingYet: "Nothing on it yet.",
  findAlgos: "Find algos",
  notShownNow: (count: number) => `${count} more cannot be shown just now.`,

  algos: (count: number) => `${count} ${plural(count, { one: "algo", other: "algos" })}`,
  shared: ", shared",
  compareFirst: (count: number) => `Compare the first ${count}`,
  compareAll: "Compare all",

  renameShareOrDelete: "Rename, share or delete",
  name: "Name",
  rename: "Rename",
  shareForReading: "Share for reading",
  stopSharing: "Stop sharing",
  remove: "Delete",
} as const;
