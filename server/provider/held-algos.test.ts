import { expect, it } from "vitest";
import type { Provider } from "../../app/context.ts";
import { type ListedStrategy, listStrategies } from "../search/strategy-list.ts";
import { excludeHeldAlgos } from "./held-algos.ts";

const held = new Set<string>();
const one = (id: string) => ({ id });
const counts = { facets: {}, startIndex: 0 };
const page = { items: [one("a"), one("b")], total: 12, ...counts };
const catalogue = {
  listStrategies: async ({ id }: { id?: string[] } = {}) =>
    id === undefined ? page : { items: [], total: id.length, ...counts },
  suggestStrategies: async () => ({ items: [one("a"), one("b")] }),
  listSimilarStrategies: async () => ({ items: [one("b"), one("c")] }),
  getSharedTracklist: async () => ({ name: "Mine", items: [one("a"), one("b")] }),
  getStrategy: async (id: string) => one(id),
  listStrategyInstruments: async () => ({ items: [] }),
  getStrategyMargin: async (id: string) => ({ strategyId: id }),
};
const provider = withoutHeldNow();
function withoutHeldNow() {
  return () =>
    excludeHeldAlgos(
      { ...catalogue, fresh: catalogue, allStrategies: () => [one("a"), one("b")] } as unknown as Provider,
      { ids: () => held },
    );
}

it("leaves the catalogue unchanged while no algo is on hold", async () => {
  held.clear();
  expect((await provider().listStrategies()).items).toHaveLength(2);
});

it("removes an algo on hold from every list, and returns 404 for its page", async () => {
  held.clear();
  held.add("b");
  const visible = provider();
  expect(await visible.listStrategies()).toMatchObject({ items: [one("a")], total: 11 });
  expect((await visible.suggestStrategies({ text: "x" })).items).toEqual([one("a")]);
  expect((await visible.listSimilarStrategies("a")).items).toEqual([one("c")]);
  expect(await visible.getSharedTracklist("s")).toEqual({ name: "Mine", items: [one("a")] });
  expect(visible.allStrategies()).toEqual([one("a")]);
  for (const from of [visible, visible.fresh])
    for (const read of [from.getStrategy, from.listSimilarStrategies, from.listStrategyInstruments])
      await expect(read("b")).rejects.toMatchObject({ status: 404 });
  await expect(visible.getStrategyMargin("b")).rejects.toMatchObject({ status: 404 });
  expect(await visible.getStrategy("a")).toEqual(one("a"));
});

it("removes an algo on hold from the totals and counts of every page", async () => {
  const algos = Array.from({ length: 20 }, (_, index) => {
    const manager = { id: index === 3 ? "alone" : "other", name: "M" };
    const summary = {
      id: `algo-${index}`,
      name: `Algo ${index}`,
      manager,
      tags: [],
      risk: "Low",
      minAmountRupees: 9_000,
    };
    const listed = {
      ...summary,
      deployedCount: 100 - index,
      holdingPeriod: "Hours",
      liveSince: "2024-01-01",
    };
    return { ...listed, status: { state: "open" }, mainInstrument: { name: "N", symbol: "N" } };
  });
  const all = algos.map((one) => ({
    summary: one,
    filtered: one,
    searched: {},
  })) as unknown as ListedStrategy[];
  const list = async (query = {}) => listStrategies(all, query, Date.now());
  const source = { ...catalogue, listStrategies: list };
  const visible = excludeHeldAlgos({ ...source, fresh: source } as unknown as Provider, {
    ids: () => new Set(["algo-3"]),
  });
  const first = await visible.listStrategies({ limit: 12 });
  const second = await visible.listStrategies({ limit: 12, cursor: first.nextCursor ?? "" });
  for (const { total, facets } of [first, second]) {
    expect(total).toBe(19);
    expect(facets.manager).toEqual([{ value: "other", label: "M", count: 19 }]);
    expect(facets.risk?.find(({ value }) => value === "Low")?.count).toBe(19);
  }
  expect([first.items.length, second.items.length, second.startIndex]).toEqual([11, 8, 11]);
  expect((await visible.listStrategies({ id: ["algo-1"] })).total).toBe(1);
  expect((await visible.listStrategies({ id: ["algo-3"] })).total).toBe(0);
});
