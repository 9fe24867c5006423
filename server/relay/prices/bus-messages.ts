// Messages between replicas and their validation: text from the bus is untrusted until it is parsed here.
import { z } from "zod";
import type { DepthRow, LadderRow, QuoteRow } from "../../../app/wire/live.ts";
import { type FeedKind, perFeed } from "./feeds/feeds.ts";
import type { FeedHealth } from "./upstream-feed.ts";

export type BusMessageLimits = {
  busMessageBytes: number;
  /** Instruments a replica holds, or wants, at most. */
  busInstruments: number;
};

export type Batch = {
  /** Epoch ms by the bus server's clock, or one more than the last. */
  fence: number;
  node: string;
  isWhole: boolean;
  rows: QuoteRow[];
  ladders: DepthRow[];
} & Record<FeedKind, FeedHealth>;

const KEY = /^[A-Z_]{1,12}:\d{1,20}$/;
const LEVELS_AT_MOST = 20;
const WORDS_CHARS = 500;
const NODE_CHARS = 64;
const FULL_ROW_LENGTH = 9;
/** Key, last price, time, volume, and whether it is confirmed. */
const SHORT_ROW_LENGTH = 5;

const healthSchema = z.object({
  phase: z.enum(["idle", "dialling", "up", "suspect", "waiting", "contended", "refused", "standby"]),
  reason: z.string().max(WORDS_CHARS),
  since: z.number(),
  ageMs: z.number().nonnegative().nullable(),
  refused: z.int().nonnegative(),
});
const envelopeSchema = z.object({
  fence: z.int().nonnegative(),
  node: z.string().min(1).max(NODE_CHARS),
  isWhole: z.boolean(),
  ...perFeed(() => healthSchema),
  rows: z.array(z.unknown()),
  ladders: z.array(z.unknown()),
});
const interestSchema = z.object(perFeed(() => z.array(z.string())));

/** `faults` counts invalid rows, which are left out. A string is the reason for refusing the batch. */
export function readBatch(text: string, limits: BusMessageLimits): { batch: Batch; faults: number } | string {
  if (text.length > limits.busMessageBytes) return "it is too large";
  const parsed = envelopeSchema.safeParse(readJson(text));
  if (!parsed.success) return "it is no batch";
  const { data } = parsed;
  if (data.rows.length > limits.busInstruments || data.ladders.length > limits.busInstruments)
    return "it has too many rows";
  // Thousands of rows ten times a second: validated without zod, which is slower.
  const rows = data.rows.filter(isQuoteRow);
  const ladders = data.ladders.filter(isDepthRow);
  const faults = data.rows.length - rows.length + data.ladders.length - ladders.length;
  return { batch: { ...data, rows, ladders }, faults };
}

/** Instruments of another replica's viewers, without invalid keys. Null for text that is not such a list. */
export function readInterest(text: string, limits: BusMessageLimits): Record<FeedKind, string[]> | null {
  if (text.length > limits.busMessageBytes) return null;
  const parsed = interestSchema.safeParse(readJson(text));
  if (!parsed.success) return null;
  const keys = (all: string[]) => all.filter((key) => KEY.test(key)).slice(0, limits.busInstruments);
  return perFeed((kind) => keys(parsed.data[kind]));
}

/** Paise, epoch ms, quantities: whole and not below nothing. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isQuoteRow(row: unknown): row is QuoteRow {
  if (!Array.isArray(row) || row.length < SHORT_ROW_LENGTH || row.length > FULL_ROW_LENGTH) return false;
  const [key, ltp, ltt, volume, unconfirmed, ...range] = row;
  return (
    typeof key === "string" &&
    KEY.test(key) &&
    [ltp, ltt, volume].every(isCount) &&
    (unconfirmed === 0 || unconfirmed === 1) &&
    range.every(Number.isSafeInteger)
  );
}

function isLadderRow(row: unknown): row is LadderRow {
  return Array.isArray(row) && row.length === 3 && row.every(isCount);
}

function isDepthRow(row: unknown): row is DepthRow {
  if (!Array.isArray(row) || row.length !== 4) return false;
  const [key, receivedAt, ...sides] = row;
  return (
    typeof key === "string" &&
    KEY.test(key) &&
    isCount(receivedAt) &&
    sides.every((side) => Array.isArray(side) && side.length <= LEVELS_AT_MOST && side.every(isLadderRow))
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
