// Parses a response of the base API, and records whether recent responses could be parsed. Lists are parsed item by
// item: invalid items, and items that repeat an id, are omitted, and the others remain.
import type { BaseApiOperation } from "../../app/contract/base-api/operation.ts";

/**
 * A list of at least this length violates the contract if all its items are invalid. A shorter list then counts as
 * empty.
 */
const BROKEN_LIST_MIN_LENGTH = 5;

/**
 * An item that was omitted from a list, with the path of its first error: "tags.*.name", or empty for the item itself.
 */
export type OmittedItem = { id: string; path: string; message: string };
const REPEATED_ID = { path: "id", message: "an earlier item of the list has this id" };
export type ReadResponse =
  | { isReadable: true; data: unknown; omitted: OmittedItem[] }
  | { isReadable: false; path: string; message: string };

type ReadingOperation = Pick<BaseApiOperation, "answer" | "reading" | "acceptedItemSchema">;
type Issue = { path: readonly PropertyKey[]; message: string };

export function readResponse(
  { answer, reading = answer, acceptedItemSchema }: ReadingOperation,
  body: unknown,
): ReadResponse {
  const parsed = reading.safeParse(body);
  if (!parsed.success) return { isReadable: false, ...firstError(parsed.error.issues) };
  if (acceptedItemSchema === undefined) return { isReadable: true, data: parsed.data, omitted: [] };
  const { items, ...rest } = parsed.data as { items: unknown[]; total?: number };
  const omitted: OmittedItem[] = [];
  const ids = new Set<string>();
  const readable = items.flatMap((item) => {
    const read = acceptedItemSchema.safeParse(item);
    const id = readId(item);
    if (read.success && !ids.has(id)) {
      ids.add(id);
      return [read.data];
    }
    omitted.push({ id, ...(read.success ? REPEATED_ID : firstError(read.error.issues)) });
    return [];
  });
  const [first] = omitted;
  if (first !== undefined && readable.length === 0 && items.length >= BROKEN_LIST_MIN_LENGTH)
    return { isReadable: false, path: `items.*.${first.path}`, message: first.message };
  const total =
    rest.total === undefined ? {} : { total: Math.max(readable.length, rest.total - omitted.length) };
  return { isReadable: true, data: { ...rest, ...total, items: readable }, omitted };
}

/** Replaces list positions by `*`, so that the path is the same for all items. */
function firstError([issue]: readonly Issue[]): { path: string; message: string } {
  const path = (issue?.path ?? []).map((part) => (typeof part === "number" ? "*" : String(part))).join(".");
  return { path, message: issue?.message ?? "" };
}

const LOGGED_ID_MAX_CHARS = 80;

function readId(item: unknown): string {
  const id = typeof item === "object" && item !== null && "id" in item ? item.id : null;
  return typeof id === "string" ? id.slice(0, LOGGED_ID_MAX_CHARS) : "without id";
}

export type ReadableShare = "all" | "some" | "none";
export type ReadableResponses = {
  /** Records whether a response of an operation matched the contract. */
  record(operationId: string, isReadable: boolean): void;
  /** Returns whether all, some or none of the recent responses could be parsed. */
  now(): ReadableShare;
};

/** Invalid responses of an operation no longer count after this time. */
const UNREADABLE_EXPIRES_AFTER_MS = 120_000;

/**
 * Detects a service that responds, so that its circuit stays closed, but with invalid responses. `clock` returns
 * monotonic ms.
 */
export function createReadableResponses(clock: () => number): ReadableResponses {
  /** Times of the first and last invalid response since the last valid one, by operation. */
  const unreadable = new Map<string, { since: number; last: number }>();
  let readableAt = Number.NEGATIVE_INFINITY;
  return {
    record(operationId, isReadable) {
      const at = clock();
      if (isReadable) {
        readableAt = at;
        unreadable.delete(operationId);
      } else unreadable.set(operationId, { since: unreadable.get(operationId)?.since ?? at, last: at });
    },
    now() {
      const at = clock();
      for (const [id, { last }] of unreadable)
        if (at - last > UNREADABLE_EXPIRES_AFTER_MS) unreadable.delete(id);
      if (unreadable.size === 0) return "all";
      const began = Math.min(...[...unreadable.values()].map(({ since }) => since));
      return readableAt > began ? "some" : "none";
    },
  };
}
