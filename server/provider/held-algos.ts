// The catalogue without algos that an operator has put on hold. All pages, lists, files and APIs of the site use this
// catalogue.
import type { Catalogue, Provider } from "../../app/context.ts";
import { PAGE_SIZE_MAX } from "../../app/contract/base-api/limits.ts";
import type { StrategyPage } from "../../app/contract/base-api/operations.ts";
import { FILTERS } from "../../app/domain/filters.ts";
import { refusalForReason } from "./faults.ts";

export type HeldAlgos = { ids(): ReadonlySet<string> };

/** Returns the provider unchanged while nothing is on hold. */
export function excludeHeldAlgos(provider: Provider, held: HeldAlgos): Provider {
  if (held.ids().size === 0) return provider;
  return {
    ...provider,
    ...hideHeldAlgos(provider, held),
    fresh: { ...provider.fresh, ...hideHeldAlgos(provider.fresh, held) },
    allStrategies: () => provider.allStrategies()?.filter(({ id }) => !held.ids().has(id)) ?? null,
  };
}

function hideHeldAlgos(catalogue: Catalogue, held: HeldAlgos): Catalogue {
  const isVisible = ({ id }: { id: string }) => !held.ids().has(id);
  /** Wraps a call about one algo. It throws a 404 if the algo is on hold. */
  const unlessHeld =
    <T, Rest extends unknown[]>(read: (id: string, ...rest: Rest) => Promise<T>) =>
    async (id: string, ...rest: Rest): Promise<T> => {
      if (held.ids().has(id)) throw refusalForReason(404, "held");
      return read(id, ...rest);
    };
  return {
    ...catalogue,
    async listStrategies(query = {}) {
      const { cursor: _, id: ids, ...filters } = query;
      const hiddenIds = [...held.ids()].filter((id) => ids === undefined || ids.includes(id));
      // An empty list of ids would select all algos.
      if (hiddenIds.length === 0) return catalogue.listStrategies(query);
      const [page, hidden] = await Promise.all([
        catalogue.listStrategies(query),
        catalogue.listStrategies({ ...filters, id: hiddenIds.slice(0, PAGE_SIZE_MAX), limit: 0 }),
      ]);
      return removeHidden(page, hidden, isVisible);
    },
    async suggestStrategies(query) {
      const found = await catalogue.suggestStrategies(query);
      return { ...found, items: found.items.filter(isVisible) };
    },
    listSimilarStrategies: unlessHeld(async (id) => {
      const found = await catalogue.listSimilarStrategies(id);
      return { ...found, items: found.items.filter(isVisible) };
    }),
    async getSharedTracklist(shareId) {
      const shared = await catalogue.getSharedTracklist(shareId);
      return { ...shared, items: shared.items.filter(isVisible) };
    },
    getStrategy: unlessHeld(catalogue.getStrategy),
    listStrategyInstruments: unlessHeld(catalogue.listStrategyInstruments),
    getStrategyMargin: unlessHeld(catalogue.getStrategyMargin),
  };
}

/** Removes hidden algos from a page and from its counts. `hidden` has the counts of the hidden algos that match. */
function removeHidden(
  page: StrategyPage,
  hidden: StrategyPage,
  isVisible: (algo: { id: string }) => boolean,
): StrategyPage {
  const items = page.items.filter(isVisible);
  const total = Math.max(items.length, page.total - hidden.total);
  const facets = { ...page.facets };
  for (const { name, values } of FILTERS) {
    const hiddenCounts = new Map(hidden.facets[name]?.map(({ value, count }) => [value, count]));
    facets[name] = facets[name]
      ?.map((entry) => ({ ...entry, count: Math.max(0, entry.count - (hiddenCounts.get(entry.value) ?? 0)) }))
      // A group of ids lists only those with algos.
      .filter(({ count }) => values !== null || count > 0);
  }
  return { ...page, items, total, facets, startIndex: Math.min(page.startIndex, total - items.length) };
}
