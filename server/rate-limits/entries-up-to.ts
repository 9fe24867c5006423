// A limit for LRU caches that allocates no memory in advance.

/**
 * Options of an LRU cache with a maximum number of entries. Unlike `max`, which allocates the memory of all entries at
 * creation, these options allocate it as entries are stored.
 */
export const entriesUpTo = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
