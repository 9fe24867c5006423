// Whose page is put together next. Rendering holds the event loop, so pages take turns: one at a time, readers' addresses in a circle,
// and between two of them the loop answers whatever else has come. One address that asks for fifty pages thus delays another's by one.
export type RenderTurns = {
  /** Resolves when it is this address's turn; the returned function ends the turn and must be called. */
  take(address: string): Promise<() => void>;
  /** Pages that wait. */
  waiting(): number;
};

/** `between` runs its argument when the loop has looked after everything else: setImmediate. */
export function createRenderTurns(between: (next: () => void) => void = setImmediate): RenderTurns {
  /** In the order in which addresses are served next. */
  const queues = new Map<string, (() => void)[]>();
  let isTaken = false;
  let waiting = 0;

  function next(): void {
    const [first] = queues;
    if (first === undefined) {
      isTaken = false;
      return;
    }
    const [address, queue] = first;
    const start = queue.shift();
    // To the end of the circle, or out of it.
    queues.delete(address);
    if (queue.length > 0) queues.set(address, queue);
    waiting -= 1;
    start?.();
  }

  function turn(): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      between(next);
    };
  }

  return {
    take(address) {
      if (!isTaken) {
        isTaken = true;
        return Promise.resolve(turn());
      }
      waiting += 1;
      return new Promise((resolve) => {
        const queue = queues.get(address) ?? [];
        queue.push(() => resolve(turn()));
        queues.set(address, queue);
      });
    },
    waiting: () => waiting,
  };
}
