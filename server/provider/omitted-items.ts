// Items of the provider's lists that could not be shown. They are counted by operation and path, logged once per id,
// and listed for operators.
import { LRUCache } from "lru-cache";
import type { OmittedItem } from "./read-response.ts";

/** Maximum number of stored item ids, which ensure that each item is logged once. */
const MAX_LOGGED_ITEMS = 1_000;
/** Maximum number of pairs of operation and path that are counted separately; all others are counted as "other". */
const COUNTED_PATHS = 50;
/** Maximum number of items on the operators' status page. */
const LISTED_ITEMS = 20;

export type OmittedCount = { operation: string; path: string; count: number };

export type OmittedItems = ReturnType<typeof createOmittedItems>;

export function createOmittedItems(onFirst: (item: OmittedItem & { operation: string }) => void) {
  const seen = new LRUCache<string, OmittedItem & { operation: string }>({ max: MAX_LOGGED_ITEMS });
  const counts = new Map<string, OmittedCount>();
  return {
    record(operation: string, items: readonly OmittedItem[]) {
      for (const item of items) {
        const key = `${operation} ${item.path}`;
        const path = counts.has(key) || counts.size < COUNTED_PATHS ? item.path : "other";
        const counted = counts.get(`${operation} ${path}`) ?? { operation, path, count: 0 };
        counts.set(`${operation} ${path}`, { ...counted, count: counted.count + 1 });
        const isFirst = !seen.has(`${operation} ${item.id}`);
        seen.set(`${operation} ${item.id}`, { ...item, operation });
        if (isFirst) onFirst({ ...item, operation });
      }
    },
    counts: (): OmittedCount[] => [...counts.values()],
    /** One line per item, newest first: "commodity-calls (listStrategies): risk: Invalid input". */
    lines: (): string[] =>
      [...seen.values()]
        .slice(0, LISTED_ITEMS)
        .map(({ id, operation, path, message }) => `${id} (${operation}): ${path || "item"}: ${message}`),
  };
}
