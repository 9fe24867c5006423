// Whose page is put together next. Rendering keeps a processor busy, so pages take turns: readers' addresses in a circle, and between two
// pages the loop answers whatever else has come. One address that asks for fifty pages thus delays another's by one.
export type RenderTurns = {
  /** Resolves when it is this address's turn; the returned function ends the turn and must be called. */
  take(address: string): Promise<() => void>;
  /** Pages that wait. */
  waiting(): number;
};

/**
 * `atOnce` is asked whenever a turn is to begin: how many may be under way. `between` runs its argument when the loop has looked after
 * everything else: setImmediate.
 */
export function createRenderTurns(
  atOnce: () => number = () => 1,
  between: (next: () => void) => void = setImmediate,
): RenderTurns {
  /** In the order in which addresses are served next. */
  const queues = new Map<string, (() => void)[]>();
  let underWay = 0;
  let waiting = 0;

  function next(): void {
    if (underWay >= atOnce()) return;
    const [first] = queues;
    if (first === undefined) return;
    const [address, queue] = first;
    const start = queue.shift();
    // To the end of the circle, or out of it.
    queues.delete(address);
    if (queue.length > 0) queues.set(address, queue);
    waiting -= 1;
    underWay += 1;
    start?.();
    next();
  }

  function turn(): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      between(() => {
        underWay -= 1;
        next();
      });
    };
  }

  return {
    take(address) {
      if (waiting === 0 && underWay < atOnce()) {
        underWay += 1;
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
