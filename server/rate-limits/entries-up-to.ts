// A limit of LRU caches that costs no memory before it is used.

/**
 * Options of an LRU cache with a maximum number of entries. The option `max` allocates the memory of all entries when the cache is
 * created; these allocate it when entries are stored.
 */
export const entriesUpTo = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
