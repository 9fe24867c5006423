// Texts of the Evidence page.
import { plural } from "../../format/locale.ts";
import { formatCount } from "../../format/rupees.ts";

export const evidencePageText = {
  title: "Verify a record",
  description: "Verify an algo’s sealed record: hash chain, sums, signature and published hashes.",
  lead: "Records are chained and signed each day. Check one here or on your own computer.",
  publicKeys: "Public keys",

  verify: "Verify",
  chooseFile: "Drop {file} here or choose it",
  staysHere: "It stays in your browser.",
  isSent: "Without scripts, the file is sent to this site and not stored.",
  verifyFile: "Verify this record",
  orAddress: "Or its address on this site",
  addressExample: "…/record.json",
  verifyAddress: "Verify",
  noRecord: "No record? Try {example} or {broken}.",
  brokenOne: "a broken one",
  faults: {
    no_file: "Choose a file first.",
    too_large: "The file is too large: at most 4 MB.",
    no_address: "This is not the address of a record. It ends in record.json.",
    other_site: "Only addresses on this site work. Save the file and choose it instead.",
    not_found: "There is no public record at this address.",
    unreachable: "The record is unavailable now. Try again in a few seconds.",
    keys_away:
      "Keys or published hashes are unavailable now, so nothing was checked. Try again in a few seconds.",
  },

  whatIsChecked: "What is checked",
  resultHere: "The result appears here.",
  keysAway: "Keys are unavailable now: the signature cannot be checked.",
  steps: {
    form: "The seal covers every field",
    days: "Each day’s hash is computed again",
    sums: "Trades, seven costs, net result",
    signature: "Ed25519, with the public key",
    heads: "Hashes published on earlier days",
  },

  chainTitle: "How the chain works",
  chainOf: ({ name, days }: { name: string; days: string }) => `${name}, ${days} days`,
  header: "Header",
  headerOf: ({ version, capital }: { version: string; capital: string }) => `Version ${version}, ${capital}`,
  dayOf: ({ net, trades }: { net: string; trades: number }) =>
    `Net ${net}, ${trades === 0 ? "no trade" : `${trades} ${plural(trades, { one: "trade", other: "trades" })}`}`,
  head: "Head, signed",
  headOf: "Totals and signature",
  keyOf: (key: string) => `key ${key}`,
  chainMeans:
    "Each hash covers the day and the hash before it. If an old trade is changed, later hashes and the signature no longer match.",

  withoutUs: "Verify without us",
  saveBoth: "Save the record and our {keys} today.",
  keysFile: "public keys",
  saveHeads: "Save the {heads} of past days.",
  headsFile: "published hashes",
  runCommand: "Run the check on your own computer. It needs no network.",
  terminal: "Terminal",
  command: "npm run check:records -- --keys keys.json \\\n  --heads heads.json record.json",

  formatTitle: "Format of a record",
  formatHint: "kinds of line, one tab between fields",
  keysTitle: "Keys and their history",
  keysHint: ({ count, since }: { count: number; since: string }) =>
    `${count} ${plural(count, { one: "key", other: "keys" })}, in use since ${since}`,
  keySince: (day: string) => `signs since ${day}`,
  keyUntil: (day: string) => `signed until ${day}`,
  headsTitle: "Published hashes of past days",
  headsHint: (count: number) => `${formatCount(count)} ${plural(count, { one: "day", other: "days" })}`,
  allDays: "All days (index.json)",
} as const;
