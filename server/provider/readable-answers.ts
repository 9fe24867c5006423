// Records whether a service's answers match its contract. A service that sends unreadable answers does not work, though
// its circuit stays closed.

export type Readable = "all" | "some" | "none";
export type ReadableAnswers = {
  /** The answer of an operation was what the contract says, or was not. */
  note(operationId: string, isReadable: boolean): void;
  /** Of the last answers: whether all operations were readable, some were not, or nothing has been since the first that was not. */
  now(): Readable;
};

/** An operation that nobody calls again is forgotten after this time. */
const UNREADABLE_COUNTS_FOR_MS = 120_000;

/** `clock` gives ms that only grow. */
export function createReadableAnswers(clock: () => number): ReadableAnswers {
  /** By operation: when its answers began to be unreadable, and when the last one was. */
  const unreadable = new Map<string, { since: number; last: number }>();
  let readableAt = Number.NEGATIVE_INFINITY;
  return {
    note(operationId, isReadable) {
      const at = clock();
      if (isReadable) {
        readableAt = at;
        unreadable.delete(operationId);
      } else unreadable.set(operationId, { since: unreadable.get(operationId)?.since ?? at, last: at });
    },
    now() {
      const at = clock();
      for (const [id, { last }] of unreadable)
        if (at - last > UNREADABLE_COUNTS_FOR_MS) unreadable.delete(id);
      if (unreadable.size === 0) return "all";
      const began = Math.min(...[...unreadable.values()].map(({ since }) => since));
      return readableAt > began ? "some" : "none";
    },
  };
}
