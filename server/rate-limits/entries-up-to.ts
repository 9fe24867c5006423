// A limit for LRU caches that allocates no memory in advance.

/**
 * Returns options of an LRU cache for a maximum number of entries. The option `max` would allocate memory for all
 * entries at once.
 */
export const entriesUpTo = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
