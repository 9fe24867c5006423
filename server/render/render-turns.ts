// Decides whose page is rendered next. Rendering blocks the event loop, so one page is rendered at a time: the clients' addresses take
// turns, and between two pages the event loop handles other events. An address with fifty pending pages delays another one by one page.
export type RenderTurns = {
  /** Resolves at this address's turn. The returned function ends the turn and must be called. */
  take(address: string): Promise<() => void>;
};

/** `between` calls its argument after all other pending events (setImmediate). */
export function createRenderTurns(between: (next: () => void) => void = setImmediate): RenderTurns {
  /** Waiting turns by address, in serving order. */
  const queues = new Map<string, (() => void)[]>();
  let isBusy = false;

  function next(): void {
    const [first] = queues;
    isBusy = first !== undefined;
    if (first === undefined) return;
    const [address, queue] = first;
    const start = queue.shift();
    // Moves the address to the end of the order, or removes it.
    queues.delete(address);
    if (queue.length > 0) queues.set(address, queue);
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
      if (!isBusy) {
        isBusy = true;
        return Promise.resolve(turn());
      }
      return new Promise((resolve) => {
        const queue = queues.get(address) ?? [];
        queue.push(() => resolve(turn()));
        queues.set(address, queue);
      });
    },
  };
}
