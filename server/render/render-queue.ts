// Decides which page is rendered next. Rendering blocks the event loop, so pages are rendered one at a time, in
// round-robin order of the clients' addresses. An address with fifty pending pages delays another address by only one
// page. Between two pages the event loop handles other events.
export type RenderQueue = {
  /** Resolves when this address may render. The caller must call the returned function afterwards. */
  wait(address: string): Promise<() => void>;
};

/** `between` schedules its argument after other pending events; the default is setImmediate. */
export function createRenderQueue(between: (next: () => void) => void = setImmediate): RenderQueue {
  /** Pending requests by address, in the order of rendering. */
  const queues = new Map<string, (() => void)[]>();
  let isBusy = false;

  function next(): void {
    const [first] = queues;
    isBusy = first !== undefined;
    if (first === undefined) return;
    const [address, queue] = first;
    const start = queue.shift();
    // Moves the address to the end of the order, or removes it if it has no further requests.
    queues.delete(address);
    if (queue.length > 0) queues.set(address, queue);
    start?.();
  }

  function createRelease(): () => void {
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      between(next);
    };
  }

  return {
    wait(address) {
      if (!isBusy) {
        isBusy = true;
        return Promise.resolve(createRelease());
      }
      return new Promise((resolve) => {
        const queue = queues.get(address) ?? [];
        queue.push(() => resolve(createRelease()));
        queues.set(address, queue);
      });
    },
  };
}
