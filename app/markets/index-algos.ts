// The algos that trade an index, as a filter of the list and as its address.
import type { Tag } from "../domain/vocabulary.ts";
import { priceKey } from "../live/price-view.ts";

/** Tag of the algos that trade an index, by the index's key. */
const INDEX_TAGS: Record<string, Tag> = {
  "IDX_I:13": "Nifty",
  "IDX_I:25": "Bank-Nifty",
  "IDX_I:51": "Sensex",
};

/** Returns null for a share, and for an index without a filter. */
export function algosOnIndex(
  instrument: Parameters<typeof priceKey>[0],
): { filter: { filter_underlying: [Tag] }; path: string } | null {
  const tag = INDEX_TAGS[priceKey(instrument)];
  return tag === undefined
    ? null
    : { filter: { filter_underlying: [tag] }, path: `/algos?underlying=${tag}` };
}
