// Records whether a service's answers match its contract. A service that sends unreadable answers does not work, though
// its circuit stays closed.

export type Readable = "all" | "some" | "none";
export type ReadableAnswers = {
  /** Records whether an answer of an operation matched the contract. */
  note(operationId: string, isReadable: boolean): void;
  /** Returns all, some or none: whether recent answers of all operations could be parsed. */
  now(): Readable;
};

/** Time after which an operation without further calls is forgotten. */
const UNREADABLE_COUNTS_FOR_MS = 120_000;

/** `clock` returns monotonic ms. */
export function createReadableAnswers(clock: () => number): ReadableAnswers {
  /** Start and latest time of unreadable answers, by operation. */
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
