// Messages between replicas and their validation: text from the bus is untrusted until it is parsed here.

import { z } from "zod";
import type { FeedRow } from "../../../app/contract/live/live.ts";
import { parseJson } from "../../../app/domain/parse-json.ts";
import type { Limits } from "../../limits.ts";
import { type FeedDefinition, isRowKey } from "./feeds/feed-definition.ts";
import { type FeedHealth, feedHealthSchema } from "./upstream-feed.ts";

export type BusMessageLimits = Pick<Limits, "busMessageBytes" | "busInstruments">;

/** A batch of prices: the health of each feed and its changed rows, by the feed's name. */
export type Batch = {
  /** Epoch ms of the bus server's clock, or one more than the last fence if that is higher. */
  fence: number;
  node: string;
  isWhole: boolean;
  health: Record<string, FeedHealth>;
  rows: Record<string, FeedRow[]>;
};

const NODE_CHARS = 64;

const envelopeSchema = z.looseObject({
  fence: z.int().nonnegative(),
  node: z.string().min(1).max(NODE_CHARS),
  isWhole: z.boolean(),
});
const rowsSchema = z.array(z.unknown());
const keysSchema = z.array(z.string());

/** Serializes a batch. Each feed has two fields in the message: its health and its rows. */
export function writeBatch({ health, rows, ...envelope }: Batch, feeds: readonly FeedDefinition[]): string {
  const rowFields = feeds.map(({ name, batchField }) => [batchField, rows[name]]);
  return JSON.stringify({ ...envelope, ...health, ...Object.fromEntries(rowFields) });
}

/**
 * Parses a batch. `faults` counts invalid rows, which are omitted. Returns the reason as a string if the batch is
 * refused.
 */
export function readBatch(
  text: string,
  limits: BusMessageLimits,
  feeds: readonly FeedDefinition[],
): { batch: Batch; faults: number } | string {
  if (text.length > limits.busMessageBytes) return "it is too large";
  const parsed = envelopeSchema.safeParse(parseJson(text));
  if (!parsed.success) return "it is not a batch";
  const { fence, node, isWhole } = parsed.data;
  const batch: Batch = { fence, node, isWhole, health: {}, rows: {} };
  let faults = 0;
  for (const { name, batchField, isRow } of feeds) {
    const health = feedHealthSchema.safeParse(parsed.data[name]);
    const rows = rowsSchema.safeParse(parsed.data[batchField]);
    if (!health.success || !rows.success) return "it is not a batch";
    if (rows.data.length > limits.busInstruments) return "it has too many rows";
    batch.health[name] = health.data;
    // A leader may send thousands of rows ten times a second, too many for zod.
    const valid = rows.data.filter(isRow) as FeedRow[];
    faults += rows.data.length - valid.length;
    batch.rows[name] = valid;
  }
  return { batch, faults };
}

/**
 * Parses a message with the instruments that another replica's viewers watch. Returns their keys by feed. Omits invalid
 * keys. Returns null for an invalid message.
 */
export function readInterest(
  text: string,
  limits: BusMessageLimits,
  feeds: readonly FeedDefinition[],
): Record<string, string[]> | null {
  if (text.length > limits.busMessageBytes) return null;
  const parsed = z
    .object(Object.fromEntries(feeds.map(({ name }) => [name, keysSchema])))
    .safeParse(parseJson(text));
  if (!parsed.success) return null;
  const valid = (keys: string[]) => keys.filter(isRowKey).slice(0, limits.busInstruments);
  return Object.fromEntries(Object.entries(parsed.data).map(([name, keys]) => [name, valid(keys)]));
}
