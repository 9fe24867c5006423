// The catalogue without algos that an operator has put on hold. All pages, lists, files and APIs of the site use this
// catalogue.
import type { Catalogue, Provider } from "../../app/context.ts";
import type { StrategyPage } from "../../app/contract/base-api/operations.ts";
import { refusedBecause } from "./faults.ts";

export type HeldAlgos = { ids(): ReadonlySet<string> };

/** Returns the provider unchanged while nothing is on hold. */
export function withoutHeld(provider: Provider, held: HeldAlgos): Provider {
  if (held.ids().size === 0) return provider;
  return {
    ...provider,
    ...withoutHeldAlgos(provider, held),
    fresh: { ...provider.fresh, ...withoutHeldAlgos(provider.fresh, held) },
    allStrategies: () => provider.allStrategies()?.filter(({ id }) => !held.ids().has(id)) ?? null,
  };
}

function withoutHeldAlgos(catalogue: Catalogue, held: HeldAlgos): Catalogue {
  const isVisible = ({ id }: { id: string }) => !held.ids().has(id);
  /** Wraps a call about one algo. It throws a 404 if the algo is on hold. */
  const unlessHeld =
    <T>(read: (id: string) => Promise<T>) =>
    async (id: string): Promise<T> => {
      if (held.ids().has(id)) throw refusedBecause(404, "held");
      return read(id);
    };
  return {
    ...catalogue,
    async listStrategies(query) {
      const page = await catalogue.listStrategies(query);
      const items = page.items.filter(isVisible);
      const removed = page.items.length - items.length;
      return removed === 0
        ? page
        : ({ ...page, items, total: Math.max(items.length, page.total - removed) } satisfies StrategyPage);
    },
    async suggestStrategies(query) {
      const found = await catalogue.suggestStrategies(query);
      return { ...found, items: found.items.filter(isVisible) };
    },
    async listSimilarStrategies(id) {
      if (held.ids().has(id)) throw refusedBecause(404, "held");
      const found = await catalogue.listSimilarStrategies(id);
      return { ...found, items: found.items.filter(isVisible) };
    },
    async getSharedTracklist(shareId) {
      const shared = await catalogue.getSharedTracklist(shareId);
      return { ...shared, items: shared.items.filter(isVisible) };
    },
    getStrategy: unlessHeld(catalogue.getStrategy),
    listStrategyInstruments: unlessHeld(catalogue.listStrategyInstruments),
    async getStrategyMargin(id, ...rest) {
      if (held.ids().has(id)) throw refusedBecause(404, "held");
      return catalogue.getStrategyMargin(id, ...rest);
    },
  };
}
