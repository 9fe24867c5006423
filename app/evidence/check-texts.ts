// Texts of the result of a record file's check (check-record.ts).
import { type PluralForms, plural } from "../format/locale.ts";
import { formatCount } from "../format/rupees.ts";

const formatCounted = (count: number, forms: PluralForms) => `${formatCount(count)} ${plural(count, forms)}`;

/** Titles of the steps that a valid record passes. */
export const CHECKED = {
  form: "The file is well formed",
  days: "Every day links to the previous day",
  sums: "Sums agree with the trades",
  signature: "Signed by the operator",
  heads: "Matches the published hashes",
};

export const CHECK_TEXTS = {
  holds: "The record is verified",
  fails: "The record is not verified",
  subject: ({ record, days }: { record: string; days: string }) => `${record}: ${days}.`,
  subjectTo: ({ record, days, day }: { record: string; days: string; day: string }) =>
    `${record}: ${days} to ${day}.`,
  format: (format: number) => `Format ${format}; the seal covers every field`,
  fields: (count: number) => formatCounted(count, { one: "field", other: "fields" }),
  days: (count: number) => formatCounted(count, { one: "day", other: "days" }),
  faults: (count: number) => formatCounted(count, { one: "fault", other: "faults" }),
  ofAll: ({ some, all }: { some: string; all: string }) => `${some} of ${all}`,
  notSealed: (fault: string) => `This cannot be a sealed record: ${fault}.`,
  noRecord: "This is not a sealed record",
  chooseFile: "Choose the record.json file from an algo’s “All figures” tab.",
  notWellFormed: "The file is not well formed",
  noJson: "The file is not JSON.",
  noObject: "The file is not a JSON object.",
  twice: "A field appears twice, so a program may read a value that is not sealed.",
  noSuchField: (path: string) => `${path}: unknown field.`,
  noSeal: "The record has no seal.",
  otherFormat: ({ format, expected }: { format: number; expected: number }) =>
    `The seal must have format ${expected}, but has ${format}. Download the record again.`,
  headerChanged: "The header was changed",
  headerDiffers: "Capital, fee, version, method or first day was changed after sealing.",
  header: "header",
  hashes: (count: number) =>
    `${formatCounted(count, { one: "hash", other: "hashes" })} recomputed, none differs`,
  dayChanged: (day: string) => `The day ${day} was changed`,
  dayDiffers: ({ made, read }: { made: string; read: string }) =>
    `The day's content has the hash ${made}, but the file states ${read}`,
  dayNumber: (count: string) => `day ${count}`,
  laterDays: (count: number) =>
    `The ${formatCounted(count, { one: "day", other: "days" })} after it cannot be trusted`,
  linked: "Each day's hash covers the previous day's hash",
  trades: (count: number) =>
    `${formatCounted(count, { one: "trade", other: "trades" })}, seven costs, net result`,
  nothingOff: "₹0.00 difference",
  sumsDiffer: "The sums do not match the trades",
  key: (id: string) => `key ${id}`,
  notFinished: "The record is not finished",
  itsState: (state: string) => `The record's state is ${state}`,
  textsChanged: "The texts were changed",
  textsAsSealed: "The figures must be shown with the sealed texts",
  endChanged: "The end of the record was changed",
  endDiffers: "Days, totals, state or reason for the end differ from the signed values",
  unknownKey: "Signed by an unknown key",
  notAKey: "The operator has no key with this name",
  notSigned: "The signature is invalid",
  keyDidNotSign: "The key did not sign this content",
  keySince: (day: string) => `Ed25519, key in use since ${day}`,
  differs: "Differs from the published hashes",
  hashMissing: ({ day, hash }: { day: string; hash: string }) =>
    `The hash of ${day}, ${hash}, is not in the record`,
  notPublished: "Not published yet",
  noDayNames: "No published day contains this record",
  laterPublished: "Later days are published",
  endsBefore: (day: string) => `The file ends on ${day}; later published days are not in it`,
  publishedOn: (days: string) => `Published on ${days}`,
};
