import { expect, it } from "vitest";
import type { Provider } from "../../app/context.ts";
import { withoutHeld } from "./held-algos.ts";

const held = new Set<string>();
const one = (id: string) => ({ id });
const page = { items: [one("a"), one("b")], total: 12 };
const catalogue = {
  listStrategies: async () => page,
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
    withoutHeld(
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
