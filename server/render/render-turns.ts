// Whose page is put together next. Rendering keeps a processor busy, so pages take turns: readers' addresses in a circle, and between two
// pages the loop answers whatever else has come. One address that asks for fifty pages thus delays another's by one.
export type RenderTurns = {
  /** Resolves when it is this address's turn; the returned function ends the turn and must be called. */
  take(address: string): Promise<() => void>;
  /** Pages that wait. */
  waiting(): number;
};

/** `between` calls its argument after all other pending events (setImmediate). */
export function createRenderTurns(between: (next: () => void) => void = setImmediate): RenderTurns {
  /** The addresses in the order of their next turns. */
  const queues = new Map<string, (() => void)[]>();
  let isUnderWay = false;
  let waiting = 0;

  function next(): void {
    const [first] = queues;
    if (isUnderWay || first === undefined) return;
    const [address, queue] = first;
    const start = queue.shift();
    // Moves the address to the end of the order, or removes it.
    queues.delete(address);
    if (queue.length > 0) queues.set(address, queue);
    waiting -= 1;
    isUnderWay = true;
    start?.();
  }

  function turn(): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      between(() => {
        isUnderWay = false;
        next();
      });
    };
  }

  return {
    take(address) {
      if (waiting === 0 && !isUnderWay) {
        isUnderWay = true;
        return Promise.resolve(turn());
      }
      waiting += 1;
      return new Promise((resolve) => {
        const queue = queues.get(address) ?? [];
        queue.push(() => resolve(turn()));
        queues.set(address, queue);
        next();
      });
    },
    waiting: () => waiting,
  };
}
