// Records whether a service's responses match its contract. A service that sends invalid responses does not work,
// although its circuit stays closed.

export type Readable = "all" | "some" | "none";
export type ReadableResponses = {
  /** Records whether a response of an operation matched the contract. */
  record(operationId: string, isReadable: boolean): void;
  /** Returns whether all, some or none of the recent responses could be parsed. */
  now(): Readable;
};

/** Invalid responses of an operation no longer count after this time. */
const UNREADABLE_EXPIRES_AFTER_MS = 120_000;

/** `clock` returns monotonic ms. */
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
