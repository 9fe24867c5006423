// Counts items in progress, such as requests or sockets, per key and in total, so that callers can limit them.

export function createPlaces() {
  const held = new Map<string, number>();
  let inAll = 0;
  return {
    of: (key: string) => held.get(key) ?? 0,
    inAll: () => inAll,
    /** Adds one to the counts. The returned function subtracts it again, once. */
    enter(key: string): () => void {
      inAll += 1;
      held.set(key, (held.get(key) ?? 0) + 1);
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        inAll -= 1;
        const remaining = (held.get(key) ?? 1) - 1;
        if (remaining === 0) held.delete(key);
        else held.set(key, remaining);
      };
    },
  };
}
