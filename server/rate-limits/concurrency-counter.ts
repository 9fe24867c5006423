// Counts items in progress, such as requests or sockets, per key and in total, so that callers can limit them.

export function createConcurrencyCounter() {
  const held = new Map<string, number>();
  let total = 0;
  return {
    of: (key: string) => held.get(key) ?? 0,
    total: () => total,
    /** Adds one to the counts. The returned function subtracts it again, once. */
    enter(key: string): () => void {
      total += 1;
      held.set(key, (held.get(key) ?? 0) + 1);
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        total -= 1;
        const remaining = (held.get(key) ?? 1) - 1;
        if (remaining === 0) held.delete(key);
        else held.set(key, remaining);
      };
    },
  };
}
