// Texts of the tracklists page.
import { plural } from "../../format/locale.ts";

export const pageText = {
  aTracklistOfYours: "one of your tracklists",

  formNotUnderstood: "The form is not valid. Try again from this page.",

  title: "Tracklists",
  description: "Named lists of the algos you follow, each private until shared.",

  signIn: "Sign in to see your tracklists",
  signedOut: "You are signed out. Tracklists belong to an account, so there is nothing to show yet.",

  lead: "Each is private until shared.",
  noneYet: "You have no tracklist yet",
  noneYetMeans: "Tap “Track” on any algo to add it here.",
  findAlgos: "Find algos",
  addAnAlgo: "Add an algo",

  nothingWasChanged: "Nothing was changed",
  isOnYourList: (algo: string) => `${algo} is on your list.`,
  listDeleted: "The tracklist is deleted",
  takeItBack: "Undo",
} as const;

export const addPanelText = {
  track: "Track {algo}",
  noneYet: "You have no tracklist yet. Create one below to add the algo.",
  hasIt: "already added",
  algos: (count: number) => `${count} ${plural(count, { one: "algo", other: "algos" })}`,
  remove: "Remove",
  add: "Add",
  from: "from",
  to: "to",
} as const;

export const saveJointText = {
  title: "Save the joint portfolio",
  name: "Name",
  save: "Save",
  lots: (count: number) => `${count} ${plural(count, { one: "lot", other: "lots" })}`,
  lotsOf: ({ count, name }: { count: number; name: string }) => `${count} × ${name}`,
  countOf: (count: number) => `Joint portfolio of ${count}`,
  savedOf: ({ saved, count }: { saved: number; count: number }) =>
    `The list is created, with ${saved} of ${count} algos`,
  saveAgain: "Save again to add the others.",
} as const;

export const listSectionText = {
  anybodyMayRead: "Anyone with this address can read it, without your notes:",
  nothingYet: "No algos yet.",
  findAlgos: "Find algos",
  notShownNow: (count: number) => `${count} more cannot be shown now.`,

  algos: (count: number) => `${count} ${plural(count, { one: "algo", other: "algos" })}`,
  shared: ", shared",
  order: "Order",
  orders: { change: "Change", fall: "Max drawdown", name: "Name" },
  together: (count: number) => `All ${count} together`,
  ofAmount: (amount: string) => `of ${amount}, since each was tracked`,
  fell: "Fell",
  rose: "Rose",
  none: "none",
  worst: ({ algo, change }: { algo: string; change: string }) => `worst: ${algo}, ${change}`,
  best: ({ algo, change }: { algo: string; change: string }) => `best: ${algo}, ${change}`,
  deepest: "Max drawdown",
  compareFirst: (count: number) => `Compare the first ${count}`,
  compareAll: "Compare all",
  joint: "Joint portfolio",

  renameShareOrDelete: "Rename, share or delete",
  name: "Name",
  rename: "Rename",
  shareForReading: "Share read-only",
  stopSharing: "Stop sharing",
  remove: "Delete",
} as const;

export const newListText = {
  newTracklist: "New tracklist",
  name: "Name",
  nameHint: (characters: number) => `Up to ${characters} characters, such as “Low risk, under a lakh”.`,
  makeIt: "Create",
  makeItAndTrack: "Create and track",
} as const;

export const trackedItemText = {
  algo: "Algo",
  sinceTracked: "Since you tracked it",
  risk: "Risk",
  needs: "Needs",

  remove: "Remove",

  myNote: "My note",
  onAlgo: (algo: string) => `on ${algo}`,
  save: "Save",
  theNoteOn: (algo: string) => `the note on ${algo}`,

  deploy: "Deploy",
  worst: "Max drawdown",
  since: ({ share, day, evidence }: { share: string; day: string; evidence: string }) =>
    `${share}since ${day}, ${evidence}`,
  noTradingDay: "no trading day yet",
} as const;
